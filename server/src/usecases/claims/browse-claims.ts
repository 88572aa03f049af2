import { orRefuse } from "../../domain/errors.ts";
import type { ClaimId } from "../../domain/ids.ts";
import { listOrdersNumbered } from "../../store/connectors/fact-keys.ts";
import { claimList, findClaimOfAccount, type ClaimFilter, type NamedClaim } from "../../store/conversions/claims.ts";
import { conversionList, listLookAlikes, type ListedConversion } from "../../store/conversions/conversion-list.ts";
import { listRefusals, type Refusal } from "../../store/conversions/refusals.ts";
import type { MerchantContext } from "../context.ts";
import { listing, type Listing } from "../listing.ts";

export type { NamedClaim } from "../../store/conversions/claims.ts";

/** Claims that affiliates have opened, newest first. */
export const browseClaims: Listing<ClaimFilter, NamedClaim> = listing(claimList);

export interface DescribedClaim extends NamedClaim {
  /** The recorded order, whichever affiliate it belongs to. Merchants may see that. */
  readonly recorded: ListedConversion | undefined;
  /** Orders whose ID only looks the same. */
  readonly similar: readonly ListedConversion[];
  readonly refusals: readonly Pick<Refusal, "reason" | "refusedAt">[];
}

const REFUSALS_SHOWN = 20;
const LOOK_ALIKES_SHOWN = 5;

export async function describeClaim(context: MerchantContext, id: ClaimId): Promise<DescribedClaim> {
  const { db, accountId } = context;
  const named = await findNamedClaim(context, id);
  const { externalId } = named.claim;
  const externalIds = [externalId, ...(await listOrdersNumbered(db, accountId, externalId))];
  const [[recorded], similar, refusals] = await Promise.all([
    conversionList.read(db, { accountId }, { filter: { externalId }, slice: { limit: 1, offset: 0 } }),
    listLookAlikes(db, accountId, { externalIds, limit: LOOK_ALIKES_SHOWN }),
    listRefusals(db, accountId, { externalIds, limit: REFUSALS_SHOWN }),
  ]);
  return { ...named, recorded, similar, refusals };
}

export async function findNamedClaim({ db, accountId }: MerchantContext, id: ClaimId): Promise<NamedClaim> {
  return orRefuse(await findClaimOfAccount(db, accountId, id), "claim_not_found");
}
