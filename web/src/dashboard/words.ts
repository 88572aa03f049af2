import type { Campaign, CampaignStatus, ConversionStatus } from "tributary-sdk";
import type { AffiliationRow, DeliveryStatus, InvitationState, WarningSign } from "tributary-sdk/pages";
import { moneyText, percentText } from "../ui/numbers.ts";
import type { Tone } from "../ui/status-badge.tsx";

export const campaignTones: Readonly<Record<CampaignStatus, Tone>> = {
  active: "good",
  paused: "waiting",
  archived: "quiet",
};
export const conversionTones: Readonly<Record<ConversionStatus, Tone>> = {
  pending: "waiting",
  approved: "good",
  rejected: "bad",
};
export const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  waiting: "waiting",
  delivered: "good",
  failed: "bad",
  held: "quiet",
};
export const invitationTones: Readonly<Record<InvitationState, Tone>> = {
  open: "waiting",
  expired: "quiet",
  accepted: "good",
  withdrawn: "quiet",
  replaced: "quiet",
};

/** The contract's word, and the two states that it does not show. */
export function affiliationState(row: Pick<AffiliationRow, "status" | "suspended" | "removed">): {
  word: string;
  tone: Tone;
} {
  if (row.removed) return { word: "removed", tone: "quiet" };
  if (row.suspended) return { word: "suspended", tone: "warning" };
  const tones = { active: "good", pending: "waiting", rejected: "bad" } as const;
  return { word: row.status, tone: tones[row.status] };
}

export const signWords: Readonly<Record<WarningSign, { short: string; long: string }>> = {
  code_and_click_disagree: {
    short: "Code and click disagree",
    long: "The call named one affiliate by code and another by click. The click decided.",
  },
  code_without_click: {
    short: "No click",
    long: "Only the affiliate's code was sent, and no click of a visitor.",
  },
  fast_conversion: {
    short: "Very fast",
    long: "The order came within seconds of the click, faster than people usually buy.",
  },
  shared_address: {
    short: "Shared address",
    long: "Another click from the same network address led to a conversion on the same day.",
  },
};

export const ruleText = (campaign: Pick<Campaign, "commission_type" | "commission_value" | "currency">): string =>
  campaign.commission_type === "percentage"
    ? percentText(campaign.commission_value)
    : moneyText(campaign.commission_value, campaign.currency);
