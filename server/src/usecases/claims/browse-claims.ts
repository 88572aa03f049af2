import type { Conversion } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import { uuidOf, type ClaimId } from "../../domain/ids.ts";
import {
  countClaimsOfAccount,
  findClaimOfAccount,
  listClaimsOfAccount,
  type ClaimFilter,
  type NamedClaim,
} from "../../store/claims.ts";
import { listConversionsOfAccount } from "../../store/dashboard-conversions.ts";
import { listRefusals, type Refusal } from "../../store/refusals.ts";
import type { MerchantContext } from "../context.ts";
import { listing, type Listing } from "../lists/listing.ts";

export type { NamedClaim } from "../../store/claims.ts";

/** Those that affiliates have opened, the newest first. */
export const browseClaims: Listing<ClaimFilter, NamedClaim> = listing({
  read: ({ db, accountId }, filter, slice) => listClaimsOfAccount(db, accountId, { filter, slice }),
  count: ({ db, accountId }, filter) => countClaimsOfAccount(db, accountId, filter),
  position: ({ claim }) => ({ at: claim.openedAt ?? claim.askedAt, uuid: uuidOf(claim.id) }),
});

export interface DescribedClaim extends NamedClaim {
  /** Whoever's it is: the merchant may know. */
  readonly recorded: { readonly conversion: Conversion; readonly affiliateName: string } | undefined;
  readonly refusals: readonly Pick<Refusal, "reason" | "refusedAt">[];
}

const REFUSALS_SHOWN = 20;

export async function describeClaim(context: MerchantContext, id: ClaimId): Promise<DescribedClaim> {
  const { db, accountId } = context;
  const named = await findNamedClaim(context, id);
  const { externalId } = named.claim;
  const [[recorded], refusals] = await Promise.all([
    listConversionsOfAccount(db, accountId, { filter: { externalId }, slice: { limit: 1, offset: 0 } }),
    listRefusals(db, accountId, { externalId, limit: REFUSALS_SHOWN }),
  ]);
  return { ...named, recorded, refusals };
}

export async function findNamedClaim({ db, accountId }: MerchantContext, id: ClaimId): Promise<NamedClaim> {
  const named = await findClaimOfAccount(db, accountId, id);
  if (!named) throw new AppError("claim_not_found");
  return named;
}
