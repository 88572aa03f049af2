import type { Affiliation } from "./affiliation.ts";
import { shownStatus } from "./affiliation.ts";
import type { Conversion } from "./conversion.ts";
import type { EventId } from "./ids.ts";
import { majorOf } from "./money.ts";

/** The events that an endpoint may choose. */
export const eventTypes = [
  "conversion.created",
  "conversion.approved",
  "conversion.rejected",
  "affiliate.joined",
  "affiliate.approved",
  "payout.created",
] as const;
export type EventType = (typeof eventTypes)[number];

/** The body of every delivery, made once: receivers see the state at the moment of the change. */
export function eventBody(event: { id: EventId; type: string; createdAt: Date; data: object }): string {
  const created = Math.floor(event.createdAt.getTime() / 1000);
  return JSON.stringify({ id: event.id, type: event.type, created, data: event.data });
}

export function conversionData(conversion: Conversion): object {
  const data = {
    id: conversion.id,
    campaign_id: conversion.campaignId,
    affiliate_id: conversion.affiliateId,
    amount: majorOf(conversion.amount),
    commission: majorOf(conversion.commission),
    external_id: conversion.externalId,
    status: conversion.status,
  };
  return conversion.status === "pending" ? data : { ...data, reason: conversion.rejectionReason };
}

interface Person {
  readonly email: string;
  readonly name: string;
}

export function affiliateJoinedData(affiliation: Affiliation, { email, name }: Person): object {
  return {
    affiliation_id: affiliation.id,
    affiliate_id: affiliation.affiliateId,
    campaign_id: affiliation.campaignId,
    affiliate_email: email,
    affiliate_name: name,
    status: shownStatus(affiliation.status).status,
  };
}

export function affiliateApprovedData(affiliation: Affiliation, person: Person): object {
  return {
    ...affiliateJoinedData(affiliation, person),
    affiliate_code: affiliation.code,
    approved_at: affiliation.approvedAt?.toISOString() ?? null,
  };
}
