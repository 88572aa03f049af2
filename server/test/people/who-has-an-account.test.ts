import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postOfficeForFile, sendAll, type PostedShop, type PostOffice } from "../mail/post.ts";
import { outboxOf } from "../mail/outbox.ts";
import { appForTest, call, type TestResponse, type TestApp } from "../support/app.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { Browser, PASSWORD, signedUp } from "./browser.ts";

const KNOWN = "known@partner.example";
const UNKNOWN = "unknown@partner.example";
const shape = ({ status, body }: TestResponse, email: string): string =>
  JSON.stringify([status, { ...body, request_id: "" }]).replaceAll(email, "EMAIL");

describe("a merchant's own invitation link", () => {
  async function linksTo(app: TestApp, emails: readonly string[]): Promise<string[]> {
    const merchant = await aMerchant(app);
    const campaignId = await aCampaign(merchant);
    const paths: string[] = [];
    for (const email of emails) {
      const { body } = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
      paths.push(`/api/portal/invitations/${String(body.invite_link).split("/").at(-1)}`);
    }
    const owner = new Browser(app);
    await owner.signIn(merchant.email, merchant.password);
    for (const email of emails) {
      const member = { email, role: "viewer" };
      const { body } = await owner.send("POST", `/api/dashboard/${merchant.accountId}/member-invitations`, member);
      paths.push(`/api/session/member-invitations/${String(body.invite_link).split("/").at(-1)}`);
    }
    return paths;
  }

  it("does not reveal whether the invited address has an account", async () => {
    const app = await appForTest({ SIGNUP: "open" });
    await signedUp(app, KNOWN);
    const [toKnown = "", toUnknown = "", joinKnown = "", joinUnknown = ""] = await linksTo(app, [KNOWN, UNKNOWN]);
    for (const [known, unknown] of [
      [toKnown, toUnknown],
      [joinKnown, joinUnknown],
    ] as const) {
      expect(shape(await call(app, "GET", known), KNOWN)).toBe(shape(await call(app, "GET", unknown), UNKNOWN));
      // Rejected requests must not reveal it either.
      for (const body of [
        undefined,
        {},
        { name: "Eve" },
        { password: PASSWORD },
        { name: "Eve", password: "short" },
        { name: "Eve", password: "password" },
      ]) {
        const answers = await Promise.all(
          [known, unknown].map((path) => call(app, "POST", `${path}/accept`, body === undefined ? {} : { body })),
        );
        expect(answers.map(({ status }) => status)).toEqual([400, 400]);
        expect(shape(answers[0] as TestResponse, KNOWN)).toBe(shape(answers[1] as TestResponse, UNKNOWN));
      }
    }
  });
});

describe("sign-up with email configured", () => {
  let office: PostOffice;
  let tests = 0;
  let unknown: string;
  beforeAll(async () => {
    office = await postOfficeForFile();
  });
  beforeEach(() => {
    unknown = `unknown${(tests += 1)}@partner.example`;
  });
  const signUp = ({ app }: PostedShop, email: string, browser = new Browser(app)) => browser.signUp(email);
  const confirm = (browser: Browser, token: string, code: string) =>
    browser.send("POST", "/api/session/signup/confirm", { token, code });
  const codeIn = (text: string | undefined): string => /^\d{8}$/m.exec(text ?? "")?.[0] ?? "";

  it("responds the same to known and unknown addresses, and signs in neither", async () => {
    const shop = await office.newShop();
    const answers = [await signUp(shop, shop.affiliate.email), await signUp(shop, unknown)];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.body).toEqual({ verification: { token: expect.any(String), expires_at: expect.any(String) } });
    }
    const kinds = await outboxOf(shop.app);
    expect(kinds.map(({ kind }) => kind)).toEqual(["address_verification", "address_verification"]);
    expect(await shop.app.db.query(sql`select id from users where email = ${unknown}`)).toEqual([]);
  });

  it("emails a code to an unknown address, and informs the owner of a known one", async () => {
    const shop = await office.newShop();
    await signUp(shop, unknown);
    await signUp(shop, shop.affiliate.email.toUpperCase());
    const mails = await shop.post();
    const [fresh] = mails.filter(({ to }) => to[0] === unknown);
    expect(codeIn(fresh?.text)).toMatch(/^\d{8}$/);
    expect(fresh?.text).not.toContain("Ada");
    const [owner] = mails.filter(({ to }) => to[0] === shop.affiliate.email);
    expect(owner?.headers["subject"]).toBe("You already have an account");
    expect(codeIn(owner?.text)).toBe("");
    expect(owner?.text).toContain("http://tributary.test/signin");
  });

  it("creates the account with the code, once, with a verified address", async () => {
    const shop = await office.newShop();
    const browser = new Browser(shop.app);
    const { token } = (await signUp(shop, unknown, browser)).body.verification;
    const [mail] = await shop.post();
    const code = codeIn(mail?.text);
    const wrong = code === "00000000" ? "11111111" : "00000000";
    expect((await confirm(browser, token, wrong)).body.code).toBe("wrong_code");
    expect((await confirm(browser, `${token.slice(0, -4)}AAAA`, code)).body.code).toBe("wrong_code");
    const created = await confirm(browser, token, ` ${code.slice(0, 4)} ${code.slice(4)} `);
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      user: { email: unknown, email_verified: true },
      accounts: [{ role: "owner" }],
    });
    expect((await browser.whoAmI()).status).toBe(200);
    expect((await new Browser(shop.app).signIn(unknown)).status).toBe(200);
    expect((await confirm(new Browser(shop.app), token, code)).body.code).toBe("email_taken");
  });

  it("accepts the code within an hour, with ten guesses", async () => {
    const shop = await office.newShop();
    const { token } = (await signUp(shop, unknown)).body.verification;
    const [mail] = await shop.post();
    const code = codeIn(mail?.text);
    const guesses: string[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      guesses.push((await confirm(new Browser(shop.app), token, "12345678")).body.code);
    expect(guesses).toEqual([...Array<string>(10).fill("wrong_code"), "too_many_attempts"]);
    const other = (await signUp(shop, "late@partner.example")).body.verification.token;
    await sendAll(shop.app);
    const late = codeIn(shop.smtp.received.at(-1)?.text);
    shop.app.clock.forward({ hours: 1 });
    expect((await confirm(new Browser(shop.app), other, late)).body.code).toBe("wrong_code");
    expect((await confirm(new Browser(shop.app), token, code)).body.code).toBe("wrong_code");
  });

  it("counts guesses per sign-up, however its token is spelled", async () => {
    const shop = await office.newShop();
    const { token } = (await signUp(shop, unknown)).body.verification as { token: string };
    const spellings = Array.from({ length: 11 }, (_, n) => `${token.slice(0, n + 1)} ${token.slice(n + 1)}=`);
    const codes: string[] = [];
    for (const spelled of spellings) codes.push((await confirm(new Browser(shop.app), spelled, "12345678")).body.code);
    expect(codes).toEqual([...Array<string>(10).fill("wrong_code"), "too_many_attempts"]);
  });

  it("emails one mailbox five times a day, and responds the same beyond that", async () => {
    const shop = await office.newShop();
    for (let n = 0; n < 7; n += 1) {
      const { status, body } = await signUp(shop, `someone+${n}@partner.example`);
      expect([status, typeof body.verification.token]).toEqual([200, "string"]);
    }
    expect(await shop.post()).toHaveLength(5);
  });

  it("emails one address a few times an hour, per client address and in total", async () => {
    const shop = await office.newShop();
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 4; tries += 1) codes.push((await signUp(shop, unknown)).body.code);
    expect(codes).toEqual([undefined, undefined, undefined, "too_many_attempts"]);
    expect(await shop.post()).toHaveLength(3);
  });

  it("creates one account when the code is sent ten times at once", async () => {
    const shop = await office.newShop();
    const { token } = (await signUp(shop, unknown)).body.verification;
    const [mail] = await shop.post();
    const code = codeIn(mail?.text);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(new Browser(shop.app), token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "email_taken")).toHaveLength(9);
  });
});

describe("sign-up without a mail server", () => {
  it("says that an address is taken at most ten times an hour, for any addresses", async () => {
    const app = await appForTest({ SIGNUP: "open" });
    await signedUp(app, KNOWN);
    const codes: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) codes.push((await new Browser(app).signUp(KNOWN)).body.code);
    expect(codes).toEqual([...Array<string>(9).fill("email_taken"), ...Array<string>(3).fill("too_many_attempts")]);
    expect((await new Browser(app).signUp(UNKNOWN)).body.code).toBe("too_many_attempts");
    app.clock.forward({ hours: 1 });
    expect((await new Browser(app).signUp(UNKNOWN)).status).toBe(200);
  });
});
