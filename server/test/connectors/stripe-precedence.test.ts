import { describe, expect, it } from "vitest";
import { namesCustomer, withoutCustomer, type KnownFact } from "../../src/domain/connectors/fact-json.ts";
import { KnownFacts } from "./known-facts.ts";
import { permutations } from "./story.ts";
import { CLICK, factsOf, invoice, NOON, oldBody, OTHER_CLICK, refund, session, stripeBody } from "./stripe-events.ts";

const known = (body: string): readonly KnownFact[] =>
  factsOf(body).map((fact) => (namesCustomer(fact) ? withoutCustomer(fact, null) : fact));

function clickAfter(...bodies: readonly string[]): unknown {
  const facts = new KnownFacts();
  for (const body of bodies) facts.add(known(body));
  return (JSON.parse(facts.orders()) as { clickId: unknown }).clickId;
}

describe("the click of a subscription at Stripe", () => {
  const metadata = { service_id: CLICK };
  const parent = { type: "subscription_details", subscription_details: { subscription: "sub_1", metadata } } as const;
  const paid = stripeBody("invoice.paid", invoice({ parent }));
  const subscribed = (click: string | null): string =>
    stripeBody(
      "checkout.session.completed",
      session({
        mode: "subscription",
        subscription: "sub_1",
        invoice: "in_1",
        payment_intent: null,
        client_reference_id: click,
      }),
    );

  it("is that of its session before the one that the subscription remembers, in both orders of arrival", () => {
    expect(clickAfter(paid, subscribed(OTHER_CLICK))).toBe(OTHER_CLICK);
    expect(clickAfter(subscribed(OTHER_CLICK), paid)).toBe(OTHER_CLICK);
  });

  it("is the one that the subscription remembers if its session has none", () => {
    expect(clickAfter(paid, subscribed(null))).toBe(CLICK);
    expect(clickAfter(subscribed(null), paid)).toBe(CLICK);
  });
});

describe("a session that creates an invoice", () => {
  const payments = (enabled: boolean): number =>
    factsOf(
      stripeBody(
        "checkout.session.completed",
        session({ mode: "payment", invoice: null, invoice_creation: { enabled } }),
      ),
    ).filter(({ kind }) => kind === "payment").length;

  it("is no order, even if the invoice does not exist yet", () => {
    expect([payments(true), payments(false)]).toEqual([0, 1]);
  });
});

describe("a refund that fails after the sum of a charge's refunds", () => {
  const api_version = "2024-06-20";
  const at = (minutes: number) => ({ api_version, created: NOON + minutes * 60 });
  const untaxed = { amount_total: 10_000, total_details: { amount_tax: 0, amount_shipping: 0, amount_discount: 0 } };
  const paid = oldBody("checkout.session.completed", session(untaxed), at(0));
  const charge = { id: "ch_1", currency: "eur", payment_intent: "pi_1" };
  const sum = (amount_refunded: number, minutes: number): string =>
    oldBody("charge.refunded", { ...charge, amount_refunded }, at(minutes));
  const changed = (id: string, more: { amount: number; status: string; from: number; minutes: number }): string => {
    const { from, minutes, ...rest } = more;
    return oldBody("charge.refund.updated", refund({ id, created: NOON + from * 60, ...rest }), at(minutes));
  };
  const failed = changed("re_1", { amount: 4_000, status: "failed", from: 1, minutes: 60 });

  /** In cents, the same for every order of arrival. */
  function refundedAfter(...bodies: readonly string[]): bigint {
    const sums = [...permutations(bodies)].map((arrived) => {
      const facts = new KnownFacts();
      for (const body of arrived) facts.add(known(body));
      const { refunds } = JSON.parse(facts.orders()) as { refunds: readonly { amountMinor: string }[] };
      return refunds.reduce((total, { amountMinor }) => total + BigInt(amountMinor), 0n);
    });
    expect(new Set(sums).size).toBe(1);
    return sums[0] ?? 0n;
  }

  it("is taken out of the sum", () => {
    expect(refundedAfter(paid, sum(4_000, 1))).toBe(4_000n);
    expect(refundedAfter(paid, sum(4_000, 1), failed)).toBe(0n);
    expect(refundedAfter(paid, sum(6_000, 2), failed)).toBe(2_000n);
    const succeeded = changed("re_2", { amount: 2_000, status: "succeeded", from: 2, minutes: 61 });
    expect(refundedAfter(paid, sum(6_000, 2), failed, succeeded)).toBe(2_000n);
  });

  it("changes nothing about a newer sum", () => {
    expect(refundedAfter(paid, sum(4_000, 1), failed, sum(3_000, 90))).toBe(3_000n);
  });

  it("changes nothing about a sum from before it was created", () => {
    const later = changed("re_2", { amount: 3_000, status: "failed", from: 30, minutes: 60 });
    expect(refundedAfter(paid, sum(4_000, 1), later)).toBe(4_000n);
  });
});
