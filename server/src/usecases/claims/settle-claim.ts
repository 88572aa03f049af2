import type { Tx } from "../../db/database.ts";
import { claimFacts } from "../../domain/audit-facts.ts";
import { applyClaimAction, claimTransitions, type Claim, type ClaimAction } from "../../domain/claim.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { parseId, type ClaimId, type ConversionId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import { findAffiliateCode } from "../../store/campaigns/affiliates.ts";
import { lockClaim, saveClaim, type NamedClaim } from "../../store/conversions/claims.ts";
import { findConversion } from "../../store/conversions/conversions.ts";
import { audit } from "../audit/audit.ts";
import { cleanOrderId } from "../../domain/order-id.ts";
import type { MerchantContext } from "../context.ts";
import { trackConversion } from "../conversions/track-conversion.ts";
import { claimSettledMail } from "../mail/mail-texts.ts";
import { queueMailToAffiliate } from "../mail/queue-mail.ts";
import { requireRole } from "../require-role.ts";
import { findNamedClaim } from "./browse-claims.ts";

export interface AnswerClaim {
  readonly id: ClaimId;
  readonly text: string;
}

export async function answerClaim(context: MerchantContext, { id, text }: AnswerClaim): Promise<NamedClaim> {
  requireRole(context, "manager");
  const named = await findNamedClaim(context, id);
  const change = { answer: text, answeredAt: context.clock.now() };
  await context.db.transaction((tx) => settle(tx, context, { named, action: "answer", change }));
  return findNamedClaim(context, id);
}

export interface ConvertClaim {
  readonly id: ClaimId;
  readonly amount: Money;
  /** The order ID as the merchant corrected it; undefined: as claimed. */
  readonly externalId?: string | undefined;
}

/** Tracks the order under the usual rules, with the affiliate's code, and settles the claim in the same transaction. */
export async function convertClaim(context: MerchantContext, input: ConvertClaim): Promise<NamedClaim> {
  const { id, amount } = input;
  requireRole(context, "manager");
  const named = await findNamedClaim(context, id);
  // Checked before tracking: otherwise a settled claim would be recorded as a refused order.
  if (!claimTransitions.convert.from.includes(named.claim.state)) throw new AppError("claim_not_open");
  const { campaignId, affiliationId } = named.claim;
  // Earlier versions stored claims as typed.
  const externalId = input.externalId ?? cleanOrderId(named.claim.externalId);
  const affiliateCode = await findAffiliateCode(context.db, context.accountId, affiliationId);
  const order = { campaignId, externalId, amount, affiliateCode, clickId: undefined };
  const convert = (tx: Tx, conversionId: ConversionId): Promise<void> =>
    settle(tx, context, { named, action: "convert", change: { conversionId, answeredAt: context.clock.now() } });
  try {
    await trackConversion(context, order, (tx, conversion) => convert(tx, conversion.id));
  } catch (error) {
    const recorded = await recordedFor(context, named.claim, error);
    if (!recorded) throw error;
    await context.db.transaction((tx) => convert(tx, recorded));
  }
  return findNamedClaim(context, id);
}

/** If the same affiliate's order was tracked in the meantime, it settles the claim. */
async function recordedFor(context: MerchantContext, claim: Claim, error: unknown): Promise<ConversionId | undefined> {
  const first = error instanceof AppError && parseId("conversion", error.facts["conversion_id"] ?? "");
  const recorded = first ? await findConversion(context.db, context.accountId, first) : undefined;
  return recorded?.affiliationId === claim.affiliationId ? recorded.id : undefined;
}

async function settle(
  tx: Tx,
  context: MerchantContext,
  { named, action, change }: { named: NamedClaim; action: Exclude<ClaimAction, "open">; change: Partial<Claim> },
): Promise<void> {
  const { claim, campaignName, merchantName } = named;
  const locked = orRefuse(await lockClaim(tx, context.accountId, claim.id), "claim_not_found");
  const settled = applyClaimAction(locked, action, change);
  await saveClaim(tx, locked.state, settled);
  const sides = { before: claimFacts(locked), after: claimFacts(settled) };
  const done = action === "answer" ? "claim.answered" : "claim.converted";
  await audit(tx, context, { action: done, subject: claim.id, ...sides });
  const content = claimSettledMail(context.settings, { claim: settled, campaignName, merchantName });
  await queueMailToAffiliate(tx, context, { affiliateId: settled.affiliateId, content });
}
