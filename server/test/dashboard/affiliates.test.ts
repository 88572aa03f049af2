import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate } from "../support/world.ts";
import { aDesk, asMember, asStranger, linesOf } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const codesOf = (body: { affiliates: { affiliate_code: string }[] }): string[] =>
  body.affiliates.map((row) => row.affiliate_code);

async function aWorld() {
  const desk = await aDesk(app);
  const { merchant } = desk;
  const open = await aCampaign(merchant, { name: "Open" });
  const closed = await aCampaign(merchant, { name: "Closed", visibility: "private", currency: "USD" });
  const ada = await anAffiliate(app, merchant, open);
  app.clock.forward({ seconds: 1 });
  const bob = await anAffiliate(app, merchant, closed);
  return { ...desk, open, closed, ada, bob };
}

describe("affiliates", () => {
  it("are listed across campaigns, latest first, with their campaign and allowed actions", async () => {
    const { get, ada, bob, open, closed } = await aWorld();
    const { status, body } = await get("affiliates");
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ limit: 50, offset: 0, total: 2 });
    expect(body.affiliates).toMatchObject([
      {
        id: bob.affiliateId,
        affiliation_id: bob.affiliationId,
        campaign_id: closed,
        campaign_name: "Closed",
        campaign_currency: "USD",
        status: "pending",
        removed: false,
        actions: ["approve", "reject", "remove"],
      },
      {
        id: ada.affiliateId,
        email: ada.email,
        campaign_id: open,
        status: "active",
        actions: ["suspend", "remove"],
        unique_link: `http://tributary.test/r/${ada.code}`,
      },
    ]);
  });

  it("are listed within one campaign, which must exist", async () => {
    const { get, ada, open } = await aWorld();
    expect(codesOf((await get(`campaigns/${open}/affiliates`)).body)).toEqual([ada.code]);
    const other = await aDesk(app);
    for (const id of ["cmp_nothing", await aCampaign(other.merchant)])
      expect((await get(`campaigns/${id}/affiliates`)).body.code).toBe("campaign_not_found");
  });

  it("can be filtered by status, campaign, name, address and code; foreign and unknown IDs match nothing", async () => {
    const { get, send, ada, bob, closed } = await aWorld();
    const found = async (query: string): Promise<string[]> => codesOf((await get(`affiliates?${query}`)).body);
    expect(await found("status=pending")).toEqual([bob.code]);
    expect(await found("status=active")).toEqual([ada.code]);
    await send("POST", `affiliations/${ada.affiliationId}/suspend`);
    expect(await found("status=rejected")).toEqual([ada.code]);
    expect(await found("status=suspended")).toEqual([ada.code]);
    expect(await found(`campaign_id=${closed}`)).toEqual([bob.code]);
    expect(await found("campaign_id=cmp_nothing")).toEqual([]);
    expect(await found(`search=${ada.email.toUpperCase()}`)).toEqual([ada.code]);
    expect(await found(`search=${bob.code}`)).toEqual([bob.code]);
    expect(await found("search=partner.example&limit=1&offset=1")).toEqual([ada.code]);
    expect((await get("affiliates?status=removed")).status).toBe(400);
  });

  it("disappear from the lists when removed, and a second removal is 404", async () => {
    const { get, send, ada, bob } = await aWorld();
    const removed = await send("DELETE", `affiliations/${ada.affiliationId}`);
    expect([removed.status, removed.body.success]).toEqual([200, true]);
    expect(codesOf((await get("affiliates")).body)).toEqual([bob.code]);
    expect((await send("DELETE", `affiliations/${ada.affiliationId}`)).status).toBe(404);
    const { body } = await get(`affiliates/${ada.affiliateId}`);
    expect(body.affiliations).toMatchObject([{ affiliate_code: ada.code, removed: true, actions: [] }]);
  });

  it("show one person with all campaigns and earnings, and never add up currencies", async () => {
    const { merchant, get, send, ada, open } = await aWorld();
    await aConversion(merchant, open, { code: ada.code, amount: 50 });
    const approved = await aConversion(merchant, open, { code: ada.code, amount: 30 });
    await aConversion(merchant, open, { code: ada.code, amount: 7, currency: "JPY" });
    const rejected = await aConversion(merchant, open, { code: ada.code, amount: 1000 });
    await send("POST", `conversions/${approved}/approve`);
    await send("POST", `conversions/${rejected}/reject`, { reason: "Returned" });
    const { status, body } = await get(`affiliates/${ada.affiliateId}`);
    expect(status).toBe(200);
    expect(body.affiliate).toMatchObject({ id: ada.affiliateId, email: ada.email, created_at: expect.any(String) });
    expect(body.affiliations).toMatchObject([
      {
        campaign_name: "Open",
        stats: { conversions: 3, revenue: 80, pending_commission: 5 },
        by_currency: { JPY: { revenue: 7, pending_commission: 1 } },
      },
    ]);
    const other = await aDesk(app);
    for (const id of [ada.affiliateId, "aff_nothing"])
      expect((await other.get(`affiliates/${id}`)).body.code).toBe("affiliate_not_found");
  });

  it("are exported as CSV with the same filter, including for one campaign", async () => {
    const { get, ada, open } = await aWorld();
    expect(linesOf(await get("affiliates.csv"))).toHaveLength(3);
    const [, line] = linesOf(await get("affiliates.csv?status=active"));
    expect(line).toContain(`${ada.email},`);
    expect(line).toContain(",active,false,");
    expect(linesOf(await get(`campaigns/${open}/affiliates.csv`))).toHaveLength(2);
    expect((await get("campaigns/cmp_nothing/affiliates.csv")).status).toBe(404);
  });

  it("can be read by viewers and changed by managers; strangers get 401", async () => {
    const desk = await aWorld();
    const viewer = await asMember(desk, "viewer");
    expect((await viewer.get(`affiliates/${desk.ada.affiliateId}`)).status).toBe(200);
    expect((await viewer.send("DELETE", `affiliations/${desk.ada.affiliationId}`)).status).toBe(403);
    const manager = await asMember(desk, "manager");
    expect((await manager.send("DELETE", `affiliations/${desk.ada.affiliationId}`)).status).toBe(200);
    for (const path of ["affiliates", "affiliates.csv", `affiliates/${desk.ada.affiliateId}`])
      expect((await asStranger(desk).get(path)).status).toBe(401);
  });
});
