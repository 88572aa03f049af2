import { describe, expect, it } from "vitest";
import { providerNames, receiptStates } from "tributary-sdk/words";
import { guides, scriptTag } from "../src/dashboard/connectors/guides.ts";
import { exampleEvent } from "../src/dashboard/connectors/mapping-fields.ts";
import {
  healthOf,
  issuesSecret,
  outcomeText,
  refusedText,
  unattributedText,
  verdictOf,
} from "../src/words/connectors.ts";

const nothing = { order_id: null, conversion_id: null, reason: null, problem: null };
const healthy = {
  provider: "stripe",
  has_secret: true,
  last_received_at: "2026-11-16T10:00:00Z",
  silent_since: null,
  receipts: { waiting: 0, done: 5, ignored: 0, failed: 0 },
  refused: { count: 0, last_at: null },
} as const;

describe("what a receipt became", () => {
  it("has a sentence in every state", () => {
    for (const state of receiptStates)
      expect(outcomeText({ state, attempts: 0, outcome: nothing })).toMatch(/^[A-Z].*\.$/);
  });

  it("says why an order has no affiliate", () => {
    const done = (outcome: object) => outcomeText({ state: "done", attempts: 1, outcome: { ...nothing, ...outcome } });
    expect(done({ order_id: "stripe:in_1", reason: "outside_attribution_window" })).toBe(
      "No affiliate: the click had expired.",
    );
    expect(done({ order_id: "stripe:in_1", reason: "not_paid" })).toBe("The order is not paid yet.");
    expect(unattributedText({ reason: "coupon_not_found" })).toBe("No affiliate holds this coupon.");
  });

  it("keeps a reason that is not known yet readable", () => {
    expect(unattributedText({ reason: "moon_is_full" })).toBe("Moon is full.");
  });

  it("shows the sentence of a failure as it is", () => {
    const outcome = { ...nothing, problem: "The invoice has no currency." };
    expect(outcomeText({ state: "failed", attempts: 1, outcome })).toBe("The invoice has no currency.");
  });
});

describe("the health of a connector", () => {
  it("names the most urgent problem", () => {
    expect(healthOf(healthy)).toEqual(["good", "Working"]);
    expect(healthOf({ ...healthy, silent_since: healthy.last_received_at })[1]).toBe("Silent");
    expect(healthOf({ ...healthy, last_received_at: null })[1]).toBe("Waiting for events");
    const failing = { ...healthy, receipts: { ...healthy.receipts, failed: 2 } };
    expect(healthOf(failing)[1]).toBe("2 failed");
    expect(healthOf({ ...failing, has_secret: false })[1]).toBe("Secret missing");
  });

  it("mentions wrong signatures until an event is accepted", () => {
    const refused = { count: 3, last_at: "2026-11-16T11:00:00Z" };
    expect(refusedText({ ...healthy, refused })).toBe("3 requests had a wrong signature. Check the secret.");
    expect(refusedText({ ...healthy, refused, last_received_at: "2026-11-16T11:00:01Z" })).toBeUndefined();
    expect(refusedText({ ...healthy, refused: { count: 1, last_at: refused.last_at }, has_secret: false })).toBe(
      "1 request arrived before the secret was saved and was rejected.",
    );
  });
});

describe("the guide of each provider", () => {
  it("has the URL and one secret", () => {
    for (const provider of providerNames) {
      const slots = guides[provider].clicks.map(({ slot }) => slot);
      expect(slots.filter((slot) => slot === "url")).toHaveLength(1);
      expect(slots.includes("theirSecret")).toBe(issuesSecret(provider));
      expect(slots.includes("ourSecret")).toBe(!issuesSecret(provider));
    }
  });

  it("has the script with its switch", () => {
    expect(scriptTag("https://t.example", "data-stripe")).toBe(
      '<script src="https://t.example/t.js" data-stripe defer></script>',
    );
    expect(scriptTag("https://t.example", "")).toBe('<script src="https://t.example/t.js" defer></script>');
  });

  it("has an example event that is JSON", () => {
    expect(JSON.parse(exampleEvent)).toMatchObject({ type: "order.paid" });
  });
});

describe("the first events of a connector", () => {
  const verdict = (...states: Parameters<typeof verdictOf>[0][number]["state"][]) =>
    verdictOf(states.map((state) => ({ state })))[1];

  it("do not count as working before one is read", () => {
    expect(verdict()).toBe("An event arrived");
    expect(verdict("waiting")).toBe("An event arrived");
  });

  it("fail until one is processed", () => {
    expect(verdict("failed")).toBe("An event arrived, but failed");
    expect(verdict("ignored", "failed")).toBe("An event arrived, but failed");
    expect(verdict("done", "failed")).toBe("It works");
  });

  it("work if the shop sends a test event", () => {
    expect(verdict("ignored")).toBe("It works");
  });
});
