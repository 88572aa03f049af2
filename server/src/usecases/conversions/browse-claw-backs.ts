import { AppError } from "../../domain/errors.ts";
import { uuidOf, type ClawBackId } from "../../domain/ids.ts";
import {
  countClawBacks,
  countOwnClawBacks,
  findListedClawBack,
  listClawBacks,
  listOwnClawBacks,
  type ClawBackFilter,
  type ListedClawBack,
} from "../../store/conversions/claw-backs.ts";
import type { Page, Total } from "../../store/page.ts";
import type { AffiliateContext, MerchantContext } from "../context.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedClawBack } from "../../store/conversions/claw-backs.ts";

export const browseClawBacks: Listing<ClawBackFilter, ListedClawBack> = listing({
  read: ({ db, accountId }, filter, slice) => listClawBacks(db, accountId, { filter, slice }),
  count: ({ db, accountId }, filter) => countClawBacks(db, accountId, filter),
  position: ({ clawBack }) => ({ at: clawBack.createdAt, uuid: uuidOf(clawBack.id) }),
});

export async function findNamedClawBack({ db, accountId }: MerchantContext, id: ClawBackId): Promise<ListedClawBack> {
  const found = await findListedClawBack(db, accountId, id);
  if (!found) throw new AppError("claw_back_not_found");
  return found;
}

export async function browseOwnClawBacks(
  { db, userId }: AffiliateContext,
  page: Page,
): Promise<{ rows: ListedClawBack[]; total: Total }> {
  const [rows, total] = await Promise.all([listOwnClawBacks(db, userId, page), countOwnClawBacks(db, userId)]);
  return { rows, total };
}
