import { describe, expect, it } from "vitest";
import { NOON, dispute, factOf, factsOf, oldBody, refund, stripeBody, translated } from "./stripe-events.ts";

const charge = { id: "ch_1", currency: "eur", amount_refunded: 1_190, payment_intent: "pi_1", invoice: "in_1" };

describe("a refund", () => {
  it("counts once it succeeded, as money of the payment", () => {
    expect(factOf("refund", stripeBody("refund.created", refund()))).toEqual({
      kind: "refund",
      objectId: "re_1",
      at: new Date(NOON * 1_000 + 1),
      handles: ["payment_intent:pi_1", "charge:ch_1"],
      counts: true,
      refunded: { of: "gross", amountMinor: 1_190n, currency: "EUR" },
      items: [],
      reason: "requested_by_customer",
      occurredAt: new Date((NOON - 60) * 1_000),
    });
  });

  it.each([
    ["refund.created", "pending", false],
    ["refund.created", "requires_action", false],
    ["refund.updated", "succeeded", true],
    ["refund.updated", "canceled", false],
    ["refund.failed", "failed", false],
    ["charge.refund.updated", "failed", false],
  ] as const)("%s with status %s: counts is %s", (type, status, counts) => {
    expect(factOf("refund", stripeBody(type, refund({ status })))).toMatchObject({ objectId: "re_1", counts });
  });

  it("that changes twice within a second ends in its later state", () => {
    const times = ["pending", "succeeded", "failed"].map((status) =>
      factOf("refund", stripeBody("refund.updated", refund({ status }))).at.getTime(),
    );
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(3);
  });

  it("of a currency without decimals that Stripe sends with two", () => {
    const fact = factOf("refund", stripeBody("refund.created", refund({ currency: "isk", amount: 50_000 })));
    expect(fact.refunded).toMatchObject({ amountMinor: 500n });
  });

  it("finds its invoice through invoice_payment.paid", () => {
    const paid = { id: "inpay_1", object: "invoice_payment", invoice: "in_1" } as const;
    const body = stripeBody("invoice_payment.paid", {
      ...paid,
      payment: { type: "payment_intent", payment_intent: "pi_1" },
    });
    expect(factsOf(body)).toEqual([
      {
        kind: "link",
        objectId: "inpay_1",
        at: new Date(NOON * 1_000),
        handles: ["invoice:in_1", "payment_intent:pi_1"],
      },
    ]);
    const byCharge = stripeBody("invoice_payment.paid", { ...paid, payment: { type: "charge", charge: "ch_1" } });
    expect(factOf("link", byCharge).handles).toEqual(["invoice:in_1", "charge:ch_1"]);
    const outside = stripeBody("invoice_payment.paid", { ...paid, payment: { type: "payment_record" } });
    expect(translated(outside)).toEqual({ ignored: "nothing_to_do" });
  });
});

describe("charge.refunded", () => {
  it("is ignored since 2024-10-28: refunds have events of their own", () => {
    const current = stripeBody("charge.refunded", { id: "ch_1", currency: "eur", amount_refunded: 1_190 });
    expect(translated(current)).toEqual({ ignored: "nothing_to_do" });
    const first = oldBody("charge.refunded", charge, { api_version: "2024-10-28.acacia" });
    expect(translated(first)).toEqual({ ignored: "nothing_to_do" });
  });

  it("counts the sum of all refunds of the charge before that", () => {
    expect(factsOf(oldBody("charge.refunded", charge, { api_version: "2024-09-30.acacia" }))).toMatchObject([
      {
        kind: "refund",
        objectId: "ch_1",
        handles: ["charge:ch_1", "payment_intent:pi_1", "invoice:in_1"],
        counts: true,
        refunded: { of: "total", amountMinor: 1_190n, currency: "EUR" },
      },
    ]);
  });

  it("lists the refunds before 2022-11-15, each under its own ID", () => {
    const refunds = { has_more: false, data: [refund(), refund({ id: "re_2", amount: 10, status: "pending" })] };
    const body = oldBody("charge.refunded", { ...charge, refunds }, { api_version: "2020-08-27" });
    expect(factsOf(body)).toMatchObject([
      {
        objectId: "re_1",
        counts: true,
        refunded: { of: "gross", amountMinor: 1_190n, currency: "EUR" },
        handles: ["charge:ch_1", "payment_intent:pi_1", "invoice:in_1"],
      },
      { objectId: "re_2", counts: false, refunded: { of: "gross", amountMinor: 10n } },
    ]);
    const paged = oldBody(
      "charge.refunded",
      { ...charge, refunds: { ...refunds, has_more: true } },
      { api_version: "2020-08-27" },
    );
    expect(factsOf(paged)).toMatchObject([{ objectId: "ch_1", refunded: { of: "total" } }]);
  });
});

describe("a dispute", () => {
  it.each([
    ["charge.dispute.created", "needs_response", false],
    ["charge.dispute.closed", "lost", true],
    ["charge.dispute.closed", "won", false],
    ["charge.dispute.closed", "warning_closed", false],
    ["charge.dispute.funds_reinstated", "won", false],
    ["charge.dispute.funds_reinstated", "lost", false],
  ] as const)("%s with status %s: counts is %s", (type, status, counts) => {
    expect(factOf("refund", stripeBody(type, dispute({ status })))).toMatchObject({
      objectId: "du_1",
      handles: ["payment_intent:pi_1", "charge:ch_1"],
      counts,
      refunded: { of: "lost", amountMinor: 2_380n, currency: "EUR" },
      reason: "Dispute: fraudulent",
    });
  });

  it("that is lost and reinstated within a second ends as reinstated", () => {
    const lost = factOf("refund", stripeBody("charge.dispute.closed", dispute()));
    const back = factOf("refund", stripeBody("charge.dispute.funds_reinstated", dispute()));
    expect(back.at > lost.at).toBe(true);
  });
});
