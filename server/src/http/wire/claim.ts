import type { ClaimResponse, ClaimFinding, ClaimRow, PortalClaim } from "tributary-sdk/pages";
import { z } from "zod";
import { claimFindings, claimStates, type Claim, type ClaimState } from "../../domain/claim.ts";
import { conversionStatuses } from "../../domain/conversion.ts";
import { errorTexts } from "../../domain/errors.ts";
import type { DescribedClaim, NamedClaim } from "../../usecases/claims/browse-claims.ts";
import { isoOrNull } from "./times.ts";

const claimFinding: z.ZodType<ClaimFinding> = z.object({
  kind: z.enum(claimFindings),
  text: z.string(),
  conversion: z.object({ id: z.string(), status: z.enum(conversionStatuses) }).nullable(),
  reason: z.string().nullable(),
});

/** As its affiliate sees it. */
export const ownClaim: z.ZodType<PortalClaim> = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  merchant_name: z.string(),
  external_id: z.string(),
  approximate_time: z.string(),
  asked_at: z.string(),
  state: z.enum(claimStates),
  finding: claimFinding,
  message: z.string().nullable(),
  opened_at: z.string().nullable(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  conversion_id: z.string().nullable(),
});

export const presentOwnClaim = ({ claim, campaignName, merchantName }: NamedClaim): PortalClaim => ({
  id: claim.id,
  campaign_id: claim.campaignId,
  campaign_name: campaignName,
  merchant_name: merchantName,
  external_id: claim.externalId,
  approximate_time: claim.approximateTime.toISOString(),
  asked_at: claim.askedAt.toISOString(),
  state: claim.state,
  finding: claim.finding,
  message: claim.message,
  opened_at: isoOrNull(claim.openedAt),
  answer: claim.answer,
  answered_at: isoOrNull(claim.answeredAt),
  conversion_id: claim.conversionId,
});

/** For the personal data export. */
export const presentExportedClaim = (claim: Claim) => ({
  id: claim.id,
  campaign_id: claim.campaignId,
  external_id: claim.externalId,
  approximate_time: claim.approximateTime.toISOString(),
  asked_at: claim.askedAt.toISOString(),
  state: claim.state,
  told: claim.finding.text,
  message: claim.message,
  answer: claim.answer,
  conversion_id: claim.conversionId,
});

/** The affiliate has asked, but the merchant sees a claim only once it is opened. */
type ShownState = Exclude<ClaimState, "asked">;
const shownStates = claimStates.filter((state): state is ShownState => state !== "asked");
const state = z.enum(shownStates);

/** As the merchant sees it. */
export const claimRow: z.ZodType<ClaimRow> = z.object({
  id: z.string(),
  state,
  campaign_id: z.string(),
  campaign_name: z.string(),
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  external_id: z.string(),
  approximate_time: z.string(),
  message: z.string().nullable(),
  opened_at: z.string(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  conversion_id: z.string().nullable(),
});

export function presentClaim({ claim, campaignName, affiliateName }: NamedClaim): ClaimRow {
  if (claim.state === "asked" || !claim.openedAt)
    throw new Error("The merchant cannot see a claim that was not opened.");
  return {
    id: claim.id,
    state: claim.state,
    campaign_id: claim.campaignId,
    campaign_name: campaignName,
    affiliate_id: claim.affiliateId,
    affiliate_name: affiliateName,
    external_id: claim.externalId,
    approximate_time: claim.approximateTime.toISOString(),
    message: claim.message,
    opened_at: claim.openedAt.toISOString(),
    answer: claim.answer,
    answered_at: isoOrNull(claim.answeredAt),
    conversion_id: claim.conversionId,
  };
}

const knownOrder = z.object({
  id: z.string(),
  external_id: z.string(),
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  status: z.enum(conversionStatuses),
});

export const claimResponse: z.ZodType<ClaimResponse> = z.object({
  claim: claimRow,
  told: claimFinding,
  known: z.object({
    conversion: knownOrder.nullable(),
    similar: z.array(knownOrder),
    refusals: z.array(z.object({ at: z.string(), code: z.string(), text: z.string() })),
  }),
});

export const presentClaimResponse = (described: DescribedClaim): ClaimResponse => ({
  claim: presentClaim(described),
  told: described.claim.finding,
  known: {
    conversion: described.recorded ? presentOrder(described.recorded) : null,
    similar: described.similar.map(presentOrder),
    refusals: described.refusals.map(({ reason, refusedAt }) => ({
      at: refusedAt.toISOString(),
      code: reason,
      text: errorTexts[reason],
    })),
  },
});

const presentOrder = ({ conversion, affiliateName }: DescribedClaim["similar"][number]) => ({
  id: conversion.id,
  external_id: conversion.externalId,
  affiliate_id: conversion.affiliateId,
  affiliate_name: affiliateName,
  status: conversion.status,
});
