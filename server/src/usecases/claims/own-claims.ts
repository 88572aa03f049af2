import { applyClaimAction, type ClaimState } from "../../domain/claim.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { ClaimId } from "../../domain/ids.ts";
import {
  countClaimsOfPerson,
  findClaimOfPerson,
  listClaimsOfPerson,
  lockClaim,
  saveClaim,
  type NamedClaim,
  type OwnClaimSort,
} from "../../store/conversions/claims.ts";
import type { Page, Total } from "../../store/page.ts";
import type { AffiliateContext } from "../context.ts";

export type { NamedClaim } from "../../store/conversions/claims.ts";

export async function listOwnClaims(
  { db, userId }: AffiliateContext,
  { state, sort }: { state: ClaimState | undefined; sort: OwnClaimSort | undefined },
  page: Page,
): Promise<{ rows: NamedClaim[]; total: Total }> {
  const [rows, total] = await Promise.all([
    listClaimsOfPerson(db, userId, { ...page, state, sort }),
    countClaimsOfPerson(db, userId, state),
  ]);
  return { rows, total };
}

export async function getOwnClaim({ db, userId }: AffiliateContext, id: ClaimId): Promise<NamedClaim> {
  return orRefuse(await findClaimOfPerson(db, userId, id), "claim_not_found");
}

/** Shows the claim to the merchant. */
export async function openClaim(
  context: AffiliateContext,
  { id, message }: { id: ClaimId; message: string | undefined },
): Promise<NamedClaim> {
  const { claim } = await getOwnClaim(context, id);
  await context.db.transaction(async (tx) => {
    const locked = orRefuse(await lockClaim(tx, claim.accountId, id), "claim_not_found");
    const change = { openedAt: context.clock.now(), message: message ?? null };
    await saveClaim(tx, locked.state, applyClaimAction(locked, "open", change));
  });
  return getOwnClaim(context, id);
}
