import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf, type UserId } from "../../src/domain/ids.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import { dumpOf } from "../portal/dump.ts";
import { expectFailure } from "../support/shop.ts";
import { linkIn, postOfficeForFile, type PostedShop, type PostOffice } from "./post.ts";
import { outboxOf } from "./outbox.ts";

let office: PostOffice;
beforeAll(async () => {
  office = await postOfficeForFile();
});

const NEW_PASSWORD = "a brand new battery";
const askReset = ({ app }: PostedShop, email: string) => new Browser(app).send("POST", "/api/session/reset", { email });
const useReset = ({ app }: PostedShop, token: string, password = NEW_PASSWORD) =>
  new Browser(app).send("POST", `/api/session/reset/${token}`, { password });
async function resetToken(shop: PostedShop): Promise<string> {
  await askReset(shop, shop.affiliate.email);
  // There may also be one about a completed reset.
  const mail = (await shop.post()).find(({ text }) => text.includes("/reset/"));
  return linkIn(mail, "/reset/").slice("/reset/".length);
}

describe("a password reset by email", () => {
  it("sets the password, ends all sessions and verifies the address", async () => {
    const shop = await office.newShop();
    const thief = new Browser(shop.app);
    await thief.signIn(shop.affiliate.email);
    expect((await useReset(shop, await resetToken(shop))).body).toEqual({ success: true });
    expectFailure(await thief.whoAmI(), [401, "not_signed_in"]);
    expectFailure(await shop.portal.get("profile"), [401, "not_signed_in"]);
    expectFailure(await thief.signIn(shop.affiliate.email, PASSWORD), [401, "wrong_credentials"]);
    const signedIn = await shop.portal.browser.signIn(shop.affiliate.email, NEW_PASSWORD);
    expect(signedIn.body.user.email_verified).toBe(true);
    const [told] = await shop.post();
    expect(told?.to).toEqual([shop.affiliate.email]);
    expect(told?.headers["subject"]).toBe("Your password was reset");
    expect(told?.text).toContain("with a link from an email");
  });

  it("responds the same for an unknown address, and sends nothing", async () => {
    const shop = await office.newShop();
    const known = await askReset(shop, shop.affiliate.email);
    const unknown = await askReset(shop, "nobody@partner.example");
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    expect(await outboxOf(shop.app)).toMatchObject([
      { kind: "password_reset", status: "waiting" },
      { kind: "password_reset", status: "waiting" },
    ]);
    expect((await shop.post()).map(({ to }) => to[0])).toEqual([shop.affiliate.email]);
    expect((await outboxOf(shop.app)).map(({ status }) => status).sort()).toEqual(["dropped", "sent"]);
  });

  it("goes to the person's stored address, not the one that was typed", async () => {
    const shop = await office.newShop();
    const typed = shop.affiliate.email.replace("a", "\uFF41").toUpperCase();
    expect((await askReset(shop, typed)).status).toBe(200);
    const [mail] = await shop.post();
    expect(mail?.to).toEqual([shop.affiliate.email]);
  });

  it("works once, for an hour, and the newest link invalidates the others", async () => {
    const shop = await office.newShop();
    const first = await resetToken(shop);
    const second = await resetToken(shop);
    shop.app.clock.forward({ seconds: 3_599 });
    expect((await useReset(shop, second)).status).toBe(200);
    for (const token of [second, first, "x", "A".repeat(43)])
      expectFailure(await useReset(shop, token), [410, "reset_gone"]);
    const third = await resetToken(shop);
    shop.app.clock.forward({ hours: 1 });
    expectFailure(await useReset(shop, third), [410, "reset_gone"]);
  });

  it("requested before the password was changed in the profile is invalid", async () => {
    const shop = await office.newShop();
    const token = await resetToken(shop);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await shop.portal.browser.send("POST", "/api/session/password", body)).status).toBe(200);
    expectFailure(await useReset(shop, token, "the thief's battery"), [410, "reset_gone"]);
  });

  it("used twenty times at once works once", async () => {
    const shop = await office.newShop();
    const token = await resetToken(shop);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => useReset(shop, token, `battery number ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  it("with a password that is too short is rejected and stays valid", async () => {
    const shop = await office.newShop();
    const token = await resetToken(shop);
    expectFailure(await useReset(shop, token, "short"), [400, "invalid_request"]);
    expect((await useReset(shop, token)).status).toBe(200);
  });

  it("is limited to five emails an hour per address; beyond that it responds the same and sends nothing", async () => {
    const shop = await office.newShop();
    for (let count = 0; count < 5; count += 1) expect((await askReset(shop, shop.affiliate.email)).status).toBe(200);
    const sixth = await askReset(shop, shop.affiliate.email.toUpperCase());
    expect([sixth.status, sixth.body]).toEqual([200, { success: true }]);
    const mails = await shop.post();
    expect(mails).toHaveLength(5);
    const token = linkIn(mails[0], "/reset/").slice("/reset/".length);
    expect((await useReset(shop, token)).status).toBe(200);
  });

  it("leaves no token in the database, before or after it is sent", async () => {
    const shop = await office.newShop();
    const token = await resetToken(shop);
    expect((await dumpOf(shop.app)).contains(token)).toBe(false);
  });
});

describe("an address", () => {
  const verify = ({ portal }: PostedShop) => portal.browser.send("POST", "/api/session/verification");
  const confirm = ({ portal }: PostedShop, code: string) =>
    portal.browser.send("POST", "/api/session/verification/confirm", { code });
  async function codeOf(shop: PostedShop): Promise<string> {
    await verify(shop);
    const [mail] = await shop.post();
    return /^\d{8}$/m.exec(mail?.text ?? "")?.[0] ?? "";
  }
  const isVerified = async ({ portal }: PostedShop) =>
    (await portal.browser.whoAmI()).body.user.email_verified as boolean;

  it("cannot be verified without a session: both requests need one", async () => {
    const shop = await office.newShop();
    const nobody = new Browser(shop.app);
    expectFailure(await nobody.send("POST", "/api/session/verification"), [401, "not_signed_in"]);
    const confirming = await nobody.send("POST", "/api/session/verification/confirm", { code: "12345678" });
    expectFailure(confirming, [401, "not_signed_in"]);
  });

  it("is verified by the code that was sent to it", async () => {
    const shop = await office.newShop();
    expect(await isVerified(shop)).toBe(false);
    const code = await codeOf(shop);
    expect((await confirm(shop, ` ${code.slice(0, 4)} ${code.slice(4)}`)).status).toBe(200);
    expect(await isVerified(shop)).toBe(true);
    expectFailure(await verify(shop), [400, "email_already_verified"]);
  });

  it("is not verified by a wrong, replaced or hour-old code", async () => {
    const shop = await office.newShop();
    const old = await codeOf(shop);
    const code = await codeOf(shop);
    const wrong = code === "00000000" ? "00000001" : "00000000";
    for (const tried of [wrong, old]) expectFailure(await confirm(shop, tried), [400, "wrong_code"]);
    shop.app.clock.forward({ hours: 1 });
    expectFailure(await confirm(shop, code), [400, "wrong_code"]);
    expect(await isVerified(shop)).toBe(false);
  });

  it("is not verified by guessing: ten codes an hour", async () => {
    const shop = await office.newShop();
    const code = await codeOf(shop);
    for (let guess = 0; guess < 10; guess += 1) await confirm(shop, String(guess).padStart(8, "9"));
    expectFailure(await confirm(shop, code), [429, "too_many_attempts"]);
    expect(await isVerified(shop)).toBe(false);
  });

  it("is verified by a code that a copy of the database does not reveal", async () => {
    const shop = await office.newShop();
    const code = await codeOf(shop);
    const { user } = (await shop.portal.browser.whoAmI()).body;
    const unkeyed = createHash("sha256").update(`${user.id} ${code}`).digest();
    const [kept] = await shop.app.db.query<{ code_hash: Buffer }>(sql`
      select code_hash from address_codes where user_id = ${uuidOf(user.id as UserId)}`);
    expect(kept?.code_hash).toHaveLength(32);
    expect(kept?.code_hash.equals(unkeyed)).toBe(false);
    expect((await confirm(shop, code)).status).toBe(200);
  });

  it("of one person is not verified by another's code", async () => {
    const shop = await office.newShop();
    const code = await codeOf(shop);
    const other = new Browser(shop.app);
    await other.signIn(shop.merchant.email, shop.merchant.password);
    expectFailure(await other.send("POST", "/api/session/verification/confirm", { code }), [400, "wrong_code"]);
  });
});
