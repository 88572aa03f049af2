import { beforeAll, describe, expect, it } from "vitest";
import { foldClicks } from "../../src/usecases/clicks/fold-clicks.ts";
import { aPage, applying } from "../people/applying.ts";
import { Browser } from "../people/browser.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate, type Joined } from "../support/world.ts";
import { aDesk, linesOf, type Desk } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

/** Joins another campaign and returns the code for it. */
async function alsoIn(desk: Desk, { email, cookie }: Joined, campaignId: string): Promise<string> {
  const invited = await desk.merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const accepted = await call(app, "POST", `/api/portal/invitations/${token}/accept`, { headers, body: {} });
  if (accepted.status !== 200) throw new Error(accepted.text);
  return accepted.body.affiliation.affiliate_code as string;
}

async function aWorld() {
  const desk = await aDesk(app);
  const spring = await aCampaign(desk.merchant, { name: "Spring" });
  const closed = await aCampaign(desk.merchant, { name: "Closed", visibility: "private", currency: "USD" });
  const ada = await anAffiliate(app, desk.merchant, spring);
  app.clock.forward({ seconds: 1 });
  const bob = await anAffiliate(app, desk.merchant, spring);
  app.clock.forward({ seconds: 1 });
  await alsoIn(desk, ada, closed);
  return { ...desk, spring, closed, ada, bob };
}

const idsOf = (body: { affiliates: { id: string }[] }): string[] => body.affiliates.map(({ id }) => id);

describe("affiliates by person", () => {
  it("are each listed once, with all their campaigns and figures by currency", async () => {
    const { get, merchant, spring, ada, bob } = await aWorld();
    await aConversion(merchant, spring, { code: ada.code, amount: 100 });
    await aConversion(merchant, spring, { code: ada.code, amount: 20, currency: "USD" });
    await call(app, "GET", `/r/${ada.code}`, { headers: { "user-agent": "Mozilla/5.0" } });
    const { status, body } = await get("affiliates/by-person");
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ limit: 50, offset: 0, total: 2 });
    expect(idsOf(body)).toEqual([bob.affiliateId, ada.affiliateId]);
    expect(body.affiliates[1]).toMatchObject({
      email: ada.email,
      clicks: 1,
      conversions: 2,
      by_currency: { EUR: { revenue: 100, commission: 10 }, USD: { revenue: 20, commission: 2 } },
      affiliations: [
        { campaign_name: "Closed", status: "pending", actions: ["approve", "reject", "remove"] },
        { campaign_name: "Spring", status: "active" },
      ],
    });
    expect(body.affiliates[0]).toMatchObject({ clicks: 0, conversions: 0, by_currency: {} });
  });

  it("are found by the status in any campaign, by campaign, name, email and code", async () => {
    const { get, closed, ada, bob } = await aWorld();
    const found = async (filter: string) => idsOf((await get(`affiliates/by-person?${filter}`)).body);
    expect(await found("status=pending")).toEqual([ada.affiliateId]);
    expect(await found("status=active")).toEqual([bob.affiliateId, ada.affiliateId]);
    expect(await found(`campaign_id=${closed}`)).toEqual([ada.affiliateId]);
    expect(await found(`search=${encodeURIComponent(bob.email.toUpperCase())}`)).toEqual([bob.affiliateId]);
    expect(await found(`search=${ada.code}`)).toEqual([ada.affiliateId]);
    expect(await found("campaign_id=nothing")).toEqual([]);
  });

  it("stay in the list until they are removed from every campaign, and keep what they earned before", async () => {
    const { get, send, merchant, spring, ada, bob } = await aWorld();
    await aConversion(merchant, spring, { code: ada.code, amount: 100 });
    await send("DELETE", `affiliations/${ada.affiliationId}`);
    const { body } = await get("affiliates/by-person");
    expect(body.affiliates[1]).toMatchObject({ id: ada.affiliateId, conversions: 1 });
    expect(body.affiliates[1].affiliations).toMatchObject([{ campaign_name: "Closed" }]);
    await send("DELETE", `affiliations/${body.affiliates[1].affiliations[0].affiliation_id}`);
    expect(idsOf((await get("affiliates/by-person")).body)).toEqual([bob.affiliateId]);
  });

  it("are sorted by each figure in both directions, and paged in that order", async () => {
    const { get, merchant, spring, ada, bob } = await aWorld();
    await aConversion(merchant, spring, { code: ada.code, amount: 100 });
    await aConversion(merchant, spring, { code: bob.code, amount: 10 });
    await aConversion(merchant, spring, { code: bob.code, amount: 10 });
    await call(app, "GET", `/r/${bob.code}`, { headers: { "user-agent": "Mozilla/5.0" } });
    await foldClicks(app.services);
    const sorted = async (sort: string) => idsOf((await get(`affiliates/by-person?sort=${sort}`)).body);
    const [adaFirst, bobFirst] = [
      [ada.affiliateId, bob.affiliateId],
      [bob.affiliateId, ada.affiliateId],
    ];
    for (const key of ["revenue", "commission"]) {
      expect([key, await sorted(`-${key}`)]).toEqual([key, adaFirst]);
      expect([key, await sorted(key)]).toEqual([key, bobFirst]);
    }
    for (const key of ["clicks", "conversions"]) {
      expect([key, await sorted(`-${key}`)]).toEqual([key, bobFirst]);
      expect([key, await sorted(key)]).toEqual([key, adaFirst]);
    }
    expect(await sorted("joined")).toEqual(adaFirst);
    expect(await sorted("name")).toEqual(adaFirst);
    expect(await sorted("-name")).toEqual(bobFirst);
    const second = (await get("affiliates/by-person?sort=-revenue&limit=1&offset=1")).body;
    expect(idsOf(second)).toEqual([bob.affiliateId]);
    expect((await get("affiliates/by-person?sort=password")).status).toBe(400);
  });

  it("are downloaded with the same filter", async () => {
    const { get, merchant, spring, ada } = await aWorld();
    await aConversion(merchant, spring, { code: ada.code, amount: 100 });
    const lines = linesOf(await get("affiliates/by-person.csv?status=pending"));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("Closed; Spring");
    expect(lines[1]).toContain("100 EUR");
  });

  it("are downloaded with what they wrote, in the order of their campaigns, as text", async () => {
    const { ada, ...desk } = await aWorld();
    const browser = new Browser(app);
    browser.cookie = ada.cookie;
    const applyTo = async (name: string, audience: string): Promise<void> => {
      app.clock.forward({ seconds: 1 });
      const { slug } = await aPage(desk, { name });
      const { status } = await applying(desk)(slug, { website: "ada.example", audience, note: "" }, browser);
      expect(status).toBe(200);
    };
    await applyTo("Autumn", "=1+1");
    app.clock.forward({ seconds: 1 });
    await alsoIn(desk, ada, await aCampaign(desk.merchant, { name: "Summer" }));
    await applyTo("Winter", "+2");
    const line = linesOf(await desk.get("affiliates/by-person.csv")).find((text) => text.includes(ada.email));
    expect(line).toContain(`"Winter; Summer; Autumn; Closed; Spring"`);
    expect(line).toContain(`"'+2; ; '=1+1; ; ",,`);
  });

  it("show nothing of another account's campaigns, even for the same person", async () => {
    const { get, ada } = await aWorld();
    const other = await aWorld();
    await aConversion(other.merchant, other.spring, { code: await alsoIn(other, ada, other.spring), amount: 999 });
    const { body } = await get("affiliates/by-person");
    const row = (body.affiliates as { id: string }[]).find(({ id }) => id === ada.affiliateId);
    expect(row).toMatchObject({ conversions: 0, by_currency: {} });
    expect(JSON.stringify(body)).not.toContain(other.spring);
  });
});
