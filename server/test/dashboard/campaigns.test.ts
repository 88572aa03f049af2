import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate, campaignBody } from "../support/world.ts";
import { aDesk, asMember, asStranger, linesOf } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("campaigns", () => {
  it("are listed newest first with their totals, which match each campaign's own page", async () => {
    const { merchant, get } = await aDesk(app);
    const older = await aCampaign(merchant, { name: "Spring", max_budget: 500 });
    app.clock.forward({ seconds: 1 });
    const newer = await aCampaign(merchant, { name: "Summer" });
    const { code } = await anAffiliate(app, merchant, older);
    await aConversion(merchant, older, { code, amount: 80 });
    const listed = await get("campaigns");
    expect(listed.status).toBe(200);
    expect(listed.body.campaigns.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(listed.body.pagination).toEqual({ limit: 50, offset: 0, total: 2 });
    const [, spring] = listed.body.campaigns;
    expect(spring).toMatchObject({
      max_budget: 500,
      current_spend: 8,
      stats: { total_affiliates: 1, total_clicks: 0, total_conversions: 1, total_revenue: 80 },
    });
    expect((await get(`campaigns/${older}`)).body).toEqual({ campaign: spring });
  });

  it("are found by status and by part of the name in any letter case, including pattern characters", async () => {
    const { merchant, get, send } = await aDesk(app);
    const spring = await aCampaign(merchant, { name: "Spring 100% sale" });
    const summer = await aCampaign(merchant, { name: "Summer" });
    await send("PATCH", `campaigns/${summer}`, { status: "paused" });
    const idsOf = async (query: string): Promise<string[]> =>
      (await get(`campaigns?${query}`)).body.campaigns.map(({ id }: { id: string }) => id);
    expect(await idsOf("status=paused")).toEqual([summer]);
    expect(await idsOf("search=SPRING")).toEqual([spring]);
    expect(await idsOf(`search=${encodeURIComponent("100%")}`)).toEqual([spring]);
    expect(await idsOf(`search=${encodeURIComponent("%")}`)).toEqual([spring]);
    expect(await idsOf("search=_")).toEqual([]);
    expect(await idsOf("status=&search=")).toHaveLength(2);
  });

  it("are created, changed, paused, archived and reactivated", async () => {
    const { send } = await aDesk(app);
    const created = await send("POST", "campaigns", { ...campaignBody, visibility: "private", currency: "usd" });
    expect(created.body.campaign).toMatchObject({ name: "Spring sale", visibility: "private", currency: "USD" });
    const path = `campaigns/${created.body.campaign.id}`;
    const changed = await send("PATCH", path, { name: "Autumn", max_budget: 20.5, status: "paused" });
    expect(changed.body.campaign).toMatchObject({ name: "Autumn", max_budget: 20.5, status: "paused" });
    expect((await send("DELETE", path)).body.campaign).toMatchObject({ status: "archived" });
    expect((await send("PATCH", path, { status: "active" })).body.campaign).toMatchObject({ status: "active" });
  });

  it("report an invalid field, filter or page in one sentence", async () => {
    const { send, get } = await aDesk(app);
    const wrong = await send("POST", "campaigns", { ...campaignBody, name: "" });
    expect([wrong.status, wrong.body.error]).toEqual([400, "name must be text of 1 to 120 characters."]);
    const status = await get("campaigns?status=lost");
    expect([status.status, status.body.error]).toEqual([400, "status must be one of active, paused, archived."]);
    const far = await get("campaigns?offset=10001");
    expect([far.status, far.body.code]).toEqual([400, "invalid_request"]);
    expect(far.body.error).toContain("offset must be a whole number of at most 10000");
  });

  it("of another account are 404 for every role", async () => {
    const desk = await aDesk(app);
    const other = await aDesk(app);
    const foreign = await aCampaign(other.merchant);
    for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const) {
      const answer = await desk.send(method, `campaigns/${foreign}`, body);
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, "campaign_not_found"]);
    }
    expect((await other.get(`campaigns/${foreign}`)).body.campaign).toMatchObject({
      name: "Spring sale",
      status: "active",
    });
    const intruder = await desk.browser.send("GET", `/api/dashboard/${other.merchant.accountId}/campaigns`);
    expect([intruder.status, intruder.body.code]).toEqual([404, "account_not_found"]);
  });

  it("can be read by viewers and changed by managers only; strangers get 401", async () => {
    const desk = await aDesk(app);
    const id = await aCampaign(desk.merchant);
    const viewer = await asMember(desk, "viewer");
    expect((await viewer.get(`campaigns/${id}`)).status).toBe(200);
    expect((await viewer.send("PATCH", `campaigns/${id}`, { name: "Mine" })).body.code).toBe("role_required");
    expect((await viewer.send("POST", "campaigns", campaignBody)).status).toBe(403);
    expect((await viewer.send("DELETE", `campaigns/${id}`)).status).toBe(403);
    const manager = await asMember(desk, "manager");
    expect((await manager.send("PATCH", `campaigns/${id}`, { name: "Ours" })).status).toBe(200);
    expect((await asStranger(desk).get("campaigns")).status).toBe(401);
  });

  it("are exported as CSV with the current filter", async () => {
    const { merchant, get } = await aDesk(app);
    await aCampaign(merchant, { name: '=HYPERLINK("https://evil.example")' });
    await aCampaign(merchant, { name: "Summer, late" });
    const file = await get("campaigns.csv");
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="campaigns.csv"');
    expect(linesOf(file)).toHaveLength(3);
    expect(linesOf(file)[0]).toMatch(/^id,name,status,/);
    expect(file.text).toContain('"Summer, late"');
    expect(file.text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(linesOf(await get("campaigns.csv?search=summer"))).toHaveLength(2);
    expect(linesOf(await get("campaigns.csv?status=archived"))).toHaveLength(1);
  });
});
