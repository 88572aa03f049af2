import type { AffiliateAccount } from "tributary-sdk/statement";
import type { ClawBack } from "./claw-back.ts";
import type { Conversion } from "./conversion.ts";
import type { AffiliateId, CampaignId } from "./ids.ts";
import type { Money } from "./values/money.ts";
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
 * Moves the commission from the account for `before` to the one for `after`; null: the conversion is new. An adjustment
 * moves only the difference, between the affiliate and the campaign. Nothing to move: no transfer.
 */
export function transferBetween(before: Conversion | null, after: Conversion): Transfer | undefined {
  const from = holder(after, before?.status ?? null);
  const to = holder(after, after.status);
  if (before?.status === after.status) return differenceBetween(before, after);
  const { commission } = before && after.status === "rejected" ? before : after;
  return commission.minor === 0n ? undefined : { debit: from, credit: to, amount: commission };
}

function differenceBetween(before: Conversion, after: Conversion): Transfer | undefined {
  const minor = after.commission.minor - before.commission.minor;
  if (minor === 0n || after.status === "rejected") return undefined;
  const [spent, held] = [campaign(after), holder(after, after.status)];
  return minor > 0n
    ? { debit: spent, credit: held, amount: { ...after.commission, minor } }
    : { debit: held, credit: spent, amount: { ...after.commission, minor: -minor } };
}

/** The affiliate owes the amount to the campaign, or gets it back. The budget does not change. */
export function transferOfClawBack({ affiliateId, campaignId, amount }: ClawBack): Transfer {
  const owed: LedgerAccount = { kind: "receivable", ownerId: affiliateId };
  const recovered: LedgerAccount = { kind: "recovered", ownerId: campaignId };
  return amount.minor > 0n
    ? { debit: owed, credit: recovered, amount }
    : { debit: recovered, credit: owed, amount: { ...amount, minor: -amount.minor } };
}

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
