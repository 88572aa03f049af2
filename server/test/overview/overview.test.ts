import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { aConnector, send } from "../connectors/inbox-world.ts";
import { aDesk, type Desk } from "../dashboard/desk.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { aCampaign, aConversion, anAffiliate, ledgerFaults, type Joined } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

interface Shop extends Desk {
  readonly campaignId: string;
  readonly ada: Joined;
}

async function aShopDesk(campaign: Record<string, unknown> = {}): Promise<Shop> {
  const desk = await aDesk(app);
  const campaignId = await aCampaign(desk.merchant, campaign);
  return { ...desk, campaignId, ada: await anAffiliate(desk.app, desk.merchant, campaignId) };
}

const sold = ({ merchant, campaignId, ada }: Shop, more: { amount?: number; currency?: string } = {}) =>
  aConversion(merchant, campaignId, { code: ada.code, ...more });
const decide = (desk: Desk, id: string, action: string) => desk.send("POST", `conversions/${id}/${action}`);
const clickOn = (desk: Desk, { code }: Joined) =>
  call(desk.app, "GET", `/r/${code}`, { headers: { "user-agent": "Mozilla/5.0" } });

async function later(desk: Desk, days: number): Promise<void> {
  desk.app.clock.forward({ days });
  await desk.signIn();
}

describe("the figures", () => {
  it("are compared with the same number of days before", async () => {
    const shop = await aShopDesk();
    await sold(shop, { amount: 40 });
    await later(shop, 5);
    const day = (number: number): string => app.clock.dayAfter(number);
    await clickOn(shop, shop.ada);
    const { headers } = await clickOn(shop, shop.ada);
    const clickId = new URL(String(headers["location"])).searchParams.get("service_id");
    const order = { campaign_id: shop.campaignId, click_id: clickId, external_id: "by-click", amount: 100 };
    expect((await shop.merchant.call("POST", "/v1/conversions", { body: order })).status).toBe(200);
    const { body } = await shop.get(`overview?from=${day(-3)}&to=${day(0)}`);
    expect(body).toMatchObject({ time_zone: "UTC", currency: "EUR", currencies: ["EUR"] });
    const figures = { clicks: 2, conversions: 1, revenue: 100, commission: 10, conversion_rate: 50, without_click: 0 };
    expect(body.span).toMatchObject({ from: day(-3), to: day(0), ...figures });
    const earlier = { clicks: 0, conversions: 1, revenue: 40, commission: 4, conversion_rate: null, without_click: 1 };
    expect(body.before).toMatchObject({ from: day(-7), to: day(-4), ...earlier });
    expect(body.span.series).toHaveLength(4);
    expect(body.span.series.at(-1)).toEqual({
      day: day(0),
      clicks: 2,
      conversions: 1,
      conversions_in_currency: 1,
      revenue: 100,
      commission: 10,
    });
    expect(body.before.series.at(2)).toMatchObject({ day: day(-5), conversions: 1, revenue: 40 });
  });

  it("exclude rejected conversions and include restored ones, day by day", async () => {
    const shop = await aShopDesk();
    const id = await sold(shop, { amount: 70 });
    await later(shop, 1);
    await decide(shop, id, "reject");
    const rejected = (await shop.get("overview")).body;
    expect(rejected.span).toMatchObject({ conversions: 0, revenue: 0, commission: 0 });
    expect(rejected).toMatchObject({ top_campaigns: [], top_affiliates: [], waiting: { total: 0, of_span: 0 } });
    await decide(shop, id, "unreject");
    const restored = (await shop.get("overview")).body;
    expect(restored.span).toMatchObject({ conversions: 1, revenue: 70, commission: 7 });
    expect(restored.top_affiliates).toMatchObject([{ revenue: 70, conversions: 1 }]);
    expect(restored.span.series.at(-2)).toMatchObject({ day: app.clock.dayAfter(-1), conversions: 1 });
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });

  it("are in one currency at a time, by default the most common one, and never added up", async () => {
    const shop = await aShopDesk();
    await sold(shop, { amount: 100 });
    await sold(shop, { amount: 30, currency: "USD" });
    await sold(shop, { amount: 20, currency: "USD" });
    const common = (await shop.get("overview")).body;
    expect(common).toMatchObject({ currency: "USD", currencies: ["USD", "EUR"] });
    expect(common.span).toMatchObject({ conversions: 3, conversions_in_currency: 2, revenue: 50, commission: 5 });
    const asked = (await shop.get("overview?currency=eur")).body;
    expect(asked).toMatchObject({
      currency: "EUR",
      span: { conversions: 3, conversions_in_currency: 1, revenue: 100, commission: 10 },
    });
    expect(asked.top_affiliates).toMatchObject([{ conversions: 1, revenue: 100 }]);
    const other = (await shop.get("overview?currency=JPY")).body;
    expect(other).toMatchObject({ currency: "JPY", currencies: ["JPY", "USD", "EUR"], top_campaigns: [] });
    expect(other.span).toMatchObject({ conversions: 3, revenue: 0 });
  });

  it("keep a commission in the campaign's currency separate from revenue in another", async () => {
    const shop = await aShopDesk({ commission_type: "fixed", commission_value: 5 });
    const sale = await sold(shop, { amount: 80, currency: "USD" });
    const dollars = (await shop.get("overview?currency=USD")).body;
    expect(dollars.span).toMatchObject({ revenue: 80, commission: 0 });
    expect(dollars.top_affiliates).toMatchObject([{ conversions: 1, revenue: 80, commission: 0 }]);
    const euros = (await shop.get("overview?currency=EUR")).body;
    expect(euros.span).toMatchObject({ revenue: 0, commission: 5 });
    expect(euros.top_affiliates).toMatchObject([{ conversions: 0, revenue: 0, commission: 5 }]);
    expect(euros.waiting).toEqual({ total: 1, of_span: 1 });
    await decide(shop, sale, "approve");
    expect((await shop.get("overview?currency=EUR")).body.waiting).toEqual({ total: 0, of_span: 0 });
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });

  it("show the number pending, in total and in this range", async () => {
    const shop = await aShopDesk();
    await sold(shop);
    await later(shop, 40);
    await sold(shop);
    const approved = await sold(shop);
    await decide(shop, approved, "approve");
    expect((await shop.get("overview")).body.waiting).toEqual({ total: 2, of_span: 1 });
  });

  it("exclude a conversion without a click from the rate", async () => {
    const shop = await aShopDesk();
    await clickOn(shop, shop.ada);
    for (let order = 0; order < 3; order += 1) await sold(shop);
    const { span } = (await shop.get("overview")).body;
    expect(span).toMatchObject({ clicks: 1, conversions: 3, conversion_rate: 0, without_click: 3 });
  });

  it("of an empty account are zeros in the default currency", async () => {
    const desk = await aDesk(app);
    const { status, body } = await desk.get("overview");
    expect(status).toBe(200);
    expect(body).toMatchObject({ currency: "EUR", currencies: ["EUR"], top_campaigns: [], top_affiliates: [] });
    expect(body.span).toMatchObject({
      from: app.clock.dayAfter(-29),
      to: app.clock.dayAfter(0),
      clicks: 0,
      conversion_rate: null,
    });
    expect(body.span.series).toHaveLength(30);
  });

  it("belong to one account only", async () => {
    const shop = await aShopDesk();
    await sold(shop);
    await clickOn(shop, shop.ada);
    const other = await aDesk(app);
    const { body } = await other.get("overview");
    expect(body.span).toMatchObject({ clicks: 0, conversions: 0, revenue: 0 });
    expect(body).toMatchObject({ top_campaigns: [], top_affiliates: [], waiting: { total: 0 } });
  });
});

describe("an invalid request", () => {
  it.each(["from=yesterday", "from=2026-03-02&to=2026-03-01", "from=2020-01-01&to=2026-01-01", "currency=euros"])(
    "is rejected: %s",
    async (query) => {
      const desk = await aDesk(app);
      expectFailure(await desk.get(`overview?${query}`), [400, "invalid_request"]);
    },
  );
});

describe("the rankings", () => {
  it("are by revenue, five each: campaigns, and affiliates with all their campaigns together", async () => {
    const shop = await aShopDesk();
    const { merchant } = shop;
    const second = await aCampaign(merchant, { name: "Second" });
    for (let number = 1; number <= 6; number += 1) {
      const each = await anAffiliate(app, merchant, shop.campaignId);
      await aConversion(merchant, shop.campaignId, { code: each.code, amount: number * 10 });
      app.clock.forward({ seconds: 61 });
    }
    await sold(shop, { amount: 15 });
    const invited = await merchant.call("POST", `/v1/campaigns/${second}/affiliates`, {
      body: { email: shop.ada.email },
    });
    const token = String(invited.body.invite_link).split("/").at(-1);
    const headers = { cookie: shop.ada.cookie, "sec-fetch-site": "same-origin" };
    await call(app, "POST", `/api/portal/invitations/${token}/accept`, { body: {}, headers });
    const { body: listed } = await merchant.call("GET", `/v1/campaigns/${second}/affiliates`);
    await aConversion(merchant, second, { code: listed.affiliates[0].affiliate_code, amount: 90 });
    const { body } = await shop.get("overview");
    expect(body.top_campaigns.map(({ revenue }: { revenue: number }) => revenue)).toEqual([225, 90]);
    expect(body.top_affiliates).toHaveLength(5);
    expect(body.top_affiliates[0]).toMatchObject({ id: shop.ada.affiliateId, conversions: 2, revenue: 105 });
    expect(body.top_affiliates.map(({ revenue }: { revenue: number }) => revenue)).toEqual([105, 60, 50, 40, 30]);
  });
});

describe("what needs attention", () => {
  it("names budgets over 80%, of active campaigns only", async () => {
    const shop = await aShopDesk({ max_budget: 10 });
    await sold(shop, { amount: 80 });
    expect((await shop.get("overview")).body.attention.tight_budgets).toEqual([]);
    await sold(shop, { amount: 1 });
    expect((await shop.get("overview")).body.attention.tight_budgets).toEqual([
      { campaign_id: shop.campaignId, name: "Spring sale", currency: "EUR", spend: 8.1, budget: 10 },
    ]);
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status: "paused" } });
    expect((await shop.get("overview")).body.attention.tight_budgets).toEqual([]);
  });

  it("counts pending flagged conversions, applicants, disabled endpoints and failed deliveries", async () => {
    const shop = await aShopDesk();
    const quiet = {
      applicants: 0,
      applications: 0,
      open_claims: 0,
      suspicious_conversions: 0,
      endpoints_off: 0,
      deliveries_failed: 0,
      connectors_silent: 0,
      receipts_failed: 0,
      tight_budgets: [],
    };
    expect((await shop.get("overview")).body.attention).toEqual(quiet);
    const id = await sold(shop);
    const closed = await aCampaign(shop.merchant, { visibility: "private" });
    await anAffiliate(shop.app, shop.merchant, closed);
    const made = await shop.send("POST", "webhook-endpoints", {
      url: "https://93.184.215.14/",
      events: ["conversion.approved"],
    });
    const endpoint = made.body.endpoint.id as string;
    await shop.send("PATCH", `webhook-endpoints/${endpoint}`, { enabled: false });
    const { attention } = (await shop.get("overview")).body;
    expect(attention).toEqual({ ...quiet, applicants: 1, suspicious_conversions: 1, endpoints_off: 1 });
    await decide(shop, id, "approve");
    await shop.app.db.query(
      sql`update deliveries set status = 'failed', ended_at = now() where account_id = ${uuidOf(shop.merchant.accountId)}`,
    );
    const after = (await shop.get("overview")).body.attention;
    expect(after).toEqual({ ...quiet, applicants: 1, endpoints_off: 1, deliveries_failed: 1 });
  });
});

describe("a connector", () => {
  it("needs attention after a day without events, until one arrives or it is deleted", async () => {
    const shop = await aShopDesk();
    const connector = await aConnector(shop.merchant);
    let events = 0;
    const arrive = async (): Promise<void> => {
      const event = { type: "something.else", number: (events += 1) };
      expect((await send(app, connector, event)).status).toBe(200);
    };
    const silent = async () => (await shop.get("overview")).body.attention.connectors_silent as number;
    for (let hour = 0; hour < 6; hour += 1) {
      await arrive();
      app.clock.forward({ hours: 1 });
    }
    await shop.signIn();
    expect(await silent()).toBe(0);
    await later(shop, 1);
    expect(await silent()).toBe(1);
    await arrive();
    expect(await silent()).toBe(0);
    await later(shop, 2);
    expect(await silent()).toBe(1);
    expect((await shop.send("DELETE", `connectors/${connector.id}`)).status).toBeLessThan(300);
    expect(await silent()).toBe(0);
  });
});

describe("the pulse", () => {
  it("changes after each change to a conversion, and stays the same otherwise", async () => {
    const shop = await aShopDesk();
    const seen = [(await shop.get("pulse")).body.version as string];
    const look = async (): Promise<void> => void seen.push((await shop.get("pulse")).body.version as string);
    const id = await sold(shop);
    await look();
    for (const action of ["approve", "reject", "unreject", "reject"]) {
      expect((await decide(shop, id, action)).status).toBe(200);
      await look();
    }
    expect(new Set(seen).size).toBe(6);
    expect((await shop.get("pulse")).body.version).toBe(seen.at(-1));
    const other = await aDesk(app);
    const theirs = (await other.get("pulse")).body.version as string;
    await sold(shop);
    expect((await other.get("pulse")).body.version).toBe(theirs);
  });
});

describe("the list of flagged pending conversions", () => {
  it("contains what the overview counts", async () => {
    const shop = await aShopDesk();
    const waits = await sold(shop);
    await decide(shop, await sold(shop), "approve");
    const { body } = await shop.get("conversions?status=pending&warning_sign=any");
    expect(body.conversions.map(({ id }: { id: string }) => id)).toEqual([waits]);
    expect(body.pagination.total).toBe(1);
  });
});
