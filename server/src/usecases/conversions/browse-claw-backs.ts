import { orRefuse } from "../../domain/errors.ts";
import type { ClawBackId } from "../../domain/ids.ts";
import {
  clawBackList,
  findListedClawBack,
  ownClawBackList,
  type ClawBackFilter,
  type ListedClawBack,
} from "../../store/conversions/claw-backs.ts";
import type { Page, Total } from "../../store/page.ts";
import type { AffiliateContext, MerchantContext } from "../context.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedClawBack } from "../../store/conversions/claw-backs.ts";

export const browseClawBacks: Listing<ClawBackFilter, ListedClawBack> = listing(clawBackList);

export async function findNamedClawBack({ db, accountId }: MerchantContext, id: ClawBackId): Promise<ListedClawBack> {
  return orRefuse(await findListedClawBack(db, accountId, id), "claw_back_not_found");
}

export async function browseOwnClawBacks(
  context: AffiliateContext,
  page: Page,
): Promise<{ rows: ListedClawBack[]; total: Total }> {
  const [rows, total] = await Promise.all([
    ownClawBackList.read(context.db, context, { filter: {}, slice: page }),
    ownClawBackList.count(context.db, context, {}),
  ]);
  return { rows, total };
}
