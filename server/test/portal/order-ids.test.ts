import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanOrderId } from "../../src/domain/order-id.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { conversionsOf, expectFailure, track, tracked } from "../support/shop.ts";
import { anAffiliate } from "../support/world.ts";
import { ask, deskOf, findingOf, opened } from "./claiming.ts";
import { aPortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("the order ID of a claim", () => {
  it("loses surrounding spaces and invisible characters", () => {
    const pasted = [
      "order-1001 ",
      "\u00a0order-1001\t",
      "order-1001\u200b",
      "\u2060order-1001",
      "or\u00adder-10\ufeff01",
    ];
    expect(pasted.map(cleanOrderId)).toEqual(pasted.map(() => "order-1001"));
    expect(cleanOrderId("A 17\t/ 3")).toBe("A 17 / 3");
    expect(cleanOrderId("\u200b \u3164")).toBe("");
  });

  it("is stored without them, and must not be empty", async () => {
    const shop = await aPortalShop(app);
    expect((await ask(shop, "\u2060 lost-1\u200b ")).body.claim.external_id).toBe("lost-1");
    for (const empty of [" ", "\u200b", "\u2060\u3164 "])
      expectFailure(await ask(shop, empty), [400, "invalid_request"]);
  });

  it("finds the affiliate's own order in any spelling", async () => {
    const shop = await aPortalShop(app);
    const recorded = await tracked(shop, { external_id: "Order 1001\u200b" });
    expect(await findingOf(shop, "order-1001")).toMatchObject({ kind: "unknown" });
    expect(await findingOf(shop, "ORDER1001")).toMatchObject({ kind: "recorded", conversion: { id: recorded } });
    const exact = await tracked(shop, { external_id: "order1001" });
    expect(await findingOf(shop, "order1001")).toMatchObject({ kind: "recorded", conversion: { id: exact } });
  });

  it("reveals nothing about somebody else's order that looks alike", async () => {
    const shop = await aPortalShop(app);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    await tracked({ ...shop, affiliate: rival }, { external_id: "order-1001" });
    const unknown = await findingOf(shop, "no-such-order");
    for (const id of ["order-1001", "Order-1001", "order-1001\u200b"])
      expect(await findingOf(shop, id)).toEqual(unknown);
  });
});

describe("a claimed order that looks like a recorded one", () => {
  it("is shown to the merchant next to the recorded one, and the order ID can be corrected", async () => {
    const shop = await aPortalShop(app);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const recorded = await tracked({ ...shop, affiliate: rival }, { external_id: "order-1001" });
    const id = await opened(shop, "Order-1001");
    const desk = await deskOf(shop);
    const similar = [{ id: recorded, external_id: "order-1001", affiliate_id: rival.affiliateId, status: "pending" }];
    const { known } = (await desk("GET", `claims/${id}`)).body;
    expect(known).toMatchObject({ conversion: null, similar });
    const converted = await desk("POST", `claims/${id}/convert`, { amount: 10, external_id: " order-1001\u200b" });
    expectFailure(converted, [400, "duplicate_conversion"], { conversion_id: recorded });
    expect(await conversionsOf(shop)).toHaveLength(1);
  });

  it("is settled with the recorded one if that belongs to the same affiliate", async () => {
    const shop = await aPortalShop(app);
    const id = await opened(shop, "Order-1001");
    const recorded = await tracked(shop, { external_id: "order-1001" });
    const desk = await deskOf(shop);
    const { body } = await desk("POST", `claims/${id}/convert`, { amount: 10, external_id: "order-1001" });
    expect(body.claim).toMatchObject({ state: "converted", conversion_id: recorded });
    expect(await conversionsOf(shop)).toHaveLength(1);
  });

  it("is not mentioned if it is identical, or belongs to another account", async () => {
    const shop = await aPortalShop(app);
    const foreign = await aPortalShop(shop.app);
    await tracked(foreign, { external_id: "ORDER-1001" });
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const recorded = await tracked({ ...shop, affiliate: rival }, { external_id: "order-1001" });
    const id = await opened(shop, "order-1001");
    const { known } = (await (await deskOf(shop))("GET", `claims/${id}`)).body;
    expect(known).toMatchObject({ conversion: { id: recorded }, similar: [] });
  });

  it("converts with the claimed ID if the merchant keeps it", async () => {
    const shop = await aPortalShop(app);
    const id = await opened(shop, "lost-1 ");
    const desk = await deskOf(shop);
    expectFailure(await desk("POST", `claims/${id}/convert`, { amount: 10, external_id: "\u200b" }), [
      400,
      "invalid_request",
    ]);
    expect((await desk("POST", `claims/${id}/convert`, { amount: 10 })).status).toBe(200);
    expect(await conversionsOf(shop)).toMatchObject([{ external_id: "lost-1" }]);
  });
});

describe("the lookup key for similar order IDs", () => {
  it("ignores exactly the invisible characters and #, in all of Unicode", async () => {
    const { db } = app;
    const ignored = await db.query<{ point: number }>(sql`
      select point from generate_series(1, x'10ffff'::int) point
      where point not between x'd800'::int and x'dfff'::int and point not between x'40000'::int and x'dffff'::int
        and order_key('a' || chr(point) || 'b') = 'ab'`);
    const blank: number[] = [];
    for (let point = 1; point <= 0x10ffff; point += 1) {
      const isSurrogate = point >= 0xd800 && point <= 0xdfff;
      if (!isSurrogate && cleanOrderId(String.fromCodePoint(point)) === "") blank.push(point);
    }
    // In three widths.
    const numberSigns = [0x23, 0xfe5f, 0xff03];
    expect(ignored.map(({ point }) => point)).toEqual([...blank, ...numberSigns].toSorted((a, b) => a - b));
  });

  it("does not affect the API's order IDs: one that only looks alike is another order", async () => {
    const shop = await aPortalShop(app);
    const ids = ["order-1", "Order-1", "order-1 ", "order-1\u200b"];
    for (const external_id of ids) await tracked(shop, { external_id });
    expect((await conversionsOf(shop)).map((row: { external_id: string }) => row.external_id).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it("fits into the index for every order ID that the API accepts", async () => {
    const shop = await aPortalShop(app);
    for (const character of ["\ufdfa", "\u{1f600}", "\u{1d15e}", "\u200b"])
      expect((await track(shop, { external_id: character.repeat(254) + "x" })).status).toBe(200);
  });
});
