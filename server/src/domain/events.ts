import type { Affiliation } from "./affiliation.ts";
import { shownStatus } from "./affiliation.ts";
import type { Conversion } from "./conversion.ts";
import type { AffiliateId, EndpointId, EventId, PayoutId } from "./ids.ts";
import { majorOf, type Money } from "./values/money.ts";
import { ERASED_DOMAIN } from "./person.ts";

export { eventTypes, type EventType } from "tributary-sdk/words";

/** The body of every delivery, built once: receivers see the state at the time of the change. */
export function eventBody(event: {
  id: EventId;
  type: string;
  createdAt: Date;
  livemode: boolean;
  data: object;
}): string {
  const created = Math.floor(event.createdAt.getTime() / 1000);
  return JSON.stringify({ id: event.id, type: event.type, created, livemode: event.livemode, data: event.data });
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

/** A conversion after a refund changed what it is worth. */
export function adjustedData(conversion: Conversion, reason: string | null): object {
  const { refundedMinor: minor, amount } = conversion;
  return { ...conversionData(conversion), refunded_amount: majorOf({ ...amount, minor }), reason };
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

/** A payout when it is created. */
export interface PayoutAnnounced {
  readonly id: PayoutId;
  readonly affiliateId: AffiliateId;
  readonly amount: Money;
  readonly conversionCount: number;
  readonly createdAt: Date;
}

export function payoutCreatedData(payout: PayoutAnnounced, { email, name }: Person): object {
  return {
    payout_id: payout.id,
    affiliate_id: payout.affiliateId,
    affiliate_email: email,
    affiliate_name: name,
    amount: majorOf(payout.amount),
    currency: payout.amount.currency,
    status: "created",
    conversion_count: payout.conversionCount,
    created_at: payout.createdAt.toISOString(),
  };
}

/** The data of a test event. */
export function webhookTestData(endpointId: EndpointId): object {
  return { endpoint_id: endpointId, message: "This is a test event. Nothing has changed." };
}

const ERASED_EMAIL = `erased@${ERASED_DOMAIN}`;
const ERASED_NAME = "Erased";

/** The same event without personal data, for deliveries after an erasure. */
export function scrubbedBody(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> };
  const { data } = event;
  const person = {
    ...("affiliate_email" in data ? { affiliate_email: ERASED_EMAIL } : {}),
    ...("affiliate_name" in data ? { affiliate_name: ERASED_NAME } : {}),
  };
  return JSON.stringify({ ...event, data: { ...data, ...person } });
}
