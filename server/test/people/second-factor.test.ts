import { beforeAll, describe, expect, it } from "vitest";
import { aPortalShop } from "../portal/portal.ts";
import { appForFile, appForTest, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";
import {
  confirm,
  Device,
  firstStep,
  guarded,
  renew,
  rowsOf,
  secondStep,
  setUp,
  signInWith,
  stateOf,
  turnedOn,
  turnOff,
  userOf,
} from "./device.ts";

const open = { SIGNUP: "open" };

let app: TestApp;
beforeAll(async () => {
  app = await appForFile(open);
});
newDayForEachTest(() => app);

describe("turning on two-factor authentication", () => {
  it("requires the password, shows the secret once, and is complete with the first right code", async () => {
    const app = await appForTest({ ...open, BASE_URL: "https://partners.example" });
    const browser = await signedUp(app, "Ada+1@shop.example");
    expect((await stateOf(browser)).body).toEqual({ since: null, recovery_codes_left: 0 });
    expectFailure(await setUp(browser, "wrong password"), [400, "wrong_password"]);
    const { secret, otpauth_url: address } = (await setUp(browser)).body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(address);
    expect(decodeURIComponent(url.pathname)).toBe("/Tributary (partners.example):Ada+1@shop.example");
    expect(url.protocol + url.host).toBe("otpauth:totp");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: "Tributary (partners.example)",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    const device = new Device(app, secret);
    expectFailure(await confirm(browser, device.wrongCode()), [400, "wrong_second_factor"]);
    expect((await stateOf(browser)).body.since).toBeNull();
    const { recovery_codes: codes } = (await confirm(browser, device.code())).body;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){3}$/);
    expect((await stateOf(browser)).body).toEqual({ since: app.clock.now().toISOString(), recovery_codes_left: 10 });
  });

  it("has no effect before a code has confirmed it", async () => {
    const email = anEmail();
    await setUp(await signedUp(app, email));
    expect((await new Browser(app).signIn(email)).body.user.email).toBe(email);
  });

  it("expires after a quarter of an hour, and the unconfirmed secret is deleted", async () => {
    const browser = await signedUp(app);
    const device = new Device(app, (await setUp(browser)).body.secret);
    const user = await userOf(browser);
    app.clock.forward({ seconds: 15 * 60 });
    expectFailure(await confirm(browser, device.code()), [400, "set_up_expired"]);
    await app.jobs.runDue();
    expect(await rowsOf(app, user)).toEqual({ factors: 0, codes: 0, pending: 0 });
  });

  it("started again uses the newest secret only", async () => {
    const browser = await signedUp(app);
    const older = new Device(app, (await setUp(browser)).body.secret);
    const newer = new Device(app, (await setUp(browser)).body.secret);
    expect(older.secret).not.toBe(newer.secret);
    expectFailure(await confirm(browser, older.code()), [400, "wrong_second_factor"]);
    expect((await confirm(browser, newer.code())).status).toBe(200);
  });

  it("ends all sessions except the current one", async () => {
    const email = anEmail();
    const browser = await signedUp(app, email);
    const elsewhere = new Browser(app);
    await elsewhere.signIn(email);
    await turnedOn(app, browser);
    expectFailure(await elsewhere.whoAmI(), [401, "not_signed_in"]);
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it("twice is refused, and keeps the first secret", async () => {
    const { browser, device, email, recoveryCodes } = await guarded(app);
    expectFailure(await setUp(browser), [400, "second_factor_on"]);
    expectFailure(await confirm(browser, device.code()), [400, "second_factor_on"]);
    expect((await signInWith({ app, browser, device, email, recoveryCodes }, device.code())).answer.status).toBe(200);
  });
});

describe("signing in with two-factor authentication", () => {
  it("needs a password and a code; the password alone gives no access", async () => {
    const { email, device } = await guarded(app);
    const browser = new Browser(app);
    const first = await browser.signIn(email);
    expect(first.status).toBe(200);
    expect(first.headers["set-cookie"]).toBeUndefined();
    const expiresAt = new Date(app.clock.now().getTime() + 600_000).toISOString();
    expect(first.body).toEqual({
      second_factor: { token: expect.stringMatching(/^[\w-]{43}$/), expires_at: expiresAt },
    });
    const { token } = first.body.second_factor;
    const bold = new Browser(app);
    bold.cookie = `tributary_session=${token}`;
    expectFailure(await bold.whoAmI(), [401, "not_signed_in"]);
    const second = await secondStep(browser, token, device.code());
    expect(second.body.user.email).toBe(email);
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it("returns the same error for a wrong password with and without two-factor authentication", async () => {
    const bob = anEmail();
    await signedUp(app, bob);
    const { email } = await guarded(app);
    const answers = [];
    for (const person of [email, bob, "nobody@shop.example"])
      answers.push(await new Browser(app).signIn(person, "wrong password"));
    const [first, ...others] = answers.map(({ status, body }) => ({ status, ...body, request_id: "" }));
    expect(first).toMatchObject({ status: 401, code: "wrong_credentials" });
    for (const other of others) expect(other).toEqual(first);
  });

  it("allows ten minutes for the second step, and rejects an unknown token", async () => {
    const { browser, email, device } = await guarded(app);
    const user = await userOf(browser);
    const [early, late] = [await firstStep(app, email), await firstStep(app, email)];
    app.clock.forward({ seconds: 600, ms: -1 });
    expect((await secondStep(new Browser(app), early, device.code())).status).toBe(200);
    app.clock.forward({ ms: 30_000 });
    for (const token of [late, early, "", "x", "A".repeat(43)])
      expectFailure(await secondStep(new Browser(app), token, device.code()), [401, "sign_in_expired"]);
    await app.jobs.runDue();
    expect(await rowsOf(app, user)).toEqual({ factors: 1, codes: 10, pending: 0 });
  });

  it("ends the browser's previous session", async () => {
    const { browser, email, device } = await guarded(app);
    const old = new Browser(app);
    old.cookie = browser.cookie;
    const { token } = (await browser.signIn(email)).body.second_factor;
    expect((await old.whoAmI()).status).toBe(200);
    expect((await secondStep(browser, token, device.code())).status).toBe(200);
    expect((await browser.whoAmI()).status).toBe(200);
    expectFailure(await old.whoAmI(), [401, "not_signed_in"]);
  });

  it("is cancelled between the steps when the password changes", async () => {
    const { browser, email, device } = await guarded(app);
    const token = await firstStep(app, email);
    await browser.send("POST", "/api/session/password", {
      current_password: PASSWORD,
      new_password: "another password",
    });
    expectFailure(await secondStep(new Browser(app), token, device.code()), [401, "sign_in_expired"]);
    const fresh = await firstStep(app, email, "another password");
    expect((await secondStep(new Browser(app), fresh, device.code())).status).toBe(200);
  });

  it("is also required of an invited person before they can accept", async () => {
    const { browser, device, email } = await guarded(app);
    const shop = await aPortalShop(app);
    const path = `/v1/campaigns/${shop.campaignId}/affiliates`;
    const { body } = await shop.merchant.call("POST", path, { body: { email } });
    const accept = `/api/portal/invitations/${String(body.invite_link).split("/").at(-1)}/accept`;
    await browser.send("DELETE", "/api/session");
    const stranger = new Browser(app);
    const { token } = (await stranger.signIn(email)).body.second_factor;
    expectFailure(await stranger.send("POST", accept, {}), [400, "invalid_request"]);
    expectFailure(await stranger.send("POST", accept, { name: "Eve", password: PASSWORD }), [
      401,
      "invitation_needs_sign_in",
    ]);
    await secondStep(stranger, token, device.code());
    expect((await stranger.send("POST", accept, {})).status).toBe(200);
  });
});

describe("turning it off and renewing the recovery codes", () => {
  it.each([
    ["turning it off", turnOff],
    ["new recovery codes", renew],
  ])("%s needs the password and a code, and changes nothing without both", async (_what, act) => {
    const { browser, device, recoveryCodes } = await guarded(app);
    expectFailure(await act(browser, device.code(), "wrong password"), [400, "wrong_password"]);
    expectFailure(await act(browser, device.wrongCode()), [400, "wrong_second_factor"]);
    expect((await stateOf(browser)).body).toMatchObject({ since: expect.any(String), recovery_codes_left: 10 });
    // The code sent with the wrong password is not used up.
    expect((await act(browser, device.code())).status).toBe(200);
    expectFailure(await act(browser, recoveryCodes[0] ?? ""), [
      400,
      act === turnOff ? "second_factor_off" : "wrong_second_factor",
    ]);
  });

  it("turned off, a password alone signs in and none of its data is left", async () => {
    const { browser, email, recoveryCodes } = await guarded(app);
    const user = await userOf(browser);
    const token = await firstStep(app, email);
    expect((await turnOff(browser, recoveryCodes[3] ?? "")).body).toEqual({ success: true });
    expect(await rowsOf(app, user)).toEqual({ factors: 0, codes: 0, pending: 0 });
    expectFailure(await secondStep(new Browser(app), token, recoveryCodes[0] ?? ""), [401, "sign_in_expired"]);
    expect((await new Browser(app).signIn(email)).body.user.email).toBe(email);
  });

  it("renewed, the old recovery codes stop working and the new ones work", async () => {
    const person = await guarded(app);
    const { recovery_codes: fresh } = (await renew(person.browser, person.device.code())).body;
    expect(fresh).toHaveLength(10);
    expect(fresh.filter((code: string) => person.recoveryCodes.includes(code))).toEqual([]);
    expectFailure((await signInWith(person, person.recoveryCodes[0] ?? "")).answer, [400, "wrong_second_factor"]);
    expect((await signInWith(person, fresh[0])).answer.status).toBe(200);
  });
});
