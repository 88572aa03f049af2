import type { BalanceState, BatchRow, FileFormat, PayoutMethod } from "tributary-sdk/pages";
import type { Tone } from "./tones.ts";

export const methodWords: Readonly<Record<PayoutMethod, string>> = {
  iban: "Bank transfer",
  paypal: "PayPal",
  other: "Another way",
};

/** How and where to, as far as it may be shown. */
export const destinationText = (method: PayoutMethod, hint: string): string => {
  const shown = hint.replace(/^…/u, "");
  return shown === "" ? methodWords[method] : `${methodWords[method]} …${shown}`;
};

export const balanceWords: Readonly<Record<BalanceState, { word: string; tone: Tone }>> = {
  payable: { word: "can be paid", tone: "good" },
  no_payout_details: { word: "no payout details", tone: "warning" },
  owes_more: { word: "owes more", tone: "warning" },
  maturing: { word: "maturing", tone: "waiting" },
  pending: { word: "pending", tone: "waiting" },
  in_payout: { word: "in payout", tone: "waiting" },
  nothing: { word: "nothing due", tone: "quiet" },
};

export const originWords: Readonly<Record<BatchRow["origin"], string>> = {
  single: "One affiliate",
  batch: "Batch",
  monthly: "Monthly batch",
};

export const fileWords: Readonly<Record<FileFormat, { name: string; help: string }>> = {
  sepa: { name: "SEPA credit transfer", help: "pain.001.001.09, for the upload at your bank" },
  paypal: { name: "PayPal mass payment", help: "CSV for PayPal Payouts" },
  csv: { name: "Plain CSV", help: "One line for each open payout in no other file, for any other way of paying" },
};
