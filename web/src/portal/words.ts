import type { ClaimState, PortalCampaignRow, PortalConversionRow } from "tributary-sdk/pages";
import { countText, moneyText } from "../ui/numbers.ts";
import type { Tone } from "../ui/status-badge.tsx";

export const affiliationTones: Readonly<Record<PortalCampaignRow["affiliation_status"], Tone>> = {
  active: "good",
  pending: "waiting",
  rejected: "bad",
  suspended: "warning",
  left: "quiet",
};

export const claimTones: Readonly<Record<ClaimState, Tone>> = {
  asked: "quiet",
  open: "waiting",
  answered: "good",
  converted: "good",
};

/** Currencies are never added up: each has an amount of its own. */
export const amountsText = (amounts: Readonly<Record<string, number>>, none: string): string => {
  const texts = Object.entries(amounts).map(([currency, amount]) => moneyText(amount, currency));
  return texts.length === 0 ? none : texts.join(" · ");
};

/** When the commission can be paid, in a few words. */
export function readyText(row: PortalConversionRow): string {
  if (row.status === "rejected") return "never";
  if (row.commission === 0) return "no commission";
  if (row.withdrawable) return "now";
  if (row.deducted) return "deducted";
  if (row.payout_id !== null) return "in a payout";
  if (row.days_to_maturation === 0) return "once approved";
  const left = `in ${countText(row.days_to_maturation, "day")}`;
  return row.status === "pending" ? `${left}, once approved` : left;
}
