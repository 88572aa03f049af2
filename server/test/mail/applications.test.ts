import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReceivedMail } from "./smtp-server.ts";
import { anAddress, anApplicant, aPage, applying, details, outcomeOf, type Page } from "../people/applying.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import type { TestResponse } from "../support/app.ts";
import { tally } from "../support/parallel.ts";
import { expectFailure } from "../support/shop.ts";
import { linkIn, postOfficeForFile, type PostedShop, type PostOffice } from "./post.ts";

let office: PostOffice;
beforeAll(async () => {
  office = await postOfficeForFile();
});

interface Stage extends PostedShop, Page {
  readonly apply: (body?: unknown, browser?: Browser) => Promise<TestResponse>;
  readonly confirm: (browser: Browser, token: unknown, code: string) => Promise<TestResponse>;
}

async function aStage(campaign: Record<string, unknown> = {}): Promise<Stage> {
  const shop = await office.newShop();
  const page = await aPage({ merchant: shop.merchant, send: shop.desk }, campaign);
  const apply = applying(shop);
  return {
    ...shop,
    ...page,
    apply: (body = { ...anApplicant(), password: PASSWORD }, browser) => apply(page.slug, body, browser),
    confirm: (browser, token, code) =>
      browser.send("POST", `/api/portal/applications/${page.slug}/confirm`, { token, code }),
  };
}

const codeIn = (mail: ReceivedMail | undefined): string => /^\d{8}$/m.exec(mail?.text ?? "")?.[0] ?? "";
const tokenIn = (answer: TestResponse): string => answer.body.verification.token as string;

/** Emails are sent in any order, so each one is read before the next application. */
async function askedOf(
  applying: Promise<TestResponse>,
  post: PostedShop["post"],
): Promise<{ token: string; code: string }> {
  const token = tokenIn(await applying);
  const [mail] = await post();
  return { token, code: codeIn(mail) };
}

describe("an application by email", () => {
  it("stores nothing until the code from the email proves the address; then the person is in", async () => {
    const { app, id, apply, confirm, post, desk } = await aStage({ visibility: "private" });
    const applicant = { ...anApplicant(), password: PASSWORD };
    const browser = new Browser(app);
    const asked = await apply(applicant, browser);
    expect(asked.body).toEqual({
      step: "verification",
      verification: { token: expect.any(String), expires_at: expect.any(String) },
    });
    expect(asked.headers["set-cookie"]).toBeUndefined();
    expect(await app.db.query(sql`select 1 from users where email = ${applicant.email}`)).toEqual([]);
    expect(await app.db.query(sql`select 1 from applications where email_folded = ${applicant.email}`)).toEqual([]);
    const [mail] = await post();
    expect(mail?.to).toEqual([applicant.email]);
    // The address may belong to someone else, who must not read what a stranger typed.
    for (const typed of [applicant.name, applicant.website, applicant.audience])
      expect(mail?.text).not.toContain(typed);
    expectFailure(await confirm(browser, tokenIn(asked), "00000000"), [400, "wrong_code"]);
    const joined = await confirm(browser, tokenIn(asked), codeIn(mail));
    expect(joined.body.affiliation).toMatchObject({ campaign_id: id, status: "pending" });
    expect((await browser.whoAmI()).body.user).toMatchObject({
      name: "Grace",
      email: applicant.email,
      email_verified: true,
    });
    const { body } = await desk("GET", `campaigns/${id}/affiliates?status=pending`);
    expect(body.affiliates).toMatchObject([{ email: applicant.email, application: details }]);
  });

  it("of a signed-in person with an unverified address goes to the merchant, who sends a link there", async () => {
    const { app, id, apply, desk, portal, affiliate } = await aStage();
    await app.db.query(sql`update users set email_verified_at = null where email = ${affiliate.email}`);
    await portal.browser.signIn(affiliate.email, PASSWORD);
    expect((await apply(anApplicant(), portal.browser)).body).toEqual({ step: "received" });
    expect((await desk("GET", `campaigns/${id}/affiliates`)).body.affiliates).toEqual([]);
    const { body } = await desk("GET", `invitations?campaign_id=${id}`);
    expect(body.invitations).toMatchObject([{ email: affiliate.email, application: { website: details.website } }]);
  });

  it("that proves nothing does not use up the campaign's limit", async () => {
    const { app, apply, confirm, post } = await aStage();
    for (let count = 0; count < 301; count += 1) expectFailure(await apply(anApplicant()), [400, "invalid_request"]);
    const browser = new Browser(app);
    const { token, code } = await askedOf(apply(undefined, browser), post);
    expect((await confirm(browser, token, code)).status).toBe(200);
  });

  it("responds the same to a known address, tells its owner to sign in, and never overwrites them", async () => {
    const { app, slug, affiliate, apply, confirm, post } = await aStage();
    const before = await app.db.query(sql`select password_hash from users where email = ${affiliate.email}`);
    const browser = new Browser(app);
    const [known, unknown] = [
      await apply({ ...anApplicant(), email: affiliate.email, password: "another long password" }, browser),
      await apply(),
    ];
    const shape = ({ status, body, headers }: TestResponse) => [
      status,
      Object.keys(body.verification as object),
      headers["set-cookie"],
    ];
    expect(shape(known)).toEqual(shape(unknown));
    const mails = await post();
    const toKnown = mails.find(({ to }) => to.includes(affiliate.email));
    expect(linkIn(toKnown, "/p/")).toBe(`/p/${slug}`);
    expect(codeIn(toKnown)).toBe("");
    expectFailure(await confirm(browser, tokenIn(known), "00000000"), [400, "wrong_code"]);
    expect(await app.db.query(sql`select password_hash from users where email = ${affiliate.email}`)).toEqual(before);
  });

  it("creates one person when two applications with one address are confirmed at once", async () => {
    const { app, apply, confirm, post, desk, id } = await aStage();
    const applicant = { ...anApplicant(), password: PASSWORD };
    const asked = [await askedOf(apply(applicant), post), await askedOf(apply(applicant), post)];
    const answers = await Promise.all(asked.map(({ token, code }) => confirm(new Browser(app), token, code)));
    expect(tally(answers.map(outcomeOf))).toEqual({ email_taken: 1, joined: 1 });
    expect((await desk("GET", `campaigns/${id}/affiliates`)).body.affiliates).toHaveLength(1);
  });

  it("works for an hour, for its own purpose, and not once the page is closed", async () => {
    const { app, slug, id, apply, confirm, post, desk } = await aStage();
    const [first, second] = [await askedOf(apply(), post), await askedOf(apply(), post)];
    const browser = new Browser(app);
    expectFailure(await browser.send("POST", "/api/session/signup/confirm", first), [400, "wrong_code"]);
    await desk("PUT", `campaigns/${id}/page`, { slug, open: false });
    expectFailure(await confirm(browser, first.token, first.code), [410, "applications_closed"]);
    await desk("PUT", `campaigns/${id}/page`, { slug, open: true });
    app.clock.forward({ seconds: 59 * 60 });
    expect((await confirm(browser, first.token, first.code)).status).toBe(200);
    app.clock.forward({ seconds: 60 });
    expectFailure(await confirm(new Browser(app), second.token, second.code), [400, "wrong_code"]);
  });

  it("needs a password that is hard to guess", async () => {
    const { apply } = await aStage();
    expectFailure(await apply(anApplicant()), [400, "invalid_request"]);
    expectFailure(await apply({ ...anApplicant(), password: "password" }), [400, "weak_password"]);
  });

  it("sends one mailbox five emails a day at most, and responds the same after that", async () => {
    const { apply, post, app } = await aStage();
    const { email } = anApplicant();
    for (let count = 0; count < 7; count += 1) {
      const browser = new Browser(app);
      browser.from = anAddress();
      const answer = await apply({ ...anApplicant(), email, password: PASSWORD }, browser);
      expect(answer.body.step).toBe("verification");
    }
    expect(await post()).toHaveLength(5);
  });
});
