import type { claimFindings, ClaimState } from "tributary-sdk/words";
import type { Conversion, ConversionStatus } from "./conversion.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { AccountId, AffiliateId, AffiliationId, CampaignId, ClaimId, ConversionId } from "./ids.ts";
import { stateOf } from "./terms.ts";
import type { Deduction } from "./withdrawable.ts";

export { claimFindings, claimStates, type ClaimState } from "tributary-sdk/words";

/** What our records showed when the affiliate asked, limited to what they may know. */
export interface Finding {
  readonly kind: (typeof claimFindings)[number];
  readonly text: string;
  readonly conversion: { readonly id: ConversionId; readonly status: ConversionStatus } | null;
  readonly reason: ErrorCode | OutdoneReason | null;
}
/** Another affiliate's coupon or click decided. */
type OutdoneReason = "coupon_decided" | "click_decided";

/** An affiliate's question about a missing sale. */
export interface Claim {
  readonly id: ClaimId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  readonly affiliationId: AffiliationId;
  /** As the affiliate typed it. */
  readonly externalId: string;
  readonly approximateTime: Date;
  readonly state: ClaimState;
  readonly finding: Finding;
  readonly message: string | null;
  readonly answer: string | null;
  readonly conversionId: ConversionId | null;
  readonly askedAt: Date;
  readonly openedAt: Date | null;
  readonly answeredAt: Date | null;
}

export const claimActions = ["open", "answer", "convert"] as const;
export type ClaimAction = (typeof claimActions)[number];

export const claimTransitions: Readonly<
  Record<ClaimAction, { from: readonly ClaimState[]; to: ClaimState; refusal: ErrorCode }>
> = {
  open: { from: ["asked"], to: "open", refusal: "claim_already_open" },
  answer: { from: ["open"], to: "answered", refusal: "claim_not_open" },
  // The merchant may still find the order after replying.
  convert: { from: ["open", "answered"], to: "converted", refusal: "claim_not_open" },
};

export function applyClaimAction(claim: Claim, action: ClaimAction, change: Partial<Claim>): Claim {
  const { from, to, refusal } = claimTransitions[action];
  if (!from.includes(claim.state)) throw new AppError(refusal);
  return { ...claim, ...change, state: to };
}

/** A conversion that belongs to the affiliate who asks. */
export interface RecordedOrder {
  readonly conversion: Conversion;
  readonly deduction: Deduction | null;
}

/**
 * Uses only what this affiliate may know. Another affiliate's order and an order that does not exist give the same
 * finding: order IDs can be guessed, and must not reveal who has the sale.
 */
export function findingOf(
  facts: {
    order: RecordedOrder | undefined;
    refusal: ErrorCode | undefined;
    outdoneBy?: "coupon" | "click" | undefined;
    /** Why no affiliate has the order, if the shop reported it. */
    unattributed?: string | undefined;
  },
  now: Date,
): Finding {
  const { order, refusal, outdoneBy } = facts;
  if (order) {
    const { conversion, deduction } = order;
    const day = conversion.createdAt.toISOString().slice(0, 10);
    const text = `This order was recorded as your conversion on ${day}. ${stateOf(conversion, deduction, now)}`;
    return { kind: "recorded", text, conversion: { id: conversion.id, status: conversion.status }, reason: null };
  }
  const outdone = outdoneBy && (`${outdoneBy}_decided` as const);
  if (outdone) return { kind: "refused", text: outdoneTexts[outdone], conversion: null, reason: outdone };
  const told = refusal && refusalTexts[refusal];
  if (told) return { kind: "refused", text: `The order was not accepted: ${told}`, conversion: null, reason: refusal };
  return { kind: "unknown", text: unknownText(facts.unattributed), conversion: null, reason: null };
}

/** Never whose: the affiliate whose own link or coupon the order came with may know only that it did not decide. */
const outdoneTexts: Readonly<Record<OutdoneReason, string>> = {
  coupon_decided: "Your link was followed. Another affiliate's coupon decided: this campaign puts coupons first.",
  click_decided: "Your coupon was used. Another affiliate's link decided: this campaign puts links first.",
};

const UNKNOWN =
  "None of your conversions has this order ID. Check the ID, and that the customer followed your link before ordering. If you are sure, ask the merchant.";

/** Says nothing about whose click or coupon it may have carried, only that it was not this affiliate's. */
const WITHOUT_EVIDENCE =
  "The shop reported this order. It came without a click on your link and without a coupon of yours. If you are sure that you brought the customer, ask the merchant.";
/** For reasons that may concern someone else's click or coupon, or a click of this affiliate that was deleted since. */
const UNATTRIBUTED =
  "The shop reported this order, but no affiliate got it. If you are sure that you brought the customer, ask the merchant.";
const NO_EVIDENCE: ReadonlySet<string> = new Set(["no_evidence", "customer_not_found", "coupon_not_found"]);

function unknownText(unattributed: string | undefined): string {
  if (unattributed === undefined) return UNKNOWN;
  return NO_EVIDENCE.has(unattributed) ? WITHOUT_EVIDENCE : UNATTRIBUTED;
}

/** Excludes duplicates: that refusal would reveal that the order belongs to someone else. */
const refusalTexts: Partial<Record<ErrorCode, string>> = {
  outside_attribution_window: "the customer's click on your link was older than the attribution window.",
  campaign_not_active: "the campaign was paused, and the order had no click from before the pause.",
  campaign_archived: "the campaign had ended.",
  budget_exceeded: "the campaign's budget was used up.",
  affiliate_not_active: "you were not active in the campaign at that time.",
  click_of_other_campaign: "the customer's click belongs to a different campaign.",
  coupon_ended: "your coupon had ended.",
  coupon_needs_click: "your coupon was used, but the customer had not followed your link.",
  currency_mismatch: "the commission currency differs from the currency of the campaign's budget.",
};

/** The refusals to look for. Any other refusal concerns someone else, or no affiliate at all. */
export const toldRefusals = Object.keys(refusalTexts) as ErrorCode[];
