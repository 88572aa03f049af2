import { daysAfter } from "../../src/domain/values/day.ts";
import type { Affiliation } from "../../src/domain/affiliation.ts";
import type { Campaign } from "../../src/domain/campaign.ts";
import type { ClawBack } from "../../src/domain/claw-back.ts";
import type { Conversion } from "../../src/domain/conversion.ts";
import { parseCurrency, type Currency } from "../../src/domain/values/currency.ts";
import { AppError, type ErrorCode } from "../../src/domain/errors.ts";
import { idOf } from "../../src/domain/ids.ts";
import type { Money } from "../../src/domain/values/money.ts";
import type { Payout } from "../../src/domain/payout.ts";

export function currency(code: string): Currency {
  const parsed = parseCurrency(code);
  if (!parsed) throw new Error(`${code} is not a currency.`);
  return parsed;
}
export const money = (minor: bigint | number, code = "EUR"): Money => ({
  minor: BigInt(minor),
  currency: currency(code),
});

export const uuid = (number: number): string => `0195a000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;

export const NOON = new Date("2026-03-01T12:00:00.000Z");
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const aCampaign: Campaign = {
  id: idOf("campaign", uuid(1)),
  accountId: idOf("account", uuid(2)),
  name: "Spring sale",
  slug: "spring-sale",
  targetUrl: "https://shop.example/",
  type: "CPA",
  status: "active",
  visibility: "public",
  commission: { type: "percentage", partsPerMillion: 100_000n },
  scalesFixed: false,
  planId: null,
  rebind: "never",
  evidence: "coupon",
  couponNeedsClick: "off",
  couponClickDays: 30,
  currency: currency("EUR"),
  attributionWindowDays: 30,
  maturationDays: 7,
  maxBudgetMinor: null,
  currentSpendMinor: 0n,
  createdAt: NOON,
  updatedAt: NOON,
};

export const anAffiliation: Affiliation = {
  id: idOf("affiliation", uuid(3)),
  accountId: aCampaign.accountId,
  campaignId: aCampaign.id,
  affiliateId: idOf("affiliate", uuid(4)),
  code: "k7m2p9x4wd",
  status: "active",
  joinedAt: NOON,
  approvedAt: null,
  withheldAt: null,
};

export const aConversion: Conversion = {
  id: idOf("conversion", uuid(5)),
  accountId: aCampaign.accountId,
  campaignId: aCampaign.id,
  affiliateId: anAffiliation.affiliateId,
  affiliationId: anAffiliation.id,
  externalId: "order-1",
  kind: "order",
  customerKey: null,
  planned: null,
  countedMonth: null,
  amount: money(12_345),
  commission: money(1_235),
  original: { amount: money(12_345), commission: money(1_235) },
  refundedMinor: 0n,
  hasRefunds: false,
  partOf: null,
  status: "pending",
  createdAt: NOON,
  maturesAt: daysAfter(NOON, 7),
  approvedAt: null,
  rejectedAt: null,
  rejectionReason: null,
  payoutId: null,
  released: false,
  seq: 1,
  origin: {
    attributedBy: "code",
    clickId: null,
    clickedAt: null,
    clickExpiresAt: null,
    addressHash: null,
    rule: { type: "percentage", partsPerMillion: 100_000n },
    scalesFixed: false,
    warningSigns: ["code_without_click"],
    coupon: null,
    otherAffiliationId: null,
  },
};

export const aClawBack: ClawBack = {
  id: idOf("claw_back", uuid(6)),
  accountId: aCampaign.accountId,
  conversionId: aConversion.id,
  campaignId: aCampaign.id,
  affiliateId: anAffiliation.affiliateId,
  amount: money(1_235),
  reason: "The customer sent it back.",
  actor: "member:1",
  createdAt: NOON,
  payoutId: null,
  refundId: null,
  undoes: null,
};

export const aPayout: Payout = {
  id: idOf("payout", uuid(7)),
  accountId: aCampaign.accountId,
  batchId: idOf("batch", uuid(8)),
  affiliateId: anAffiliation.affiliateId,
  amount: money(10_000),
  earnedMinor: 11_235n,
  clawedBackMinor: 1_235n,
  conversions: 9,
  clawBacks: 1,
  status: "created",
  seq: 1,
  method: "iban",
  accountHint: "3000",
  reference: null,
  reason: null,
  paidOn: null,
  createdAt: NOON,
  settledAt: null,
  inFile: false,
};

/** Returns the result or the error code. Any other error is a bug in the test or the code. */
export function outcomeOf<Result>(work: () => Result): Result | ErrorCode {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
