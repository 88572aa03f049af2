import type { ProviderName } from "tributary-sdk/words";
import type { Fact } from "../../domain/connectors/fact.ts";
import type { ErrorCode } from "../../domain/errors.ts";

/** A request as it arrived. Header names are in lower case; a header that was sent twice has two values. */
export interface InboundRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** What the merchant chose for this connector. */
export interface ConnectorSettings {
  /** Whether orders outside of Checkout and invoices count. Only Stripe has them. */
  readonly paymentIntents: boolean;
  /** Whether all events are test events, though they look like others. Only Paddle has such. */
  readonly sandbox?: boolean;
  /** Whether the connector belongs to a test account, in which only test events count. */
  readonly testMode?: boolean;
  /** The only site whose events count; null if that is not known yet. Only WooCommerce has one. */
  readonly site?: string | null;
  /** Whether its order or refund is known by the key that it had in earlier versions. */
  readonly formerKeys?: boolean;
  /** Where a generic shop's JSON has its fields; null for the others. */
  readonly mapping: Readonly<Record<string, string>> | null;
}

/** What a verified request is, found without keeping anything of it. */
export interface Recognized {
  /** The same for every repetition of this event. */
  readonly dedupKey: string;
  readonly topic: string;
}

/** What a receipt says. `ignored`: why it says nothing about orders. */
export type Translation = ({ readonly facts: readonly Fact[] } | { readonly ignored: IgnoredReason }) & {
  /** Where it came from, if the provider has many sites with the same webhooks. */
  readonly site?: string;
  /** How earlier versions referred to its order, if differently. */
  readonly formerHandle?: string;
  /** The ID that earlier versions gave its refund, if it is one. */
  readonly formerRefundId?: string;
};
export type IgnoredReason = "test" | "live" | "topic" | "nothing_to_do" | "other_site";

/**
 * How one provider signs and words its webhooks. It only translates: it reads no database and no clock, and it throws a
 * ReceiptProblem where a body is not what the provider documents.
 */
export interface Provider {
  readonly name: ProviderName;
  /** True if one of the secrets made one of the signatures, within the time that the provider's signature allows. */
  verify(request: InboundRequest, secrets: readonly string[], now: Date): boolean;
  /** A request that is not an event and has no signature, such as WooCommerce's ping. Answered with 200, never stored. */
  isPing?(request: InboundRequest): boolean;
  /** Why `verify` refused a request, if it can be said better than with `invalid_signature`. */
  refusal?(request: InboundRequest): ErrorCode | undefined;
  /** Only after `verify`. */
  recognize(request: InboundRequest): Recognized;
  translate(receipt: StoredReceipt, settings: ConnectorSettings): Translation;
  /** The event's name, if the settings say where it is. */
  topicOf?(receipt: StoredReceipt, settings: ConnectorSettings): string | null;
}

/** A receipt as the inbox keeps it: the headers that its provider needs, and the body. */
export interface StoredReceipt {
  readonly topic: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
}

/** A body that its provider's documentation does not explain, as one sentence for the merchant. */
export class ReceiptProblem extends Error {
  override readonly name = "ReceiptProblem";
}
