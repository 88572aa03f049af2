import { describe, expect, it } from "vitest";
import { namesCustomer, withoutCustomer, type KnownFact } from "../../src/domain/connectors/fact-json.ts";
import { KnownFacts } from "./known-facts.ts";
import { CLICK, factsOf, invoice, OTHER_CLICK, session, stripeBody } from "./stripe-events.ts";

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
