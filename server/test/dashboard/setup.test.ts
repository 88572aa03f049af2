import { beforeAll, describe, expect, it } from "vitest";
import { aCampaign, aConversion, anAffiliate } from "../support/world.ts";
import { signedUp } from "../people/browser.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aDesk, asMember } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("the checklist", () => {
  it("starts with nothing done", async () => {
    const browser = await signedUp(app, "new@shop.example");
    const account = (await browser.whoAmI()).body.accounts[0].id as string;
    const { status, body } = await browser.send("GET", `/api/dashboard/${account}/setup`);
    expect(status).toBe(200);
    expect(body).toEqual({
      campaign: null,
      affiliate: null,
      invitation: false,
      key: null,
      click: false,
      conversion: null,
      approved: false,
      endpoint: false,
    });
  });

  it("checks off each step up to the first approved conversion", async () => {
    const desk = await aDesk(app);
    const { merchant, get, send } = desk;
    expect((await get("setup")).body.key).toEqual({ prefix: "sk_live_", last_four: merchant.key.slice(-4) });
    const campaign = await aCampaign(merchant);
    expect((await get("setup")).body).toMatchObject({
      campaign: { id: campaign, name: "Spring sale" },
      invitation: false,
    });
    await send("POST", "invitations", { campaign_id: campaign, emails: ["eve@partner.example"] });
    expect((await get("setup")).body).toMatchObject({ invitation: true, affiliate: null });
    const { code } = await anAffiliate(app, merchant, campaign);
    expect((await get("setup")).body.affiliate).toMatchObject({ code, link: `http://tributary.test/r/${code}` });
    const conversion = await aConversion(merchant, campaign, { code });
    expect((await get("setup")).body).toMatchObject({ conversion: { id: conversion }, approved: false });
    await send("POST", `conversions/${conversion}/approve`);
    expect((await (await asMember(desk, "viewer")).get("setup")).body).toMatchObject({ approved: true });
  });

  it("names the newest campaign and affiliate that belong together, and no archived campaign", async () => {
    const { merchant, get, send } = await aDesk(app);
    const older = await aCampaign(merchant, { name: "Older" });
    const { code: olderCode } = await anAffiliate(app, merchant, older);
    app.clock.forward({ seconds: 1 });
    const newer = await aCampaign(merchant, { name: "Newer" });
    expect((await get("setup")).body).toMatchObject({ campaign: { id: older }, affiliate: { code: olderCode } });
    const { code } = await anAffiliate(app, merchant, newer);
    expect((await get("setup")).body).toMatchObject({ campaign: { id: newer }, affiliate: { code } });
    await send("DELETE", `campaigns/${newer}`);
    expect((await get("setup")).body).toMatchObject({ campaign: { id: older }, affiliate: { code: olderCode } });
    await send("DELETE", `campaigns/${older}`);
    expect((await get("setup")).body).toMatchObject({ campaign: null, affiliate: null });
  });
});
