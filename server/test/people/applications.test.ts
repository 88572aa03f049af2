import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { aDesk, linesOf, type Desk } from "../dashboard/desk.ts";
import { portalOf } from "../portal/portal.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { tally } from "../support/parallel.ts";
import { expectFailure } from "../support/shop.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";
import { anApplicant, anApplicantsEmail, aPage, applying, details, invitationsOf, outcomeOf } from "./applying.ts";
import { Browser, PASSWORD } from "./browser.ts";

let app: TestApp;
let desk: Desk;
let apply: ReturnType<typeof applying>;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  desk = await aDesk(app);
  apply = applying(desk);
});

describe("an application without an account, where no email is sent", () => {
  it("reaches the merchant, who sends the link; the person joins with what they wrote", async () => {
    const { slug, id } = await aPage(desk, { visibility: "private" });
    const applicant = anApplicant();
    const answer = await apply(slug, applicant);
    expect(answer.body).toEqual({ step: "received" });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const [waiting] = await invitationsOf(desk, id);
    expect(waiting).toMatchObject({ email: applicant.email, state: "open", application: details });
    const renewed = await desk.send("POST", `invitations/${waiting?.id}/renew`);
    const token = String(renewed.body.invite_link).split("/").at(-1);
    const browser = new Browser(app);
    const accepted = await browser.send("POST", `/api/portal/invitations/${token}/accept`, {
      name: "Grace",
      password: PASSWORD,
    });
    expect(accepted.body.affiliation.status).toBe("pending");
    const { body } = await desk.get(`campaigns/${id}/affiliates?status=pending`);
    expect(body.affiliates[0]).toMatchObject({ email: applicant.email, application: details });
    const written = `,${details.website},"${details.audience}","${details.note}",${body.affiliates[0].application.applied_at}`;
    for (const file of [`campaigns/${id}/affiliates.csv`, `affiliates/by-person.csv?campaign_id=${id}`]) {
      const [header, line] = linesOf(await desk.get(file));
      expect(header).toMatch(/,website,audience,note,applied_at$/);
      expect(line?.endsWith(written)).toBe(true);
    }
    const { affiliate_id: affiliateId, id: affiliationId } = accepted.body.affiliation;
    expect((await desk.get(`affiliates/${affiliateId}`)).body.affiliations[0].application).toMatchObject(details);
    expect((await desk.send("POST", `affiliations/${affiliationId}/approve`)).status).toBe(200);
  });

  it("is on the merchant's overview until they create the link or decline", async () => {
    const own = await aDesk(app);
    const { slug, id } = await aPage(own);
    const waiting = async () => (await own.get("overview")).body.attention.applications as number;
    for (const settle of [
      (invitation: string) => own.send("POST", `invitations/${invitation}/renew`),
      (invitation: string) => own.send("DELETE", `invitations/${invitation}`),
    ]) {
      const { email, ...applicant } = anApplicant();
      await apply(slug, { email, ...applicant });
      expect(await waiting()).toBe(1);
      const newest = (await invitationsOf(own, id)).find((each) => each.email === email);
      app.clock.forward({ seconds: 1 });
      expect((await settle(newest?.id ?? "")).status).toBe(200);
      expect(await waiting()).toBe(0);
    }
  });

  it("responds the same whether or not the address is known, invited or already in the campaign", async () => {
    const { slug, id } = await aPage(desk);
    const member = await anAffiliate(app, desk.merchant, id);
    const elsewhere = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    await desk.send("POST", "invitations", { campaign_id: id, emails: ["invited@partner.example"] });
    const emails = [
      member.email,
      elsewhere.email,
      desk.merchant.email,
      "invited@partner.example",
      "new@partner.example",
    ];
    for (const email of emails) {
      const answer = await apply(slug, { ...anApplicant(), email });
      expect([answer.status, answer.body]).toEqual([200, { step: "received" }]);
    }
    const rows = await app.db.query(sql`select email_folded from applications where email_folded = ${member.email}`);
    expect(rows).toEqual([]);
  });

  it("leaves an invitation that the person already has valid", async () => {
    const { slug, id } = await aPage(desk);
    const email = anApplicantsEmail();
    const invited = await desk.send("POST", "invitations", { campaign_id: id, emails: [email] });
    await apply(slug, { ...anApplicant(), email: email.toUpperCase() });
    expect(await invitationsOf(desk, id)).toMatchObject([{ email, state: "open", application: details }]);
    const token = String(invited.body.results[0].invite_link).split("/").at(-1);
    const opened = await new Browser(app).send("GET", `/api/portal/invitations/${token}`);
    expect(opened.status).toBe(200);
  });

  it("is one entry, however many people apply with one address at once; the last one stays", async () => {
    const { slug, id } = await aPage(desk);
    const applicant = anApplicant();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, number) => apply(slug, { ...applicant, note: `${number}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(await invitationsOf(desk, id)).toHaveLength(1);
    await apply(slug, { ...applicant, note: "Corrected" });
    expect(await invitationsOf(desk, id)).toMatchObject([{ application: { note: "Corrected" } }]);
  });

  it("cannot change what an affiliate of the campaign wrote", async () => {
    const { slug, id } = await aPage(desk, { visibility: "private" });
    const person = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    const { browser } = portalOf(app, person);
    expect((await apply(slug, anApplicant(), browser)).body.affiliation.status).toBe("pending");
    await apply(slug, { ...anApplicant(), email: person.email, note: "Hostile" });
    const { body } = await desk.get(`campaigns/${id}/affiliates`);
    expect(body.affiliates[0].application.note).toBe(details.note);
  });

  it("is visible only to the merchant of the page", async () => {
    const { slug, id } = await aPage(desk);
    await apply(slug, anApplicant());
    const other = await aDesk(app);
    expect(await invitationsOf(other, id)).toEqual([]);
    expect((await other.get("invitations")).body.invitations).toEqual([]);
    expectFailure(await other.get(`campaigns/${id}/page`), [404, "campaign_not_found"]);
  });
});

describe("an application while signed in", () => {
  it("joins immediately: active in a public campaign, pending in a private one", async () => {
    const person = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    const { browser } = portalOf(app, person);
    for (const [visibility, status] of [
      ["public", "active"],
      ["private", "pending"],
    ]) {
      const { slug, id } = await aPage(desk, { visibility });
      const joined = await apply(slug, { website: "grace.example" }, browser);
      expect(joined.body).toMatchObject({ step: "joined", affiliation: { campaign_id: id, status } });
      const { body } = await desk.get(`campaigns/${id}/affiliates`);
      expect(body.affiliates[0].application).toMatchObject({
        website: "https://grace.example",
        audience: "",
        note: "",
      });
      expectFailure(await apply(slug, { website: "grace.example" }, browser), [400, "already_in_campaign"]);
    }
  });

  it("joins once, even if it is sent several times at once", async () => {
    const person = await anAffiliate(app, desk.merchant, await aCampaign(desk.merchant));
    const { slug, id } = await aPage(desk);
    const { browser } = portalOf(app, person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(slug, anApplicant(), browser)));
    expect(tally(answers.map(outcomeOf))).toEqual({ already_in_campaign: 7, joined: 1 });
    const rows = await app.db.query(sql`
      select 1 from events e join affiliations a on a.id = e.subject_id
      where e.type = 'affiliate.joined' and a.campaign_id = ${uuidOf(id)}`);
    expect(rows).toHaveLength(1);
  });

  it("cannot bring back somebody who was removed", async () => {
    const { slug, id } = await aPage(desk);
    const person = await anAffiliate(app, desk.merchant, id);
    await desk.send("DELETE", `affiliations/${person.affiliationId}`);
    const { browser } = portalOf(app, person);
    expectFailure(await apply(slug, anApplicant(), browser), [403, "rejoining_needs_invitation"]);
    expect((await desk.get(`campaigns/${id}/affiliates`)).body.affiliates).toEqual([]);
  });
});
