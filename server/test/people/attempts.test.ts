import { beforeAll, describe, expect, it } from "vitest";
import { limitAttempts } from "../../src/usecases/limits/limit-attempts.ts";
import { signIn } from "../../src/usecases/people/sign-in.ts";
import { appForFile, appForTest, type TestApp, newDayForEachTest } from "../support/app.ts";
import { anEmail, Browser, signedUp } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open", TRUSTED_PROXIES: "loopback" });
});
newDayForEachTest(() => app);

const from = (app: TestApp, address: string): Browser => new Browser(app, { "x-forwarded-for": address });
const visitor = (address: string) => ({ address, userAgent: undefined });
const WRONG = "wrong password";

describe("sign-in tries", () => {
  it("end after ten from one address for one person, even with the right password, for a quarter of an hour", async () => {
    const email = anEmail();
    await signedUp(app, email);
    const statuses: number[] = [];
    for (let tries = 0; tries < 10; tries += 1)
      statuses.push((await from(app, "203.0.113.5").signIn(email, WRONG)).status);
    expect(statuses).toEqual(Array(10).fill(401));
    const answer = await from(app, "203.0.113.5").signIn(email.toUpperCase());
    expect([answer.status, answer.body.code]).toEqual([429, "too_many_attempts"]);
    app.clock.forward({ seconds: 15 * 60 });
    expect((await from(app, "203.0.113.5").signIn(email)).status).toBe(200);
  });

  it("get the same response for an unknown person", async () => {
    const codes: string[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      codes.push((await from(app, "203.0.113.5").signIn("nobody@shop.example", WRONG)).body.code);
    expect(codes).toEqual([...Array<string>(10).fill("wrong_credentials"), "too_many_attempts"]);
  });

  it("by a stranger elsewhere do not lock the person out", async () => {
    const email = anEmail();
    await signedUp(app, email);
    for (let tries = 0; tries < 40; tries += 1) await from(app, "203.0.113.5").signIn(email, WRONG);
    expect((await from(app, "198.51.100.7").signIn(email)).status).toBe(200);
  });

  it("for one person end after fifty, from any addresses", async () => {
    const { services } = app;
    const attempt = (address: string) =>
      signIn(services, { email: "Ada@shop.example", password: WRONG, previousToken: undefined }, visitor(address));
    for (let tries = 1; tries < 50; tries += 1) await limitAttempts(services, [["signInForEmail", "ada@shop.example"]]);
    await expect(attempt("203.0.113.1")).rejects.toMatchObject({ code: "wrong_credentials" });
    await expect(attempt("203.0.113.2")).rejects.toMatchObject({ code: "too_many_attempts" });
  });

  it("with a forged address are counted by their real one", async () => {
    const app = await appForTest({ SIGNUP: "open" });
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await from(app, `203.0.113.${tries}`).signIn("nobody@shop.example", WRONG)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it("from one address end after two hundred, for any people", async () => {
    const { services } = app;
    const attempt = (email: string) =>
      signIn(services, { email, password: WRONG, previousToken: undefined }, visitor("203.0.113.1"));
    for (let tries = 1; tries < 200; tries += 1) await limitAttempts(services, [["signInFromAddress", "203.0.113.1"]]);
    await expect(attempt("ada@shop.example")).rejects.toMatchObject({ code: "wrong_credentials" });
    await expect(attempt("bob@shop.example")).rejects.toMatchObject({ code: "too_many_attempts" });
  });
});
