import type { CampaignStatus, ConversionStatus } from "tributary-sdk";
import type {
  AffiliationRow,
  ClaimState,
  DeliveryStatus,
  InvitationState,
  PayoutStatus,
  PortalCampaignRow,
} from "tributary-sdk/pages";

/** The colour and icon of a status. */
export type Tone = "good" | "waiting" | "bad" | "warning" | "quiet";

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
export const conversionWords: Readonly<Record<ConversionStatus, string>> = {
  pending: "Pending review",
  approved: "Approved",
  rejected: "Rejected",
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

export const claimTones: Readonly<Record<ClaimState, Tone>> = {
  asked: "quiet",
  open: "waiting",
  answered: "good",
  converted: "good",
};

export const payoutTones: Readonly<Record<PayoutStatus, Tone>> = {
  created: "waiting",
  paid: "good",
  failed: "bad",
  cancelled: "quiet",
};

export const affiliationTones: Readonly<Record<PortalCampaignRow["affiliation_status"], Tone>> = {
  active: "good",
  pending: "waiting",
  rejected: "bad",
  suspended: "warning",
  left: "quiet",
};

/** The API status, extended by the two states that it does not show. */
export function affiliationState(row: Pick<AffiliationRow, "status" | "suspended" | "removed">): {
  word: string;
  tone: Tone;
} {
  if (row.removed) return { word: "removed", tone: "quiet" };
  if (row.suspended) return { word: "suspended", tone: "warning" };
  const tones = { active: "good", pending: "waiting", rejected: "bad" } as const;
  return { word: row.status, tone: tones[row.status] };
}
