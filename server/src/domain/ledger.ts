import type { AffiliateAccount } from "tributary-sdk/statement";
import type { ClawBack } from "./claw-back.ts";
import type { Conversion } from "./conversion.ts";
import type { AffiliateId, CampaignId } from "./ids.ts";
import type { Money } from "./money.ts";
import { isLiving, type PayoutAction, type PayoutStatus } from "./payout.ts";

export type CampaignAccount = "campaign" | "recovered";

/**
 * A campaign's accounts: what it has spent (a negative balance) and what was clawed back. An affiliate's accounts:
 * their earnings in four stages, and what they owe back (a negative balance).
 */
export type LedgerAccount =
  | { readonly kind: CampaignAccount; readonly ownerId: CampaignId }
  | { readonly kind: AffiliateAccount; readonly ownerId: AffiliateId };

/** One balanced transfer between two accounts. A reversal is a new transfer. */
export interface Transfer {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Money;
}

const campaign = (conversion: Conversion): LedgerAccount => ({ kind: "campaign", ownerId: conversion.campaignId });
const affiliate = (conversion: Conversion, kind: "pending" | "payable"): LedgerAccount => ({
  kind,
  ownerId: conversion.affiliateId,
});

/** The account that holds a conversion's commission in each status. */
function holder(conversion: Conversion, status: Conversion["status"] | null): LedgerAccount {
  if (status === "pending") return affiliate(conversion, "pending");
  return status === "approved" ? affiliate(conversion, "payable") : campaign(conversion);
}

/**
 * Moves the stored commission out of the account for `before`; null: the conversion is new. A commission of 0 moves
 * nothing.
 */
export function transferBetween(before: Conversion["status"] | null, after: Conversion): Transfer | undefined {
  if (after.commission.minor === 0n) return undefined;
  return { debit: holder(after, before), credit: holder(after, after.status), amount: after.commission };
}

/** The affiliate owes the amount to the campaign. The budget does not get it back. */
export const transferOfClawBack = ({ affiliateId, campaignId, amount }: ClawBack): Transfer => ({
  debit: { kind: "receivable", ownerId: affiliateId },
  credit: { kind: "recovered", ownerId: campaignId },
  amount,
});

/** One movement of a payout between two of its affiliate's accounts. `sum` names the part of the payout that moves. */
export interface PayoutStep {
  /**
   * From 1 to `PAYOUT_STEPS`. Each step happens at most once until the payout ends, and again if it is paid after all.
   */
  readonly seq: number;
  readonly debit: AffiliateAccount;
  readonly credit: AffiliateAccount;
  readonly sum: "earned" | "clawed_back" | "amount";
}

/** How many step numbers a payout uses until it ends. If it is paid after all, numbering continues from there. */
export const PAYOUT_STEPS = 6;

const made: readonly PayoutStep[] = [
  { seq: 1, debit: "payable", credit: "in_payout", sum: "earned" },
  { seq: 2, debit: "in_payout", credit: "receivable", sum: "clawed_back" },
];
const paid: PayoutStep = { seq: 3, debit: "in_payout", credit: "paid", sum: "amount" };
const returned: PayoutStep = { seq: 4, debit: "paid", credit: "in_payout", sum: "amount" };
const released: readonly PayoutStep[] = [
  { seq: 5, debit: "receivable", credit: "in_payout", sum: "clawed_back" },
  { seq: 6, debit: "in_payout", credit: "payable", sum: "earned" },
];

/** The movements when a payout is created, or when an action moves it out of `from`. A step of 0 moves nothing. */
export function payoutSteps(action: PayoutAction | "create", from: PayoutStatus): readonly PayoutStep[] {
  if (action === "create") return made;
  if (action === "mark_paid") return isLiving(from) ? [paid] : [...made, paid];
  return from === "paid" ? [returned, ...released] : released;
}
