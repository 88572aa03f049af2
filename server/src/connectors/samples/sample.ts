import { createHash, createHmac } from "node:crypto";
import type { Money } from "../../domain/values/money.ts";
import type { InboundRequest } from "../shared/provider.ts";

/** What a provider's sample event is about. */
export interface Sample {
  readonly event: SampleEvent;
  /** The provider's own ID of the order. */
  readonly orderId: string;
  /** A new UUID, from which the other new IDs are made. */
  readonly uuid: string;
  /** In real time, like the events of a provider's sandbox. */
  readonly at: Date;
  /** What was paid, or what is refunded. */
  readonly money: Money;
  /** For a refund: what is known of its order. */
  readonly order: SampledOrder;
  readonly clickId: string | null;
  readonly couponCode: string | null;
  readonly customerEmail: string;
}

export const sampleEvents = ["order", "refund"] as const;
export type SampleEvent = (typeof sampleEvents)[number];

export interface SampledOrder {
  readonly total: Money;
  /** Earlier refunds, by the IDs that they are recorded under. */
  readonly refunds: readonly { readonly externalId: string; readonly amount: Money }[];
}

/** How one provider words and signs a sample event. */
export interface Sampler {
  /** The provider's own ID of the order in an order ID as Tributary or its user has it; undefined if it has another form. */
  ownOrderId(orderId: string): string | undefined;
  /** The order ID as a connector records it. */
  externalId(ownOrderId: string): string;
  newOrderId(uuid: string): string;
  /** Whether its orders name coupon codes. */
  readonly hasCoupons: boolean;
  /** The requests in the order in which the provider sends them. What the sample is about comes last. */
  requests(sample: Sample, secret: string): readonly InboundRequest[];
}

/** A new ID in digits, small enough for a number in JSON. */
export const digitsOf = (text: string): string =>
  String(10n ** 12n + (BigInt(`0x${createHash("sha256").update(text).digest("hex")}`) % 10n ** 12n));

/** An ID of letters and digits, always the same for the same text. */
export const lettersOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 26);

export const hmacOf = (encoding: "hex" | "base64", text: string, secret: string): string =>
  createHmac("sha256", secret).update(text).digest(encoding);

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

export const requestOf = (headers: Readonly<Record<string, string>>, text: string): InboundRequest => ({
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(text),
});

/** Shops date states by the second. A refund right after its order must still be the later state. */
export const laterBySeconds = ({ at, event, order }: Sample): Date =>
  event === "order" ? at : new Date(at.getTime() + 1000 * (order.refunds.length + 1));
