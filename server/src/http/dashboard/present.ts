import type {
  AffiliationRow,
  ApiKeyRow,
  ConversionRow,
  HistoryEntry as WireHistoryEntry,
  InvitationMail,
  InvitationRow,
  RefusedCallRow,
} from "tributary-sdk/pages";
import { affiliationActionsFrom } from "../../domain/affiliation.ts";
import { isAllowed, type ConversionAction } from "../../domain/conversion.ts";
import type { AppError } from "../../domain/errors.ts";
import type { NotMailedReason } from "../../domain/mail-limit.ts";
import type { ListedAffiliation } from "../../usecases/affiliates/browse-affiliations.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { ListedConversion } from "../../usecases/conversions/browse-conversions.ts";
import type { HistoryEntry } from "../../usecases/conversions/describe-conversion.ts";
import type { BrowsedInvitation } from "../../usecases/affiliates/browse-invitations.ts";
import type { ApiKey } from "../../usecases/keys/browse-keys.ts";
import type { NumberedCall } from "../../usecases/refused-calls/browse-refused-calls.ts";
import { presentAffiliate, presentConversion } from "../v1/present.ts";
import { conversionActions } from "./schemas.ts";

export function presentAffiliation(listed: ListedAffiliation, { settings }: MerchantContext): AffiliationRow {
  const { affiliation, campaign, name, email, statistics } = listed;
  const { affiliateId, id, status, code, joinedAt } = affiliation;
  const affiliate = { id: affiliateId, affiliationId: id, email, name, status, code, joinedAt, statistics };
  return {
    ...presentAffiliate(affiliate, settings.baseUrl),
    campaign_id: affiliation.campaignId,
    campaign_name: campaign.name,
    campaign_status: campaign.status,
    campaign_currency: campaign.currency,
    approved_at: isoOrNull(affiliation.approvedAt),
    removed: status === "removed",
    actions: affiliationActionsFrom(status),
  };
}

export const presentInvitation = ({ invitation, campaignName, state }: BrowsedInvitation): InvitationRow => ({
  id: invitation.id,
  campaign_id: invitation.campaignId,
  campaign_name: campaignName,
  email: invitation.email,
  state,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
  accepted_at: isoOrNull(invitation.acceptedAt),
  withdrawn_at: isoOrNull(invitation.withdrawnAt),
  replaced_at: isoOrNull(invitation.replacedAt),
});

export const presentMail = (notMailed: NotMailedReason | undefined): InvitationMail => ({
  mailed: notMailed === undefined,
  not_mailed_reason: notMailed ?? null,
});

/** In the dashboard a pending one may be rejected at any time. */
const memberActions: Readonly<Record<(typeof conversionActions)[number], ConversionAction>> = {
  approve: "approve",
  reject: "reject_as_member",
  unreject: "unreject",
};

export function presentConversionRow(listed: ListedConversion, { clock }: MerchantContext): ConversionRow {
  const { conversion, campaignName, affiliateName } = listed;
  const { clickedAt, warningSigns } = conversion.origin;
  const now = clock.now();
  return {
    ...presentConversion(conversion),
    affiliation_id: conversion.affiliationId,
    campaign_name: campaignName,
    affiliate_name: affiliateName,
    warning_signs: [...warningSigns],
    seconds_to_convert: clickedAt && Math.floor((conversion.createdAt.getTime() - clickedAt.getTime()) / 1000),
    payout_id: conversion.payoutId,
    actions: conversionActions.filter((action) => isAllowed(conversion, memberActions[action], now)),
  };
}

export const presentHistoryEntry = ({ actor, actorName, at, ...entry }: HistoryEntry): WireHistoryEntry => ({
  seq: entry.seq,
  action: entry.action,
  status: entry.status,
  actor: { kind: actorKind(actor), id: actor, name: actorName },
  reason: entry.reason,
  at: at.toISOString(),
});

export function actorKind(actor: string): "user" | "key" | "system" {
  if (actor.startsWith("usr_")) return "user";
  return actor.startsWith("key_") ? "key" : "system";
}

export const presentKey = (key: ApiKey): ApiKeyRow => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: key.createdAt.toISOString(),
  last_used_at: isoOrNull(key.lastUsedAt),
  revoked_at: isoOrNull(key.revokedAt),
});

export const presentRefusedCall = (call: NumberedCall): RefusedCallRow => ({
  id: String(call.number),
  at: call.at.toISOString(),
  method: call.method,
  path: call.path,
  status: call.status,
  code: call.code,
  error: call.error,
  request_id: call.requestId,
  key: { id: call.keyId, name: call.keyName },
});

export const presentRefusal = ({ message, code }: AppError) => ({ error: message, code });

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
