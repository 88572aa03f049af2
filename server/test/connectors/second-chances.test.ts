import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { silentSince } from "../../src/domain/connectors/connector.ts";
import { parseId, uuidOf, type CampaignId, type ConnectorId } from "../../src/domain/ids.ts";
import { runReceiptsAgain } from "../../src/usecases/connectors/browse-receipts.ts";
import { changeConnector } from "../../src/usecases/connectors/change-connector.ts";
import { nameCoupons } from "../../src/usecases/connectors/name-coupons.ts";
import { replayEvents } from "../../src/usecases/connectors/replay-events.ts";
import { createCoupon } from "../../src/usecases/coupons/change-coupons.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile, type Shop } from "../support/shop.ts";
import { aConnector, booksOf, receiptsOf, send, sendAll, type TestConnector } from "./inbox-world.ts";

const world = worldForFile();

const paid = (more: object): object => ({ type: "order.paid", amount: 100, currency: "EUR", ...more });
const connectorIdOf = ({ id }: TestConnector) => parseId("connector", id) as ConnectorId;

async function aConnectedShop() {
  const shop = await aShop(world.app, { currency: "EUR" });
  return { shop, connector: await aConnector(shop.merchant), clickId: await aClick(shop) };
}

const deleteBodies = ({ merchant }: Shop) =>
  world.app.db.query(sql`update receipts set body_encrypted = null where account_id = ${uuidOf(merchant.accountId)}`);

describe("an event that was ignored or failed", () => {
  it.each([true, false])(
    "counts when it arrives again after the mapping changed (content kept: %s)",
    async (isKept) => {
      const { shop, connector, clickId } = await aConnectedShop();
      const event = paid({ type: "order.closed", external_id: "A1", click_id: clickId });
      await send(world.app, connector, event);
      await world.app.receipts.run();
      expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "ignored", reason: "topic" }]);
      if (!isKept) await deleteBodies(shop);
      const mapping = { order_topics: "order.closed" };
      await changeConnector(shop.merchant.context, { id: connectorIdOf(connector), mapping });
      await send(world.app, connector, event);
      await world.app.receipts.run();
      expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "done", order_external_id: "A1" }]);
      expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ external_id: "A1" }] });
      // Once it is processed, a repetition changes nothing.
      await send(world.app, connector, event);
      expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "done" }]);
    },
  );

  it("counts when it is replayed from a file", async () => {
    const { shop, connector } = await aConnectedShop();
    const text = JSON.stringify(paid({ external_id: "A1", amount: "lots" }));
    const replay = () =>
      replayEvents({ ...world.app.services, operator: true }, { connectorId: connectorIdOf(connector), text });
    expect(await replay()).toEqual({ stored: 1, known: 0 });
    await world.app.receipts.run();
    expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "failed" }]);
    await deleteBodies(shop);
    expect(await replay()).toEqual({ stored: 1, known: 0 });
    expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "waiting" }]);
    await world.app.receipts.run();
    expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "failed", attempts: 2 }]);
  });
});

describe("all receipts of a state", () => {
  it("run again if they could become something else", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const closed = { type: "order.closed", click_id: clickId };
    await sendAll(world.app, connector, [
      paid({ ...closed, external_id: "A1" }),
      paid({ ...closed, external_id: "A2" }),
      paid({ external_id: "A3" }),
      paid({ external_id: "A4", click_id: clickId }),
      paid({ external_id: "A5", test: true }),
    ]);
    const id = connectorIdOf(connector);
    await changeConnector(shop.merchant.context, { id, mapping: { order_topics: "order.closed, order.paid" } });
    const run = (state: "failed" | "ignored" | "done") =>
      runReceiptsAgain(shop.merchant.context, { connectorId: id, state });
    expect(await run("ignored")).toBe(2);
    await world.app.receipts.run();
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ external_id: "A1" }, { external_id: "A2" }, { external_id: "A4" }],
    });
    expect(await run("done")).toBe(1);
    await world.app.receipts.run();
    expect(await run("failed")).toBe(0);
  });
});

describe("orders without an affiliate", () => {
  const couponFor = ({ merchant, campaignId, affiliate }: Shop, code: string, startsAt?: Date) =>
    createCoupon(merchant.context, {
      campaignId: parseId("campaign", campaignId) as CampaignId,
      code,
      affiliateId: parseId("affiliate", affiliate.affiliateId) ?? null,
      startsAt,
    });

  it("are attributed once their coupon has a holder, from its start on", async () => {
    const { shop, connector } = await aConnectedShop();
    const at = (hours: number): string => world.app.clock.after({ hours }).toISOString();
    await sendAll(world.app, connector, [
      paid({ external_id: "early", coupon_code: "ANNA10", paid_at: at(-72) }),
      paid({ external_id: "later", coupon_code: "anna10", paid_at: at(-24) }),
      paid({ external_id: "other", coupon_code: "BOB10", paid_at: at(-24) }),
    ]);
    await deleteBodies(shop);
    await couponFor(shop, "Anna10", world.app.clock.after({ hours: -48 }));
    await world.app.receipts.run();
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ external_id: "later", commission_minor: 1_000n }],
      orders: [
        { external_id: "early", unattributed: true },
        { external_id: "later", unattributed: false },
        { external_id: "other", unattributed: true },
      ],
    });
    // The receipt says what became of its order.
    const receipts = await receiptsOf(world.app, connector);
    const ofOrder = receipts.find(({ order_external_id: order }) => order === "later");
    expect(ofOrder).toMatchObject({ state: "done", reason: null, conversion_id: expect.any(String) });
  });

  it("are attributed by a pasted coupon name after the content of their events was deleted", async () => {
    const { shop } = await aConnectedShop();
    const connector = await aConnector(shop.merchant, { provider: "generic" });
    await couponFor(shop, "ANNA10", world.app.clock.after({ hours: -48 }));
    await sendAll(world.app, connector, [paid({ external_id: "A1" })]);
    await deleteBodies(shop);
    // A shop that names its coupons by ID: the fact of the order says so.
    await world.app.db.query(sql`
      update facts set body = (body::jsonb || ${JSON.stringify({ coupons: [{ couponId: "promo_1" }] })}::jsonb)::text
      where account_id = ${uuidOf(shop.merchant.accountId)}`);
    await world.app.db.query(sql`
      insert into fact_handles (account_id, provider, handle, kind, object_id)
      select account_id, provider, 'coupon=promo_1', kind, object_id from facts
      where account_id = ${uuidOf(shop.merchant.accountId)}`);
    const id = connectorIdOf(connector);
    expect(await nameCoupons(shop.merchant.context, { id, text: "promo_1,ANNA10" })).toMatchObject({ stored: 1 });
    await world.app.receipts.run();
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ external_id: "A1" }] });
  });
});

describe("the heartbeat of a connector", () => {
  const HOUR = 3_600_000;
  const now = new Date("2026-11-16T12:00:00Z");
  const ago = (...hours: readonly number[]): Date[] => hours.map((each) => new Date(now.getTime() - each * HOUR));

  it("does not take a burst for the usual gap", () => {
    expect(silentSince(ago(30, 31, 115, 200, 280, 365, 450), now)).toBeNull();
  });

  it("warns after five times the usual gap, and after a day at least", () => {
    expect(silentSince(ago(23, 24, 25, 26, 27, 28), now)).toBeNull();
    expect(silentSince(ago(25, 26, 27, 28, 29, 30), now)).toEqual(ago(25)[0]);
    expect(silentSince(ago(61, 71, 81, 91, 101, 111), now)).toEqual(ago(61)[0]);
    expect(silentSince(ago(49, 59, 69, 79, 89, 99), now)).toBeNull();
    expect(silentSince(ago(500, 501), now)).toBeNull();
  });
});
