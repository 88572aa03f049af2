import type { BalanceState, BatchRow, FileFormat, PayoutMethod } from "tributary-sdk/pages";
import type { Tone } from "./tones.ts";

export const methodWords: Readonly<Record<PayoutMethod, string>> = {
  iban: "Bank transfer",
  paypal: "PayPal",
  other: "Other",
};

/** The method and the masked account. */
export const destinationText = (method: PayoutMethod, hint: string): string => {
  const shown = hint.includes("@") ? hint : hint.replace(/^…?(?=.)/u, "…");
  return `${methodWords[method]} ${shown}`.trimEnd();
};

export const balanceWords: Readonly<Record<BalanceState, { word: string; tone: Tone }>> = {
  payable: { word: "ready to pay", tone: "good" },
  no_payout_details: { word: "missing payout details", tone: "warning" },
  owes_more: { word: "to be deducted", tone: "warning" },
  maturing: { word: "on hold", tone: "waiting" },
  pending: { word: "pending review", tone: "waiting" },
  in_payout: { word: "in transit", tone: "waiting" },
  nothing: { word: "nothing due", tone: "quiet" },
};

export const originWords: Readonly<Record<BatchRow["origin"], string>> = {
  single: "Single payout",
  batch: "Batch",
  monthly: "Monthly batch",
};

export const fileWords: Readonly<Record<FileFormat, { name: string; help: string }>> = {
  sepa: { name: "SEPA credit transfer", help: "pain.001.001.09, to upload to your bank" },
  paypal: { name: "PayPal Payouts", help: "CSV to upload to PayPal" },
  csv: { name: "Plain CSV", help: "One line per open payout that is in no other file, for any other payment method" },
};
