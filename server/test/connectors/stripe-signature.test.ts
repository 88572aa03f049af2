import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { stripe } from "../../src/connectors/stripe/stripe.ts";
import { NOON, STRIPE_SECRET, invoice, stripeBody, stripeRequest, verifyAsStripe } from "./stripe-events.ts";

const now = new Date(NOON * 1_000);
const body = stripeBody("invoice.paid", invoice());
const request = stripeRequest(body, now);
const header = String(request.headers["stripe-signature"]);
const accepts = (more: Partial<typeof request>, secrets = [STRIPE_SECRET], at = now): boolean =>
  stripe.verify({ ...request, ...more }, secrets, at);

describe("a Stripe signature", () => {
  it("is accepted by us and by Stripe's own library", () => {
    expect(verifyAsStripe(request, now).type).toBe("invoice.paid");
    expect(accepts({})).toBe(true);
  });

  it("is accepted with either secret during a rotation, and with several signatures in the header", () => {
    expect(accepts({}, ["whsec_new", STRIPE_SECRET])).toBe(true);
    const [, signature = ""] = header.split(",v1=");
    const several = header.replace(",v1=", `,v1=${"0".repeat(64)},v1=`);
    expect(accepts({ headers: { "stripe-signature": several } })).toBe(true);
    expect(accepts({ headers: { "stripe-signature": `${header},v1=${"0".repeat(64)},v0=${signature}` } })).toBe(true);
  });

  it("is refused for a changed or empty body, a wrong secret or none", () => {
    expect(accepts({ body: Buffer.from(body.replace("2380", "2381")) })).toBe(false);
    expect(accepts(stripeRequest("", now))).toBe(false);
    expect(accepts({}, ["whsec_other"])).toBe(false);
    expect(accepts({}, [])).toBe(false);
    expect(accepts({}, [STRIPE_SECRET.slice("whsec_".length)])).toBe(false);
  });

  it("is refused more than five minutes before or after its time", () => {
    const at = (seconds: number): Date => new Date((NOON + seconds) * 1_000);
    expect([-301, -300, 300, 301].map((seconds) => accepts({}, [STRIPE_SECRET], at(seconds)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("is refused if the header is missing, came twice, or has no time, two times or another scheme", () => {
    expect(accepts({ headers: {} })).toBe(false);
    expect(accepts({ headers: { "stripe-signature": [header, header] } })).toBe(false);
    const changed = [
      "",
      `${header}, ${header}`,
      header.replace(/t=\d+,/, ""),
      `t=${NOON},${header}`,
      header.replace("v1", "v0"),
      "t=,v1=",
    ];
    for (const text of changed) expect(accepts({ headers: { "stripe-signature": text } })).toBe(false);
  });
});

it("an event is recognized by its ID, and its topic is its type", () => {
  expect(stripe.recognize(request)).toEqual({ dedupKey: "evt_invoice.paid", topic: "invoice.paid" });
});

it("the newest API version that we know is that of Stripe's library", () => {
  expect(Stripe.API_VERSION).toBe("2026-10-28.endive");
});
