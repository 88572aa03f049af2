import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { forgetOld } from "../../src/usecases/installation/forget-old.ts";
import { aDesk, type Desk } from "../dashboard/desk.ts";
import { portalOf } from "../portal/portal.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";
import { anAddress, anApplicant, aPage, applying, details, invitationsOf } from "./applying.ts";
import { Browser, PASSWORD } from "./browser.ts";

let app: TestApp;
let desk: Desk;
let apply: ReturnType<typeof applying>;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  desk = await aDesk(app);
  apply = applying(desk);
});

describe("what people send", () => {
  it("is refused with one sentence if it is missing, too long or hostile, and stores nothing", async () => {
    const { slug, id } = await aPage(desk);
    const wrong: Record<string, unknown>[] = [
      { name: undefined },
      { name: " " },
      { name: "x".repeat(121) },
      { name: "Grace\nHopper" },
      { email: undefined },
      { email: "grace" },
      { email: "a@b.example\r\nBcc: c@d.example" },
      { website: undefined },
      { website: "javascript:alert(1)" },
      { website: "http://grace.example" },
      { website: "https://u:p@grace.example" },
      { website: `grace.example/${"x".repeat(1000)}` },
      { audience: "x".repeat(201) },
      { audience: "a\nb" },
      { note: "x".repeat(1001) },
      { note: "\u0000" },
      { note: "\u001b[31m" },
      { note: ["x"] },
    ];
    for (const change of wrong) {
      const answer = await apply(slug, { ...anApplicant(), ...change });
      expectFailure(answer, [400, "invalid_request"]);
      expect(String(answer.body.error)).toMatch(/\.$/);
    }
    expect(await invitationsOf(desk, id)).toEqual([]);
    for (const odd of ["a..b", "'; drop table applications", "x".repeat(5000), "ADMIN"])
      expectFailure(await apply(encodeURIComponent(odd), anApplicant()), [404, "application_page_not_found"]);
  });

  it("comes from our own pages only", async () => {
    const { slug } = await aPage(desk);
    const foreign = new Browser(app, { "sec-fetch-site": "cross-site" });
    expectFailure(await apply(slug, anApplicant(), foreign), [403, "cross_site_request"]);
  });

  it("is limited per IP address", async () => {
    const { slug } = await aPage(desk);
    const browser = new Browser(app);
    browser.from = anAddress();
    for (let count = 0; count < 20; count += 1) expect((await apply(slug, anApplicant(), browser)).status).toBe(200);
    const refused = await apply(slug, anApplicant(), browser);
    expectFailure(refused, [429, "too_many_attempts"]);
    expect(refused.headers["retry-after"]).toBeDefined();
    expect((await apply(slug, anApplicant())).status).toBe(200);
  });

  it("is limited per campaign", async () => {
    const [one, other] = [await aPage(desk), await aPage(desk)];
    const statuses: number[] = [];
    for (let count = 0; count < 301; count += 1) statuses.push((await apply(one.slug, anApplicant())).status);
    expect(statuses.lastIndexOf(200)).toBe(299);
    expect(statuses.at(-1)).toBe(429);
    expect((await apply(other.slug, anApplicant())).status).toBe(200);
  });
});

describe("what an applicant wrote", () => {
  it("is in the person's own data, and is erased with them", async () => {
    const person = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    const { slug, id } = await aPage(desk);
    const portal = portalOf(app, person);
    await apply(slug, anApplicant(), portal.browser);
    const { applications } = JSON.parse((await portal.get("data")).text) as { applications: unknown[] };
    expect(applications).toMatchObject([{ campaign_id: id, website: details.website, note: details.note }]);
    expect((await portal.send("DELETE", "account", { password: PASSWORD })).status).toBe(200);
    const rows = await app.db.query(sql`select 1 from applications where campaign_id = ${uuidOf(id)}`);
    expect(rows).toEqual([]);
  });

  it("is not in the data of somebody who has not verified the same address", async () => {
    const person = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    const portal = portalOf(app, person);
    const { slug } = await aPage(desk);
    await apply(slug, { ...anApplicant(), email: person.email });
    const mine = async () => (JSON.parse((await portal.get("data")).text) as { applications: unknown[] }).applications;
    expect(await mine()).toEqual([]);
    await app.db.query(sql`update users set email_verified_at = now() where email = ${person.email}`);
    expect(await mine()).toHaveLength(1);
  });

  it("is deleted after 90 days, with the address, unless the person is in the campaign", async () => {
    const { slug, id } = await aPage(desk);
    const { email } = anApplicant();
    await apply(slug, { ...anApplicant(), email });
    const person = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    await apply(slug, anApplicant(), portalOf(app, person).browser);
    const kept = () =>
      app.db.query<{ email_folded: string }>(sql`
        select email_folded from applications where campaign_id = ${uuidOf(id)} order by 1`);
    app.clock.forward({ days: 89 });
    await forgetOld(app.services);
    expect(await kept()).toHaveLength(2);
    app.clock.forward({ days: 1, hours: 1 });
    await forgetOld(app.services);
    expect(await kept()).toEqual([{ email_folded: person.email }]);
    await desk.signIn();
    expect(await invitationsOf(desk, id)).toMatchObject([{ email: "erased", application: null }]);
  });
});
