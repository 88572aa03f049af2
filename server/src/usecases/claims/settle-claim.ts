import { claimFacts } from "../../domain/audit-facts.ts";
import { applyClaimAction, claimTransitions, type Claim, type ClaimAction } from "../../domain/claim.ts";
import { AppError } from "../../domain/errors.ts";
import { parseId, type ClaimId, type ConversionId } from "../../domain/ids.ts";
import type { Money } from "../../domain/money.ts";
import { findAffiliateCode } from "../../store/affiliates.ts";
import { lockClaim, saveClaim, type NamedClaim } from "../../store/claims.ts";
import { findConversion } from "../../store/conversions.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { trackConversion } from "../conversions/track-conversion.ts";
import { claimSettledLetter } from "../mail/letters.ts";
import { queueMailToAffiliate } from "../mail/queue-mail.ts";
import { requireRole } from "../people/require-role.ts";
import { findNamedClaim } from "./browse-claims.ts";

export interface AnswerClaim {
  readonly id: ClaimId;
  readonly text: string;
}

/** In the merchant's own words. */
export async function answerClaim(context: MerchantContext, { id, text }: AnswerClaim): Promise<NamedClaim> {
  requireRole(context, "manager");
  await settle(context, { id, action: "answer", change: { answer: text, answeredAt: context.clock.now() } });
  return findNamedClaim(context, id);
}

export interface ConvertClaim {
  readonly id: ClaimId;
  readonly amount: Money;
}

/** The order becomes a conversion by the same rules as every other, with the affiliate's code. */
export async function convertClaim(context: MerchantContext, { id, amount }: ConvertClaim): Promise<NamedClaim> {
  requireRole(context, "manager");
  const { claim } = await findNamedClaim(context, id);
  // Before a conversion is made that nobody could take back.
  if (!claimTransitions.convert.from.includes(claim.state)) throw new AppError("claim_not_open");
  const conversionId = await trackClaimed(context, claim, amount);
  await settle(context, { id, action: "convert", change: { conversionId, answeredAt: context.clock.now() } });
  return findNamedClaim(context, id);
}

/** Of an order that is recorded for the same affiliate already, as after a crash between the two transactions, that one. */
async function trackClaimed(context: MerchantContext, claim: Claim, amount: Money): Promise<ConversionId> {
  const { campaignId, externalId } = claim;
  const affiliateCode = await findAffiliateCode(context.db, context.accountId, claim.affiliationId);
  try {
    const input = { campaignId, externalId, amount, affiliateCode, clickId: undefined };
    return (await trackConversion(context, input)).id;
  } catch (error) {
    const first = error instanceof AppError && parseId("conversion", error.facts["conversion_id"] ?? "");
    const recorded = first ? await findConversion(context.db, context.accountId, first) : undefined;
    if (recorded && recorded.affiliationId === claim.affiliationId) return recorded.id;
    throw error;
  }
}

async function settle(
  context: MerchantContext,
  { id, action, change }: { id: ClaimId; action: Exclude<ClaimAction, "open">; change: Partial<Claim> },
): Promise<void> {
  const { db, accountId } = context;
  const { campaignName, merchantName } = await findNamedClaim(context, id);
  await db.transaction(async (tx) => {
    const locked = await lockClaim(tx, accountId, id);
    if (!locked) throw new AppError("claim_not_found");
    const settled = applyClaimAction(locked, action, change);
    await saveClaim(tx, locked.state, settled);
    const sides = { before: claimFacts(locked), after: claimFacts(settled) };
    const done = action === "answer" ? "claim.answered" : "claim.converted";
    await audit(tx, context, { action: done, subject: id, ...sides });
    const letter = claimSettledLetter(context.settings, { claim: settled, campaignName, merchantName });
    await queueMailToAffiliate(tx, context, { affiliateId: settled.affiliateId, letter });
  });
}
