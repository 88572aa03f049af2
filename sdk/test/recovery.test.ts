import { createTributary, isTributaryError, TributaryError, type NewConversion, type Tributary } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import { failureOf } from "./faults.ts";
import { clientOf, none, options, order } from "./planned-client.ts";
import { ok, plannedFetch, refused } from "./planned-fetch.ts";

describe("a change that an earlier attempt made", () => {
  const remove = ({ affiliates }: Tributary) => affiliates.remove({ campaign_id: "c1", affiliate_id: "a1" });
  const reject = ({ conversions }: Tributary) => conversions.reject("v1");
  const unreject = ({ conversions }: Tributary) => conversions.unreject("v1");
  it.each([
    ["remove", remove, "affiliate_not_found"],
    ["reject", reject, "conversion_already_rejected"],
    ["unreject", unreject, "conversion_not_rejected"],
  ])("is a success: %s", async (_name, call, code) => {
    const lost = refused(500, "internal_error");
    expect(await call(clientOf(lost, refused(400, code)).tributary)).toBeUndefined();
    const other = clientOf(refused(500, "internal_error"), refused(400, "campaign_archived"));
    expect(await failureOf(call(other.tributary))).toMatchObject({ code: "campaign_archived" });
    expect(await failureOf(call(clientOf(refused(400, code)).tributary))).toMatchObject({ code, outcome: "refused" });
  });
});

describe("an order that an earlier attempt recorded", () => {
  const lost = (): Response => refused(500, "internal_error");
  const known = (): Response => refused(409, "duplicate_conversion", { conversion_id: "v1" });
  const recorded = {
    id: "v1",
    external_id: "order-1",
    amount: 99.99,
    currency: "EUR",
    commission: 10,
    status: "pending",
  };
  const listed = (...conversions: object[]): Response => ok({ ...none, conversions });

  it("is found among the newest of its campaign", async () => {
    const { tributary, lines } = clientOf(lost(), known(), listed({ ...recorded, id: "v2" }, recorded));
    expect(await tributary.conversions.track(order)).toEqual({
      id: "v1",
      commission: 10,
      status: "pending",
      recovered: true,
    });
    expect(lines()).toEqual(["POST /conversions", "POST /conversions", "GET /campaigns/c1/conversions?limit=100"]);
  });

  it("has everything that the lost response had, and nothing else", async () => {
    const more = { kind: "order", plan_version: 2, lines: [], customer: "customer a538689c", attributed_by: "coupon" };
    const { tributary } = clientOf(lost(), known(), listed({ ...recorded, ...more, coupon_code: "ANNA" }));
    expect(await tributary.conversions.track(order)).toEqual({
      id: "v1",
      commission: 10,
      status: "pending",
      ...more,
      coupon_code: "ANNA",
      recovered: true,
    });
  });

  it.each<[string, Partial<NewConversion>, object]>([
    ["in another letter case of the currency", { currency: "eur" }, {}],
    ["rounded to the cent", { amount: 99.994_9 }, {}],
    ["rounded up to the cent", { amount: 99.985 }, {}],
    ["without an amount", { amount: undefined }, { amount: 0 }],
    ["with no currency given as null", { currency: null }, {}],
    ["rounded to the yen", { currency: "JPY", amount: 99.5 }, { currency: "JPY", amount: 100 }],
  ])("is the same %s", async (_name, sent, found) => {
    const { tributary } = clientOf(lost(), known(), listed({ ...recorded, ...found }));
    expect(await tributary.conversions.track({ ...order, ...sent })).toMatchObject({ recovered: true });
  });

  it.each<[string, Partial<NewConversion>, object]>([
    ["another order", {}, { external_id: "order-2" }],
    ["another currency", { currency: "USD" }, {}],
    ["another amount", { amount: 99.98 }, {}],
    ["a larger amount", { amount: 100 }, {}],
    ["a third of a fils more", { currency: "KWD", amount: 99.991 }, { currency: "KWD" }],
    ["another conversion", {}, { id: "v2" }],
  ])("is not %s: the error stays, with the ID of the first", async (_name, sent, found) => {
    const { tributary } = clientOf(lost(), known(), listed({ ...recorded, ...found }));
    const failure = await failureOf(tributary.conversions.track({ ...order, ...sent }));
    expect(failure).toMatchObject({ code: "duplicate_conversion", conversionId: "v1", outcome: "unknown" });
  });

  it("is looked up once: if that fails, the error stays", async () => {
    const { tributary, lines } = clientOf(lost(), known(), refused(503, "database_away"));
    expect(await failureOf(tributary.conversions.track(order))).toMatchObject({ code: "duplicate_conversion" });
    expect(lines()).toHaveLength(3);
  });

  it("is not looked up after another error, or without an ID", async () => {
    for (const refusal of [
      refused(409, "duplicate_conversion"),
      refused(403, "budget_exceeded", { conversion_id: "v1" }),
    ]) {
      const { tributary, lines } = clientOf(lost(), refusal);
      expect(await failureOf(tributary.conversions.track(order))).toMatchObject({ attempts: 2 });
      expect(lines()).toHaveLength(2);
    }
  });

  it("stops at the caller's signal while it is looked up", async () => {
    const controller = new AbortController();
    const reason = new Error("The customer left.");
    const { tributary } = clientOf(lost(), known(), () => {
      controller.abort(reason);
      return Promise.reject(new Error("aborted"));
    });
    await expect(tributary.conversions.track(order, { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe("all()", () => {
  const page = (name: string, ids: string[], limit: number): Response => {
    // IDs are not always in order of time: an affiliate who joins again keeps theirs.
    const items = ids.map((time) => ({ id: idAt(time), created_at: time, joined_at: time }));
    return ok({ [name]: items, pagination: { limit, offset: 0, total: 9 } });
  };
  const idAt = (time: string): string => `${9 - Number(time)}`;
  const idsOf = async (items: AsyncIterable<{ id: string }>): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of items) ids.push(id);
    return ids;
  };
  const lists = [
    [
      "campaigns",
      "/campaigns",
      ({ campaigns }: Tributary, limit?: number) => campaigns.all({ status: "active", limit }),
    ],
    [
      "affiliates",
      "/campaigns/c1/affiliates",
      ({ affiliates }: Tributary, limit?: number) => affiliates.all({ campaign_id: "c1", status: "active", limit }),
    ],
    [
      "conversions",
      "/campaigns/c1/conversions",
      ({ conversions }: Tributary, limit?: number) => conversions.all({ campaign_id: "c1", status: "approved", limit }),
    ],
  ] as const;

  it.each(lists)("of %s reads pages that overlap by one, until one is not full", async (name, path, all) => {
    const { tributary, lines } = clientOf(page(name, ["7", "5", "3"], 3), page(name, ["3", "1"], 3));
    expect(await idsOf(all(tributary, 3))).toEqual(["7", "5", "3", "1"].map(idAt));
    const status = name === "conversions" ? "approved" : "active";
    expect(lines()).toEqual([
      `GET ${path}?status=${status}&limit=3&offset=0`,
      `GET ${path}?status=${status}&limit=3&offset=2`,
    ]);
  });

  it.each(lists)("of %s requests 100 at a time, and at least 2", async (name, _path, all) => {
    for (const [given, sent] of [
      [undefined, 100],
      [1, 2],
      [2, 2],
    ] as const) {
      const { tributary, lines } = clientOf(page(name, [], sent));
      expect(await idsOf(all(tributary, given))).toEqual([]);
      expect(lines()[0]).toContain(`limit=${sent}&`);
    }
  });

  it("of campaigns needs no query", async () => {
    const { fetch, asked } = plannedFetch(page("campaigns", ["1"], 100));
    expect(await idsOf(createTributary({ ...options, fetch }).campaigns.all())).toEqual([idAt("1")]);
    expect(asked[0]?.url).toBe("https://partners.example/v1/campaigns?limit=100&offset=0");
  });
});

it("isTributaryError recognizes errors of this library by their code", () => {
  const error = (code: string, conversionId?: string) =>
    new TributaryError({ code, message: "No.", outcome: "refused", attempts: 1, conversionId });
  expect([isTributaryError(error("busy")), isTributaryError(new Error("busy")), isTributaryError(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isTributaryError(error("busy"), "busy"), isTributaryError(error("busy"), "rate_limited")]).toEqual([
    true,
    false,
  ]);
  expect(isTributaryError(error("duplicate_conversion", "v1"), "duplicate_conversion")).toBe(true);
  expect(isTributaryError(error("duplicate_conversion"), "duplicate_conversion")).toBe(false);
  expect(isTributaryError(error("duplicate_conversion"))).toBe(true);
});
