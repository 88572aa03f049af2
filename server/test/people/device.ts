import { Secret, TOTP } from "otpauth";
import sql from "sql-template-tag";
import { uuidOf, type UserId } from "../../src/domain/ids.ts";
import type { TestResponse, TestApp } from "../support/app.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";

const STEP_MS = 30_000;

/** A person's authenticator app. Its clock is the service's unless it is set wrong. */
export class Device {
  readonly #app: TestApp;
  readonly secret: string;

  constructor(app: TestApp, secret: string) {
    this.#app = app;
    this.secret = secret;
  }

  code(stepsOff = 0): string {
    const timestamp = this.#app.clock.now().getTime() + stepsOff * STEP_MS;
    return TOTP.generate({ secret: Secret.fromBase32(this.secret), timestamp });
  }

  /** Six digits that match no code around now. */
  wrongCode(): string {
    const near = new Set([-2, -1, 0, 1, 2].map((steps) => this.code(steps)));
    return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.has(code)) ?? "";
  }
}

export interface Guarded {
  readonly app: TestApp;
  readonly email: string;
  /** Signed in, with the session that turned it on. */
  readonly browser: Browser;
  readonly device: Device;
  readonly recoveryCodes: readonly string[];
}

/** A person with two-factor authentication. The code that confirmed it is used up, so the clock is at the next step. */
export async function guarded(app: TestApp, email = anEmail()): Promise<Guarded> {
  const browser = await signedUp(app, email);
  return { app, email, browser, ...(await turnedOn(app, browser)) };
}

export async function turnedOn(app: TestApp, browser: Browser): Promise<Pick<Guarded, "device" | "recoveryCodes">> {
  const begun = await setUp(browser);
  const device = new Device(app, begun.body.secret);
  const confirmed = await confirm(browser, device.code());
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  app.clock.forward({ ms: STEP_MS });
  return { device, recoveryCodes: confirmed.body.recovery_codes };
}

const PATH = "/api/session/second-factor";

export const setUp = (browser: Browser, password = PASSWORD): Promise<TestResponse> =>
  browser.send("POST", `${PATH}/setup`, { password });
export const confirm = (browser: Browser, code: string): Promise<TestResponse> =>
  browser.send("POST", `${PATH}/confirm`, { code });
export const stateOf = (browser: Browser): Promise<TestResponse> => browser.send("GET", PATH);
export const turnOff = (browser: Browser, code: string, password = PASSWORD): Promise<TestResponse> =>
  browser.send("DELETE", PATH, { password, code });
export const renew = (browser: Browser, code: string, password = PASSWORD): Promise<TestResponse> =>
  browser.send("POST", `${PATH}/recovery-codes`, { password, code });

/** The first step: returns the token for the second. */
export async function firstStep(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  const { body, text } = await new Browser(app).signIn(email, password);
  if (typeof body?.second_factor?.token !== "string") throw new Error(text);
  return body.second_factor.token;
}

export const secondStep = (browser: Browser, token: string, code: string): Promise<TestResponse> =>
  browser.send("POST", "/api/session/code", { token, code });

/** Both steps, in a new browser. */
export async function signInWith(
  { app, email }: Guarded,
  code: string,
): Promise<{ answer: TestResponse; browser: Browser }> {
  const browser = new Browser(app);
  return { answer: await secondStep(browser, await firstStep(app, email), code), browser };
}

/** The signed-in person's UUID. */
export const userOf = async (browser: Browser): Promise<string> =>
  uuidOf((await browser.whoAmI()).body.user.id as UserId);

/** How many rows about a person's two-factor setup the database has. */
export const rowsOf = async ({ db }: TestApp, user: string): Promise<unknown> => {
  const [counts] = await db.query(sql`
    select (select count(*)::integer from second_factors where user_id = ${user}) as factors,
      (select count(*)::integer from recovery_codes where user_id = ${user}) as codes,
      (select count(*)::integer from pending_sign_ins where user_id = ${user}) as pending`);
  return counts;
};
