import type { StatementLine } from "tributary-sdk/pages";
import { calendarMonth } from "../format/dates.ts";

export const lineWords: Readonly<Record<StatementLine["kind"], string>> = {
  earned: "Commission earned, pending review",
  approved: "Commission approved",
  rejected: "Commission rejected",
  restored: "Commission returned to review",
  clawed_back: "Commission deducted",
  claw_back_returned: "Deduction returned",
  refunded: "Commission lowered: order refunded or edited",
  increased: "Commission raised: refund cancelled or order edited",
  payout_made: "Added to payout",
  claw_back_deducted: "Deducted from payout",
  payout_paid: "Payout paid",
  payout_returned: "Payout returned by the bank",
  claw_back_restored: "Deduction restored",
  return_added: "Returned with payout",
  return_withdrawn: "Return taken out of the payout",
  payout_released: "Removed from payout",
};

/** The groups of a statement, in this order. */
export const groupNames = ["new", "approved", "reversed", "paid"] as const;
export type GroupName = (typeof groupNames)[number];

export const groupWords: Readonly<Record<GroupName, { title: string; note?: string }>> = {
  new: { title: "New commission" },
  approved: { title: "Approved", note: "Already part of the balance." },
  reversed: { title: "Changes" },
  paid: { title: "Paid" },
};

/** The month comes from the URL and may be invalid. */
export const monthTitle = (month: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `Statement for ${calendarMonth(month)}` : "Statement";
