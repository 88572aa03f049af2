import type { CouponFact, EvidenceFact, Fact, FactKind, LinkFact, PaymentFact, RefundFact } from "./fact.ts";

/** A fact as it is stored: the customer is a keyed hash, in hex. */
export type KnownPayment = Anonymous<PaymentFact>;
export type KnownEvidence = Anonymous<EvidenceFact>;
export type KnownFact = KnownPayment | KnownEvidence | RefundFact | LinkFact | CouponFact;

type Anonymous<Of extends PaymentFact | EvidenceFact> = Omit<Of, "customer"> & { readonly customerKey: string | null };

export const withoutCustomer = (
  { customer: _customer, ...fact }: PaymentFact | EvidenceFact,
  customerKey: string | null,
): KnownPayment | KnownEvidence => ({ ...fact, customerKey });

export const namesCustomer = (fact: Fact): fact is PaymentFact | EvidenceFact =>
  fact.kind === "payment" || fact.kind === "evidence";

/** The same text for the same fact, in whatever order its fields were built. */
export function factJson(fact: KnownFact): string {
  return JSON.stringify(canonical({ ...fact, handles: [...new Set(fact.handles)].toSorted() }));
}

function canonical(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, of]) => [name, canonical(of)]));
}

/** What JSON made of a fact: times and amounts are text. */
type Raw = Record<string, unknown> & { readonly at: string };

export function factFrom<Kind extends FactKind>(kind: Kind, json: string): Extract<KnownFact, { kind: Kind }> {
  return readers[kind](JSON.parse(json) as Raw) as Extract<KnownFact, { kind: Kind }>;
}

const common = (raw: Raw): Raw & { at: Date } => ({ ...raw, at: new Date(raw.at) }) as unknown as Raw & { at: Date };
const timeOf = (text: unknown): Date => new Date(text as string);
const amountOf = (text: unknown): bigint => BigInt(text as string);
const withAmount = (raw: unknown): object => {
  const of = raw as Record<string, unknown>;
  return { ...of, amountMinor: amountOf(of["amountMinor"]) };
};

const partOf = (raw: unknown): object => {
  const of = raw as Record<string, unknown>;
  return { ...of, amountMinor: amountOf(of["amountMinor"]), taxMinor: amountOf(of["taxMinor"]) };
};
const refundedOf = (raw: Record<string, unknown>): object =>
  raw["of"] !== "parts"
    ? withAmount(raw)
    : {
        ...raw,
        goods: partOf(raw["goods"]),
        shipping: partOf(raw["shipping"]),
        beyondMinor: amountOf(raw["beyondMinor"]),
        ...("paidMinor" in raw && { paidMinor: amountOf(raw["paidMinor"]) }),
      };

const readers: Readonly<Record<FactKind, (raw: Raw) => object>> = {
  payment: (raw) => ({
    ...common(raw),
    amounts: Object.fromEntries(
      Object.entries(raw["amounts"] as object).map(([name, amount]) => [name, amountOf(amount)]),
    ),
    items: (raw["items"] as unknown[]).map(withAmount),
    paidAt: raw["paidAt"] === null ? null : timeOf(raw["paidAt"]),
  }),
  evidence: common,
  refund: (raw) => ({
    ...common(raw),
    refunded: refundedOf(raw["refunded"] as Record<string, unknown>),
    items: (raw["items"] as unknown[]).map(withAmount),
    occurredAt: timeOf(raw["occurredAt"]),
  }),
  link: common,
  coupon: common,
};
