import { orRefuse } from "../../domain/errors.ts";
import type { ClawBackId } from "../../domain/ids.ts";
import {
  clawBackList,
  findListedClawBack,
  ownClawBackList,
  type ClawBackFilter,
  type ListedClawBack,
  type OwnClawBackFilter,
} from "../../store/conversions/claw-backs.ts";
import type { AffiliateContext, MerchantContext } from "../context.ts";
import { listing, pagesOf, type Listing, type PageReader } from "../listing.ts";

export type { ListedClawBack } from "../../store/conversions/claw-backs.ts";

export const browseClawBacks: Listing<ClawBackFilter, ListedClawBack> = listing(clawBackList);

export async function findNamedClawBack({ db, accountId }: MerchantContext, id: ClawBackId): Promise<ListedClawBack> {
  return orRefuse(await findListedClawBack(db, accountId, id), "claw_back_not_found");
}

export const browseOwnClawBacks: PageReader<AffiliateContext, OwnClawBackFilter, ListedClawBack> =
  pagesOf(ownClawBackList);
