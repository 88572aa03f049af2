import fc from "fast-check";
import type { NewConversion } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import {
  belongsTo,
  callFrom,
  callText,
  CorruptFile,
  encode,
  failureFrom,
  idBefore,
  idOf,
  isSameCall,
  NewerFile,
  storedCall,
  targetOf,
  type NewCall,
  type StoredCall,
} from "../../src/outbox/call-file.ts";

const LIVE = targetOf("https://partners.example", "sk_live_secret");
const TEST = targetOf("https://partners.example", "sk_test_secret");
const NOW = new Date("2026-03-01T12:00:00.000Z");
const order: NewConversion = { campaign_id: "c1", affiliate_code: "k7m2", external_id: "order-1", amount: 99.99 };
const stored = (body: NewConversion = order): StoredCall => storedCall(LIVE, { kind: "conversion", body }, NOW);

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
const externalId = text;
const amount = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0);
const anyCall: fc.Arbitrary<NewCall> = fc.oneof(
  fc.record({
    kind: fc.constant("conversion" as const),
    body: fc.record(
      { campaign_id: text, external_id: externalId, amount, customer_email: text, coupon_codes: fc.array(text) },
      { requiredKeys: ["campaign_id", "external_id"] },
    ),
  }),
  fc.record({
    kind: fc.constant("order_refund" as const),
    body: fc.record({ conversion_external_id: externalId, external_id: externalId, amount, reason: text }),
  }),
  fc.record({
    kind: fc.constant("refund" as const),
    conversionId: text,
    body: fc.record({ external_id: externalId, amount }),
  }),
);
const targets = ["https://partners.example", "https://staging.example", "https://partners.example/staging"].flatMap(
  (url) => ["sk_live_1", "sk_test_1", "sk_test_2"].map((key) => targetOf(url, key)),
);
const target = fc.constantFrom(...targets);
const anyStored = fc.tuple(target, anyCall).map(([which, call]) => storedCall(which, call, NOW));

describe("the file of a call", () => {
  it("returns every call unchanged", () => {
    fc.assert(
      fc.property(anyStored, (call) => {
        expect(callFrom(callText(call), call.id)).toEqual(call);
      }),
    );
  });

  it("is recognized as damaged when it is cut off anywhere", () => {
    fc.assert(
      fc.property(anyStored, fc.nat(), (call, at) => {
        const whole = Buffer.from(callText(call));
        const part = whole.subarray(0, at % whole.length).toString("utf8");
        expect(() => callFrom(part, call.id)).toThrow(CorruptFile);
      }),
    );
  });

  it("is recognized as damaged when any bit of it changes, or something is appended", () => {
    fc.assert(
      fc.property(anyStored, fc.nat(), fc.integer({ min: 0, max: 7 }), (call, at, bit) => {
        const bytes = Buffer.from(callText(call));
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(() => callFrom(bytes.toString("utf8"), call.id)).toThrow(CorruptFile);
        expect(() => callFrom(`${callText(call)}x`, call.id)).toThrow(CorruptFile);
      }),
    );
  });

  it("is recognized as damaged under the name of another call", () => {
    fc.assert(
      fc.property(anyStored, anyStored, (one, other) => {
        fc.pre(one.id !== other.id);
        expect(() => callFrom(callText(one), other.id)).toThrow(CorruptFile);
      }),
    );
  });

  it.each<[string, object | null]>([
    ["nothing", {}],
    ["no call", { call: null }],
    ["an unknown kind", { call: { ...stored(), kind: "edit" } }],
    ["an unknown mode", { call: { ...stored(), mode: "draft" } }],
    ["no destination", { call: { ...stored(), destination: null } }],
    ["another destination", { call: { ...stored(), destination: "https://staging.example" } }],
    ["no time", { call: { ...stored(), queuedAt: "yesterday" } }],
    ["no body", { call: { ...stored(), body: null } }],
    ["a refund of nothing", { call: { ...stored(), kind: "refund", id: idOf(LIVE, { kind: "refund", body: order }) } }],
  ])("is damaged if it contains %s, even with a checksum", (_name, content) => {
    expect(() => callFrom(encode(content ?? {}), stored().id)).toThrow(CorruptFile);
    expect(() => failureFrom(encode(content ?? {}))).toThrow(CorruptFile);
  });

  it("of a newer version is not damaged", () => {
    expect(() => callFrom(encode({ format: 2 }), stored().id)).toThrow(NewerFile);
  });
});

describe("the ID of a call", () => {
  it("is the same for the same order or refund, and differs for every other", () => {
    fc.assert(
      fc.property(anyStored, anyStored, (one, other) => {
        const sort = ({ kind }: StoredCall) => (kind === "conversion" ? "conversion" : "refund");
        const isTheSame =
          one.mode === other.mode &&
          one.destination === other.destination &&
          sort(one) === sort(other) &&
          one.body.external_id === other.body.external_id;
        expect(one.id === other.id).toBe(isTheSame);
      }),
    );
    const changed = storedCall(LIVE, { kind: "conversion", body: { ...order, amount: 1 } }, new Date(0));
    expect(changed.id).toBe(stored().id);
  });

  it("shows its target: the server, and the account of a test key", () => {
    fc.assert(
      fc.property(anyStored, target, (call, other) => {
        const isTheirs = call.mode === other.mode && call.destination === other.destination;
        expect(belongsTo(other)(call.id)).toBe(isTheirs);
      }),
    );
    expect(targetOf("https://Partners.example/", "sk_live_new")).toEqual(LIVE);
    expect(JSON.stringify(TEST)).not.toContain("secret");
  });

  it("is a file name on every system", () => {
    fc.assert(
      fc.property(anyStored, ({ id }) => {
        expect(id).toMatch(/^(conversion|refund)-[0-9a-f]{40}$/);
      }),
    );
  });

  it("of the order comes before its refunds, and before nothing else", () => {
    const refund = { external_id: "refund-1", amount: 5 };
    const ofOrder = { kind: "order_refund", body: { ...refund, conversion_external_id: "order-1" } } as const;
    expect(idBefore(storedCall(LIVE, ofOrder, NOW))).toBe(stored().id);
    expect(idBefore(storedCall(TEST, ofOrder, NOW))).not.toBe(stored().id);
    expect(idBefore(storedCall(LIVE, { kind: "refund", conversionId: "v1", body: refund }, NOW))).toBeUndefined();
    expect(idBefore(stored())).toBeUndefined();
  });
});

describe("a call", () => {
  it("is the same later, with its fields in another order, and with null for what is absent", () => {
    const { campaign_id, ...rest } = order;
    const again = { ...rest, customer_id: null, campaign_id };
    expect(isSameCall(stored(), storedCall(LIVE, { kind: "conversion", body: again }, new Date(0)))).toBe(true);
  });

  it.each<Partial<NewConversion>>([
    { amount: 100 },
    { currency: "USD" },
    { campaign_id: "c2" },
    { coupon_codes: ["A"] },
    { items: [{ sku: "a", quantity: 1, amount: 2 }] },
  ])("with %o is another one", (more) => {
    expect(isSameCall(stored(), stored({ ...order, ...more }))).toBe(false);
  });

  it("without an ID or above 64 KiB is rejected", () => {
    expect(() => stored({ ...order, external_id: "" })).toThrow(TypeError);
    expect(() => stored({ ...order, external_id: undefined as never })).toThrow("external_id must be a text.");
    expect(() => stored({ ...order, click_id: "x".repeat(65_536) })).toThrow("larger than 64 KiB");
  });

  it("does not change with the object that it was made from", () => {
    const body = { ...order };
    const call = stored(body);
    body.amount = 1;
    expect(call.body).toEqual(order);
  });
});
