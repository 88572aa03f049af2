import { beforeAll, describe, expect, it } from "vitest";
import { aDesk, type Desk } from "../dashboard/desk.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { aCampaign, aConversion, anAffiliate, type Joined } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

async function aShopDesk(): Promise<Desk & { campaignId: string; ada: Joined }> {
  const desk = await aDesk(app);
  const campaignId = await aCampaign(desk.merchant);
  return { ...desk, campaignId, ada: await anAffiliate(app, desk.merchant, campaignId) };
}

const clickOn = ({ code }: Joined) => call(app, "GET", `/r/${code}`, { headers: { "user-agent": "Mozilla/5.0" } });

describe("the figures of one campaign and of one affiliate", () => {
  it("leave out the others, and count clicks that are not folded yet", async () => {
    const shop = await aShopDesk();
    const other = await aCampaign(shop.merchant, { name: "Other", currency: "USD" });
    const bob = await anAffiliate(app, shop.merchant, other);
    await aConversion(shop.merchant, shop.campaignId, { code: shop.ada.code, amount: 100 });
    await aConversion(shop.merchant, other, { code: bob.code, amount: 30, currency: "USD" });
    await clickOn(shop.ada);
    await clickOn(bob);
    await clickOn(bob);
    const ofCampaign = (await shop.get(`campaigns/${shop.campaignId}/numbers`)).body;
    const ofAda = (await shop.get(`affiliates/${shop.ada.affiliateId}/numbers`)).body;
    for (const body of [ofCampaign, ofAda]) {
      expect(body).toMatchObject({ time_zone: "UTC", currency: "EUR", currencies: ["EUR"] });
      expect(body.span).toMatchObject({ clicks: 1, conversions: 1, conversions_in_currency: 1, revenue: 100 });
      expect(body.span.series).toHaveLength(30);
      expect(body.before).toMatchObject({ clicks: 0, conversions: 0, revenue: 0 });
    }
    const ofBob = (await shop.get(`affiliates/${bob.affiliateId}/numbers`)).body;
    expect(ofBob).toMatchObject({ currency: "USD", span: { clicks: 2, conversions: 1, revenue: 30 } });
    const inEuro = (await shop.get(`affiliates/${bob.affiliateId}/numbers?currency=EUR`)).body;
    expect(inEuro.span).toMatchObject({ conversions: 1, conversions_in_currency: 0, revenue: 0 });
  });

  it("compare with the same number of days before, and follow a rejection", async () => {
    const shop = await aShopDesk();
    const id = await aConversion(shop.merchant, shop.campaignId, { code: shop.ada.code, amount: 40 });
    app.clock.forward({ days: 5 });
    await shop.signIn();
    const day = (number: number): string => app.clock.dayAfter(number);
    const read = async (of: string) => (await shop.get(`${of}/numbers?from=${day(-3)}&to=${day(0)}`)).body;
    const both = [`campaigns/${shop.campaignId}`, `affiliates/${shop.ada.affiliateId}`];
    for (const of of both)
      expect((await read(of)).before).toMatchObject({ conversions: 1, revenue: 40, commission: 4 });
    await shop.send("POST", `conversions/${id}/reject`);
    for (const of of both) expect((await read(of)).before).toMatchObject({ conversions: 0, revenue: 0, commission: 0 });
  });

  it("are not found for another account, and reject a range that is too long", async () => {
    const shop = await aShopDesk();
    const stranger = await aShopDesk();
    for (const of of [`campaigns/${stranger.campaignId}`, `affiliates/${stranger.ada.affiliateId}`])
      expect((await shop.get(`${of}/numbers`)).status).toBe(404);
    const long = await shop.get(`campaigns/${shop.campaignId}/numbers?from=2020-01-01&to=2026-01-01`);
    expectFailure(long, [400, "invalid_request"]);
  });
});
