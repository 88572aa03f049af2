import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { resetUser } from "../../src/usecases/people/reset-user-by-operator.ts";
import { aPostedShop, linkIn } from "../mail/post.ts";
import { dumpOf } from "../portal/dump.ts";
import { aPortalShop } from "../portal/portal.ts";
import { appForFile, appForTest, SECRET_KEY, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { Browser, PASSWORD, signedUp } from "./browser.ts";
import {
  confirm,
  firstStep,
  guarded,
  renew,
  rowsOf,
  secondStep,
  setUp,
  signInWith,
  stateOf,
  turnedOn,
  userOf,
} from "./device.ts";

const open = { SIGNUP: "open" };

let app: TestApp;
beforeAll(async () => {
  app = await appForFile(open);
});
newDayForEachTest(() => app);

describe("two-factor authentication", () => {
  it("stays on when the password is changed", async () => {
    const { browser, email } = await guarded(app);
    const body = { current_password: PASSWORD, new_password: "another password" };
    expect((await browser.send("POST", "/api/session/password", body)).status).toBe(200);
    await firstStep(app, email, "another password");
    expect((await stateOf(browser)).body.recovery_codes_left).toBe(10);
  });

  it("is turned off and all sessions end when the password is reset by email", async () => {
    const shop = await aPostedShop();
    const { app, affiliate, portal } = shop;
    const user = await userOf(portal.browser);
    await turnedOn(app, portal.browser);
    await shop.post();
    await firstStep(app, affiliate.email);
    await new Browser(app).send("POST", "/api/session/reset", { email: affiliate.email });
    const [mail] = await shop.post();
    const token = linkIn(mail, "/reset/").slice("/reset/".length);
    await new Browser(app).send("POST", `/api/session/reset/${token}`, { password: "a brand new battery" });
    expectFailure(await portal.browser.whoAmI(), [401, "not_signed_in"]);
    expect(await rowsOf(app, user)).toEqual({ factors: 0, codes: 0, pending: 0 });
    expect((await new Browser(app).signIn(affiliate.email, "a brand new battery")).body.user.email).toBe(
      affiliate.email,
    );
  });

  it("is turned off and all sessions end when the operator resets the person", async () => {
    const { browser, email } = await guarded(app);
    const user = await userOf(browser);
    const { password } = await resetUser({ ...app.services, operator: true }, email);
    expectFailure(await browser.whoAmI(), [401, "not_signed_in"]);
    expect(await rowsOf(app, user)).toEqual({ factors: 0, codes: 0, pending: 0 });
    expect((await new Browser(app).signIn(email, password)).body.user.email).toBe(email);
  });

  it("is deleted completely when the person is erased", async () => {
    const { portal, affiliate } = await aPortalShop(app);
    const user = await userOf(portal.browser);
    await turnedOn(app, portal.browser);
    await firstStep(app, affiliate.email);
    expect((await portal.send("DELETE", "account", { password: PASSWORD })).body).toEqual({ success: true });
    expect(await rowsOf(app, user)).toEqual({ factors: 0, codes: 0, pending: 0 });
  });
});

describe("two-factor data at rest", () => {
  it("the secret is encrypted for its person, and codes and tokens are hashes", async () => {
    const app = await appForTest({
      ...open,
      LOG_LEVEL: "fatal",
      DATABASE_URL: "postgres://nowhere/unused",
      SECRET_KEY: SECRET_KEY.toString("hex"),
    });
    const { device, email, recoveryCodes, browser } = await guarded(app);
    const token = await firstStep(app, email);
    const dump = await dumpOf(app);
    expect(dump.contains(email)).toBe(true);
    const bare = recoveryCodes.map((code) => code.replaceAll("-", ""));
    const secretBytes = Buffer.from(device.secret).toString("base64");
    const shown = [device.secret, secretBytes, token, device.code(), ...recoveryCodes, ...bare];
    expect(shown.filter((text) => dump.contains(text))).toEqual([]);

    const other = await signedUp(app, "eve@shop.example");
    await turnedOn(app, other);
    // Moved into another person's row, it can no longer be decrypted, so her code does not match.
    await app.db.query(sql`
      update second_factors set secret_encrypted = (select secret_encrypted from second_factors where user_id = ${await userOf(browser)})
      where user_id = ${await userOf(other)}`);
    expect((await secondStep(new Browser(app), await firstStep(app, "eve@shop.example"), device.code())).status).toBe(
      500,
    );
  });

  it("no response contains the secret or recovery codes after they were shown", async () => {
    const person = await guarded(app);
    const { browser, device, recoveryCodes } = person;
    const account = (await browser.whoAmI()).body.accounts[0].id as string;
    const answers = [
      (await signInWith(person, device.code())).answer,
      await browser.whoAmI(),
      await stateOf(browser),
      await setUp(browser),
      await confirm(browser, device.code()),
      await renew(browser, device.wrongCode()),
      await browser.send("GET", "/api/session/list"),
      await browser.send("GET", `/api/dashboard/${account}/setup`),
      await browser.send("GET", "/api/portal/data"),
    ];
    const said = answers.map(({ text, headers }) => text + JSON.stringify(headers)).join("\n");
    for (const hidden of [device.secret, ...recoveryCodes]) expect(said).not.toContain(hidden);
  });
});
