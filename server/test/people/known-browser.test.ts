import { beforeAll, describe, expect, it } from "vitest";
import { attemptRules } from "../../src/usecases/limits/limit-attempts.ts";
import { aPostedShop, linkIn } from "../mail/post.ts";
import { appForFile, appForTest, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { tally } from "../support/parallel.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";
import { Device, turnedOn } from "./device.ts";

const WRONG = "wrong password";
const open = { SIGNUP: "open" };

let app: TestApp;
beforeAll(async () => {
  app = await appForFile(open);
});
newDayForEachTest(() => app);

/** A new browser at its own address. */
function strangerAt(app: TestApp, address: string): Browser {
  const browser = new Browser(app);
  browser.from = address;
  return browser;
}

/** As many wrong passwords as strangers may try, ten from each address. */
async function attack(app: TestApp, email: string): Promise<void> {
  const { signInForEmail, signInForEmailFromAddress } = attemptRules;
  for (let tries = 0; tries < signInForEmail.limit; tries += 1) {
    const address = `203.0.113.${Math.floor(tries / signInForEmailFromAddress.limit)}`;
    expectFailure(await strangerAt(app, address).signIn(email, WRONG), [401, "wrong_credentials"]);
  }
  expectFailure(await strangerAt(app, "203.0.113.99").signIn(email), [429, "too_many_attempts"]);
}

describe("a browser that has signed in as this person before", () => {
  it("signs in repeatedly while strangers have used up the person's limit", async () => {
    const email = anEmail();
    const known = await signedUp(app, email);
    await known.send("DELETE", "/api/session");
    for (let round = 0; round < 2; round += 1) {
      await attack(app, email);
      known.from = `198.51.100.${round}`;
      expect((await known.signIn(email)).status).toBe(200);
      app.clock.forward({ seconds: 15 * 60 });
    }
  });

  it("signs in while a stranger has used up the limit of their shared address, even with two-factor authentication", async () => {
    const email = anEmail();
    const known = await signedUp(app, email);
    const { device } = await turnedOn(app, known);
    await known.send("DELETE", "/api/session");
    const { limit } = attemptRules.signInFromAddress;
    for (let tries = 0; tries < limit; tries += 1) await new Browser(app).signIn(`nobody${tries}@shop.example`);
    expectFailure(await new Browser(app).signIn(email), [429, "too_many_attempts"]);
    const asked = await known.signIn(email);
    expect(asked.status).toBe(200);
    app.clock.forward({ seconds: 30 });
    const body = { token: asked.body.second_factor.token, code: device.code() };
    expect((await known.send("POST", "/api/session/code", body)).status).toBe(200);
  });

  it("has its own limit for wrong passwords, and then the limits of strangers", async () => {
    const email = anEmail();
    const known = await signedUp(app, email);
    const statuses: number[] = [];
    const { signInFromKnownBrowser, signInForEmailFromAddress } = attemptRules;
    const both = signInFromKnownBrowser.limit + signInForEmailFromAddress.limit;
    for (let tries = 0; tries <= both; tries += 1) statuses.push((await known.signIn(email, WRONG)).status);
    expect(tally(statuses)).toEqual({ 401: both, 429: 1 });
    expectFailure(await known.signIn(email), [429, "too_many_attempts"]);
  });

  it("is not known for another person, by a forged cookie, or by one from before a new password", async () => {
    const email = anEmail();
    const ada = await signedUp(app, email);
    const before = ada.known;
    const bob = await signedUp(app);
    const body = { current_password: PASSWORD, new_password: "another horse battery" };
    expect((await ada.send("POST", "/api/session/password", body)).status).toBe(200);
    expect(ada.known).not.toBe(before);
    await attack(app, email);
    const [id, proof] = String(ada.known).replace("tributary_browser=", "").split(".");
    const forged = [before, bob.known, `tributary_browser=${id}.${"A".repeat(43)}`, `tributary_browser=${proof}.${id}`];
    for (const cookie of [...forged, "tributary_browser=x", "tributary_browser="]) {
      const browser = strangerAt(app, "198.51.100.7");
      browser.known = cookie;
      expectFailure(await browser.signIn(email, "another horse battery"), [429, "too_many_attempts"]);
    }
    expect((await ada.signIn(email, "another horse battery")).status).toBe(200);
  });

  it("still needs the password: its cookie alone gives no access", async () => {
    const email = anEmail();
    const known = await signedUp(app, email);
    const thief = new Browser(app);
    thief.known = known.known;
    expectFailure(await thief.whoAmI(), [401, "not_signed_in"]);
    expectFailure(await thief.signIn(email, WRONG), [401, "wrong_credentials"]);
    const { device } = await turnedOn(app, known);
    expect(device).toBeInstanceOf(Device);
    expect((await thief.signIn(email)).body.second_factor).toBeDefined();
  });

  it("has a cookie that scripts and other sites cannot use, and that reveals nothing about the person", async () => {
    const app = await appForTest({ ...open, BASE_URL: "https://partners.example" });
    const browser = new Browser(app);
    const answer = await browser.signUp(anEmail());
    const cookies = [answer.headers["set-cookie"] ?? []].flat().map(String);
    const [pair, ...attributes] = cookies[1]?.split("; ") ?? [];
    expect(pair).toMatch(/^__Host-tributary_browser=[\w-]{43}\.[\w-]{43}$/);
    expect(new Set(attributes)).toEqual(
      new Set(["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Strict", "Secure"]),
    );
  });
});

describe("strangers who guess passwords", () => {
  it("cannot block a password reset by email, whose browser then signs in", async () => {
    const { app, affiliate, post } = await aPostedShop();
    await attack(app, affiliate.email);
    for (let asked = 0; asked < 8; asked += 1)
      await strangerAt(app, "203.0.113.1").send("POST", "/api/session/reset", { email: affiliate.email });
    const mine = strangerAt(app, "198.51.100.7");
    expect((await mine.send("POST", "/api/session/reset", { email: affiliate.email })).status).toBe(200);
    const mails = await post();
    const token = linkIn(mails.at(-1), "/reset/").slice("/reset/".length);
    const reset = await mine.send("POST", `/api/session/reset/${token}`, { password: "a brand new battery" });
    expect(reset.status).toBe(200);
    expect((await mine.signIn(affiliate.email, "a brand new battery")).status).toBe(200);
  });

  it("share one count per IPv6 network", async () => {
    const app = await appForTest({ ...open, TRUSTED_PROXIES: "loopback" });
    const guessFrom = async (address: string): Promise<number> =>
      (await new Browser(app, { "x-forwarded-for": address }).signIn("ada@shop.example", WRONG)).status;
    const statuses: number[] = [];
    for (let host = 1; host <= 30; host += 1) statuses.push(await guessFrom(`2001:db8:1:2:${host}::${host}`));
    expect(tally(statuses)).toEqual({ 401: 10, 429: 20 });
    expect(await guessFrom("2001:db8:1:3::1")).toBe(401);
  });
});

it("correct passwords are not counted: sixty sign-ins from new browsers all succeed", async () => {
  const email = anEmail();
  await signedUp(app, email);
  const statuses: number[] = [];
  for (let tries = 0; tries < 60; tries += 1) statuses.push((await new Browser(app).signIn(email)).status);
  expect(tally(statuses)).toEqual({ 200: 60 });
});
