import { beforeAll, describe, expect, it } from "vitest";
import { aMerchant } from "../support/world.ts";
import { expectFailure } from "../support/shop.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { currency } from "../domain/samples.ts";
import { approved, aPortalShop, joinAnother, rejected, sold, type PortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("the overview", () => {
  it("shows a conversion, its approval and its maturation immediately", async () => {
    const shop = await aPortalShop(app);
    const id = await sold(shop, { amount: 250 });
    const first = await shop.portal.get("overview");
    expect(first.body.span).toEqual({ clicks: 0, conversions: 1, earned: { EUR: 25 } });
    expect(first.body.now).toEqual({ EUR: { pending: 25, maturing: 0, withdrawable: 0, owed_back: 0, payable: 0 } });
    expect(first.body.next_to_mature).toEqual([]);

    await approved(shop, id);
    const second = await shop.portal.get("overview");
    expect(second.body.now).toEqual({ EUR: { pending: 0, maturing: 25, withdrawable: 0, owed_back: 0, payable: 0 } });
    expect(second.body.next_to_mature).toEqual([
      { day: app.clock.dayAfter(7), currency: "EUR", amount: 25, conversions: 1 },
    ]);

    shop.app.clock.forward({ days: 7 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    const third = await shop.portal.get("overview");
    expect(third.body.now).toEqual({ EUR: { pending: 0, maturing: 0, withdrawable: 25, owed_back: 0, payable: 25 } });
    expect(third.body.next_to_mature).toEqual([]);
  });

  it("counts a click right after its redirect, before any job has run", async () => {
    const shop = await aPortalShop(app);
    const link = `/r/${shop.affiliate.code}`;
    const clicked = await call(shop.app, "GET", link, { headers: { "user-agent": "Mozilla/5.0" } });
    expect(clicked.status).toBe(302);
    const { body } = await shop.portal.get("overview");
    expect(body.span.clicks).toBe(1);
    expect(body.series.at(-1)).toEqual({ day: app.clock.dayAfter(0), clicks: 1, conversions: 0, earned: {} });
    expect((await shop.portal.get(`campaigns/${shop.campaignId}`)).body.campaign.stats.clicks).toBe(1);
  });

  it("has an entry for every requested day, and zeros for days without activity", async () => {
    const shop = await aPortalShop(app);
    await sold(shop);
    shop.app.clock.forward({ hours: 24 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    await sold(shop, { amount: 30 });
    const day = (number: number): string => app.clock.dayAfter(number);
    const { body } = await shop.portal.get(`overview?from=${day(-3)}&to=${day(1)}`);
    expect(body.series).toEqual([
      { day: day(-3), clicks: 0, conversions: 0, earned: { EUR: 0 } },
      { day: day(-2), clicks: 0, conversions: 0, earned: { EUR: 0 } },
      { day: day(-1), clicks: 0, conversions: 1, earned: { EUR: 10 } },
      { day: day(0), clicks: 0, conversions: 1, earned: { EUR: 3 } },
      { day: day(1), clicks: 0, conversions: 0, earned: { EUR: 0 } },
    ]);
    const lastMonth = await shop.portal.get("overview");
    expect(lastMonth.body.series).toHaveLength(30);
    expect(lastMonth.body).toMatchObject({ from: day(-29), to: day(0), span: { earned: { EUR: 13 } } });
  });

  it("adds up the campaigns of all merchants but never two currencies, or shows one campaign", async () => {
    const shop = await aPortalShop(app);
    const other = await aMerchant(shop.app);
    const second = await joinAnother(shop, other, { name: "Elsewhere", currency: "USD" });
    await sold(shop, { amount: 100 });
    await sold(
      { ...shop, merchant: other, campaignId: second.campaignId, affiliate: { ...shop.affiliate, code: second.code } },
      {
        amount: 70,
        currency: "USD",
      },
    );
    const all = await shop.portal.get("overview");
    expect(all.body.span).toMatchObject({ conversions: 2, earned: { EUR: 10, USD: 7 } });
    expect(all.body.now).toEqual({
      EUR: { pending: 10, maturing: 0, withdrawable: 0, owed_back: 0, payable: 0 },
      USD: { pending: 7, maturing: 0, withdrawable: 0, owed_back: 0, payable: 0 },
    });
    const one = await shop.portal.get(`overview?campaign_id=${second.campaignId}`);
    expect(one.body.span).toMatchObject({ conversions: 1, earned: { USD: 7 } });
    expect(one.body.now).toEqual({ USD: { pending: 7, maturing: 0, withdrawable: 0, owed_back: 0, payable: 0 } });
  });

  it("excludes rejected conversions, and includes restored ones", async () => {
    const shop = await aPortalShop(app);
    const id = await sold(shop);
    await rejected(shop, id, "returned");
    const gone = await shop.portal.get("overview");
    expect(gone.body.span).toEqual({ clicks: 0, conversions: 0, earned: {} });
    expect(gone.body.now).toEqual({ EUR: { pending: 0, maturing: 0, withdrawable: 0, owed_back: 0, payable: 0 } });
    await shop.merchant.call("POST", `/v1/conversions/${id}/unreject`);
    expect((await shop.portal.get("overview")).body.span).toMatchObject({ conversions: 1, earned: { EUR: 10 } });
  });

  it("limits maturing commission to the requested campaign", async () => {
    const shop = await aPortalShop(app);
    const second = await joinAnother(shop, shop.merchant, { maturation_days: 3 });
    await approved(shop, await sold(shop, { amount: 100 }));
    const inSecond = { ...shop, campaignId: second.campaignId, affiliate: { ...shop.affiliate, code: second.code } };
    await approved(shop, await sold(inSecond, { amount: 50 }));
    expect((await shop.portal.get("overview")).body.next_to_mature).toEqual([
      { day: app.clock.dayAfter(3), currency: "EUR", amount: 5, conversions: 1 },
      { day: app.clock.dayAfter(7), currency: "EUR", amount: 10, conversions: 1 },
    ]);
    const narrowed = await shop.portal.get(`overview?campaign_id=${second.campaignId}`);
    expect(narrowed.body.now).toEqual({ EUR: { pending: 0, maturing: 5, withdrawable: 0, owed_back: 0, payable: 0 } });
    expect(narrowed.body.next_to_mature).toEqual([
      { day: app.clock.dayAfter(3), currency: "EUR", amount: 5, conversions: 1 },
    ]);
  });

  it("finds nothing for a foreign or unknown campaign, with the same error", async () => {
    const shop = await aPortalShop(app);
    const foreign = await aPortalShop(shop.app);
    await sold(shop);
    await sold(foreign);
    const answers = await Promise.all(
      [foreign.campaignId, "cmp_01j00000000000000000000000", "nonsense"].map(async (id) => {
        const { status, body } = await shop.portal.get(`overview?campaign_id=${id}`);
        return { status, body };
      }),
    );
    expect(answers[0]?.body.span).toEqual({ clicks: 0, conversions: 0, earned: {} });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("returns 400 for days that are invalid, reversed or too many", async () => {
    const { portal } = await aPortalShop(app);
    for (const query of [
      "from=yesterday",
      "from=2026-02-30",
      "from=2026-03-02&to=2026-03-01",
      "from=2024-01-01&to=2026-01-01",
    ])
      expectFailure(await portal.get(`overview?${query}`), [400, "invalid_request"]);
  });
});

describe("earnings", () => {
  it("are shown by month and currency, newest month first", async () => {
    const shop = await aPortalShop();
    await approved(shop, await sold(shop, { amount: 100 }));
    await rejected(shop, await sold(shop, { amount: 40 }));
    shop.app.clock.forward({ days: 40 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    await sold(shop, { amount: 20 });
    await sold(shop, { amount: 1000, currency: "JPY" });
    expect((await shop.portal.get("earnings")).body.months).toEqual([
      {
        month: "2026-04",
        currency: "EUR",
        conversions: 1,
        pending: 2,
        approved: 0,
        earned: 2,
        rejected: 0,
        deducted: 0,
      },
      {
        month: "2026-04",
        currency: "JPY",
        conversions: 1,
        pending: 100,
        approved: 0,
        earned: 100,
        rejected: 0,
        deducted: 0,
      },
      {
        month: "2026-03",
        currency: "EUR",
        conversions: 1,
        pending: 0,
        approved: 10,
        earned: 10,
        rejected: 4,
        deducted: 0,
      },
    ]);
    expect((await shop.portal.get("earnings?campaign_id=nonsense")).body.months).toEqual([]);
  });

  it("cover twelve months, and say whether there are earlier ones", async () => {
    const shop = await aPortalShop();
    await sold(shop, { amount: 100 });
    const first = await shop.portal.get("earnings");
    expect(first.body).toMatchObject({ from: "2025-04", until: "2026-03", earlier: false, months: [{ earned: 10 }] });
    shop.app.clock.forward({ days: 365 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    await sold(shop, { amount: 20 });
    expect((await shop.portal.get("earnings")).body).toMatchObject({
      from: "2026-04",
      until: "2027-03",
      earlier: true,
      months: [{ month: "2027-03", earned: 2 }],
    });
    const older = (await shop.portal.get("earnings?until=2026-03")).body;
    expect(older).toMatchObject({ earlier: false, months: [{ month: "2026-03", earned: 10 }] });
    const malformed = await shop.portal.get("earnings?until=2026-13");
    expectFailure(malformed, [400, "invalid_request"]);
  });
});

describe("the next payday", () => {
  const paydays = async (shop: PortalShop): Promise<unknown[]> =>
    (await shop.portal.get("balances")).body.balances.map((row: { next_payday: unknown }) => row.next_payday);
  const schedule = (shop: PortalShop, day: number, minimumMinor: bigint): Promise<unknown> =>
    setSchedule(shop.merchant.context, { currency: currency("EUR"), day, minimumMinor });

  it("counts what is ready by then, and leaves out what is pending or on hold longer", async () => {
    const shop = await aPortalShop(undefined, { maturation_days: 7 });
    shop.app.clock.set(new Date("2026-03-02T09:00:00Z"));
    await shop.portal.browser.signIn(shop.affiliate.email);
    await approved(shop, await sold(shop, { amount: 100 }));
    await sold(shop, { amount: 40 });
    expect(await paydays(shop)).toEqual([null]);
    await schedule(shop, 10, 1_500n);
    expect(await paydays(shop)).toEqual([{ on: "2026-03-10", amount: 10, minimum: 15 }]);
    shop.app.clock.set(new Date("2026-03-05T09:00:00Z"));
    await shop.portal.browser.signIn(shop.affiliate.email);
    // On hold until 12 March, after the payday.
    await approved(shop, await sold(shop, { amount: 70 }));
    expect(await paydays(shop)).toEqual([{ on: "2026-03-10", amount: 10, minimum: 15 }]);
    await schedule(shop, 13, 0n);
    expect(await paydays(shop)).toEqual([{ on: "2026-03-13", amount: 17, minimum: 0 }]);
  });

  it("is the merchant's own: another merchant's schedule does not show", async () => {
    const shop = await aPortalShop();
    await sold(shop);
    const other = await aPortalShop(shop.app);
    await schedule(other, 10, 0n);
    expect(await paydays(shop)).toEqual([null]);
  });
});

describe("access", () => {
  it("is refused to strangers, and to members who are not affiliates", async () => {
    expectFailure(await call(app, "GET", "/api/portal/overview"), [401, "not_signed_in"]);
    const merchant = await aMerchant(app);
    const shop = await aPortalShop(app);
    await shop.portal.browser.signIn(merchant.email, merchant.password);
    expectFailure(await shop.portal.get("overview"), [403, "not_an_affiliate"]);
  });

  it("to the dashboard is refused to affiliates, even of the same account", async () => {
    const shop = await aPortalShop(app);
    const answer = await shop.portal.browser.send("GET", `/api/dashboard/${shop.merchant.accountId}/campaigns`);
    expectFailure(answer, [404, "account_not_found"]);
  });

  it("is open to a member who accepted an invitation, with the same sign-in", async () => {
    const shop = await aPortalShop(app);
    const member = await aMerchant(shop.app);
    const { body } = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: member.email },
    });
    const { browser } = shop.portal;
    await browser.signIn(member.email, member.password);
    await browser.send("POST", `/api/portal/invitations/${String(body.invite_link).split("/").at(-1)}/accept`);
    expect((await shop.portal.get("overview")).status).toBe(200);
    expect((await browser.send("GET", `/api/dashboard/${member.accountId}/campaigns`)).status).toBe(200);
    expect((await browser.whoAmI()).body).toMatchObject({ affiliate: true, accounts: [{ id: member.accountId }] });
  });
});
