import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { deskOf, opened } from "../portal/claiming.ts";
import { aPortalShop, type PortalShop } from "../portal/portal.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { tracked } from "../support/shop.ts";
import { anAffiliate } from "../support/world.ts";
import { linesOf } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

type Row = { external_id: string };

async function searching(shop: PortalShop) {
  const desk = await deskOf(shop);
  const list = async (noun: "conversions" | "claims", typed: string, more = "") => {
    const { body } = await desk("GET", `${noun}?external_id=${encodeURIComponent(typed)}${more}`);
    return { orders: body[noun].map((row: Row) => row.external_id) as string[], total: body.pagination };
  };
  const orders = async (typed: string, more = ""): Promise<string[]> => (await list("conversions", typed, more)).orders;
  return { desk, list, orders };
}

describe("the search by order ID", () => {
  it("ignores case, spaces and #, on both sides, and matches prefixes", async () => {
    const shop = await aPortalShop(app);
    for (const external_id of ["DS-22064", "#1001", "Order 7"]) await tracked(shop, { external_id });
    const { orders } = await searching(shop);
    for (const typed of ["DS-22064", "ds-22064", "#DS-22064", " ds - 22064 ", "DS-2206", "d"])
      expect([typed, await orders(typed)]).toEqual([typed, ["DS-22064"]]);
    for (const typed of ["1001", "#1001", "# 10 01", "100"])
      expect([typed, await orders(typed)]).toEqual([typed, ["#1001"]]);
    expect(await orders("ORDER7")).toEqual(["Order 7"]);
    for (const typed of ["DS-220641", "S-22064", "%", "_S-22064", "DS-2206%"])
      expect([typed, await orders(typed)]).toEqual([typed, []]);
  });

  it("finds a bare number behind a prefix too, the exact number first, in conversions and claims", async () => {
    const shop = await aPortalShop(app);
    for (const external_id of ["220640", "22064", "#DS-22064", "DS-220641", "DS-2206", "2206", "A1-22064", "22-064"]) {
      app.clock.forward({ seconds: 1 });
      await tracked(shop, { external_id });
      await opened(shop, `lost-${external_id}`);
    }
    const { desk, list, orders } = await searching(shop);
    for (const typed of ["22064", "#22064", "２２０６４"])
      expect([typed, await orders(typed)]).toEqual([typed, ["22064", "#DS-22064", "220640", "DS-220641"]]);
    expect(await list("conversions", "22064", "&limit=2&offset=1")).toEqual({
      orders: ["#DS-22064", "220640"],
      total: { limit: 2, offset: 1, total: 4 },
    });
    expect(await orders("22064", "&sort=created")).toEqual(["220640", "22064", "#DS-22064", "DS-220641"]);
    expect(await orders("22064", `&affiliate_id=${shop.affiliate.affiliateId}&status=pending`)).toHaveLength(4);
    expect(await orders("22-0")).toEqual(["22-064"]);
    const lines = linesOf(await desk("GET", "conversions.csv?external_id=22064"));
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["DS-220641", "#DS-22064", "22064", "220640"]);
    const lost = ["lost-#DS-22064", "lost-22064", "lost-220640", "lost-DS-220641"];
    expect((await list("claims", "22064")).orders).toEqual(lost);
    await opened(shop, "22064");
    expect((await list("claims", "22064")).orders).toEqual(["22064", ...lost]);
    expect(await list("claims", "22064", "&limit=2&offset=2")).toEqual({
      orders: ["lost-22064", "lost-220640"],
      total: { limit: 2, offset: 2, total: 5 },
    });
    const oldest = ["lost-220640", "lost-22064", "lost-#DS-22064", "lost-DS-220641", "22064"];
    expect((await list("claims", "22064", "&sort=opened")).orders).toEqual(oldest);
    expect((await list("claims", "22064", "&sort=-affiliate")).orders).toHaveLength(5);
  });

  it("finds nothing if only # and spaces are typed", async () => {
    const shop = await aPortalShop(app);
    await tracked(shop, { external_id: "#1001" });
    await opened(shop, "#1002");
    const { desk, list } = await searching(shop);
    const nothing = { orders: [], total: { limit: 50, offset: 0, total: 0 } };
    for (const typed of ["#", " # #"])
      for (const noun of ["conversions", "claims"] as const) expect(await list(noun, typed)).toEqual(nothing);
    expect(linesOf(await desk("GET", "conversions.csv?external_id=%23"))).toHaveLength(1);
  });

  it("lists the exact order first, then by order ID, and the CSV newest first", async () => {
    const shop = await aPortalShop(app);
    for (const external_id of ["1001", "10010", "10012", "10011", "1002"]) {
      app.clock.forward({ seconds: 1 });
      await tracked(shop, { external_id });
    }
    const { desk, list, orders } = await searching(shop);
    expect(await list("conversions", "#1001")).toEqual({
      orders: ["1001", "10010", "10011", "10012"],
      total: { limit: 50, offset: 0, total: 4 },
    });
    expect(await orders("1001", "&limit=2&offset=1")).toEqual(["10010", "10011"]);
    const lines = linesOf(await desk("GET", "conversions.csv?external_id=1001"));
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["10011", "10012", "10010", "1001"]);
  });

  it("combines with the other filters", async () => {
    const shop = await aPortalShop(app);
    const rival = await anAffiliate(app, shop.merchant, shop.campaignId);
    const id = await tracked(shop, { external_id: "A-1" });
    await tracked({ ...shop, affiliate: rival }, { external_id: "a-2" });
    const { desk, list, orders } = await searching(shop);
    await desk("POST", `conversions/${id}/approve`);
    expect(await orders("a", "&status=approved")).toEqual(["A-1"]);
    expect(await list("conversions", "a", `&affiliate_id=${rival.affiliateId}`)).toMatchObject({
      orders: ["a-2"],
      total: { total: 1 },
    });
    expect(await orders("a", "&warning_sign=none")).toEqual([]);
    expect(await orders("a", "&warning_sign=any&status=pending")).toEqual(["a-2"]);
  });

  it("finds nothing in another account", async () => {
    const shop = await aPortalShop(app);
    const other = await aPortalShop(app);
    await tracked(other, { external_id: "secret-777" });
    await opened(other, "secret-7770");
    const theirs = await searching(other);
    const { list } = await searching(shop);
    const nothing = { orders: [], total: { limit: 50, offset: 0, total: 0 } };
    for (const typed of ["secret", "777"])
      for (const noun of ["conversions", "claims"] as const) {
        expect((await theirs.list(noun, typed)).orders).toHaveLength(1);
        expect(await list(noun, typed)).toEqual(nothing);
      }
  });

  it("finds every match of a short prefix: with other filters, on late pages and in the CSV", async () => {
    const shop = await aPortalShop(app);
    await tracked(shop, { external_id: "many-0000" });
    await app.db.query(sql`
      insert into conversions
      select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'external_id',
        'many-' || lpad(n::text, 4, '0')))).*
      from generate_series(1, 1200) n, conversions c where c.external_id = 'many-0000'`);
    await app.db.query(sql`
      update conversions set warning_signs = '{}' where external_id in ('many-1150', 'many-0200')`);
    const { desk, list, orders } = await searching(shop);
    const first = await list("conversions", "MANY", "&limit=1");
    expect(first.orders).toEqual(["many-0000"]);
    expect(first.total).toEqual({ limit: 1, offset: 0, total: 1000, total_is_at_least: true });
    expect(await orders("many", "&limit=2&offset=1199")).toEqual(["many-1199", "many-1200"]);
    expect(await orders("many", "&warning_sign=none")).toEqual(["many-0200", "many-1150"]);
    expect(await orders("many", `&warning_sign=none&affiliate_id=${shop.affiliate.affiliateId}`)).toEqual([
      "many-0200",
      "many-1150",
    ]);
    expect((await list("conversions", "many", "&warning_sign=none")).total).toEqual({ limit: 50, offset: 0, total: 2 });
    expect(linesOf(await desk("GET", "conversions.csv?external_id=many"))).toHaveLength(1 + 1201);
    expect((await list("conversions", "many-11")).total).toMatchObject({ total: 100 });
  });

  it("finds claims that affiliates have opened, in any spelling", async () => {
    const shop = await aPortalShop(app);
    await opened(shop, "#LOST-17");
    await shop.portal.send("POST", "claims", {
      campaign_id: shop.campaignId,
      external_id: "lost-18",
      approximate_time: "2026-03-01T10:00:00.000Z",
    });
    const { list } = await searching(shop);
    for (const typed of ["lost", "Lost-17", "# lost-1"])
      expect((await list("claims", typed)).orders).toEqual(["#LOST-17"]);
    expect(await list("claims", "lost-2")).toMatchObject({ orders: [], total: { total: 0 } });
    expect((await list("claims", "lost", "&state=answered")).orders).toEqual([]);
  });

  it("keeps the order that the reader chose", async () => {
    const shop = await aPortalShop(app);
    for (const [external_id, amount] of [
      ["sort-1", 20],
      ["sort-2", 30],
      ["sort-3", 10],
    ] as const) {
      app.clock.forward({ seconds: 1 });
      await tracked(shop, { external_id, amount });
      await opened(shop, `lost-${external_id}`);
    }
    const { desk, list, orders } = await searching(shop);
    expect(await orders("sort", "&sort=-amount")).toEqual(["sort-2", "sort-1", "sort-3"]);
    expect(await orders("sort", "&sort=created")).toEqual(["sort-1", "sort-2", "sort-3"]);
    const lost = ["lost-sort-1", "lost-sort-2", "lost-sort-3"];
    expect((await list("claims", "lost-sort", "&sort=opened")).orders).toEqual(lost);
    expect((await list("claims", "lost-sort", "&sort=-opened")).orders).toEqual(lost.toReversed());
    const { body } = await desk("GET", "claims?sort=opened&limit=1&offset=1");
    expect(body.claims.map((row: Row) => row.external_id)).toEqual(["lost-sort-2"]);
    expect((await desk("GET", "claims?sort=amount")).status).toBe(400);
  });
});
