import { Writable } from "node:stream";
import { pino } from "pino";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DAY_MS } from "../../src/domain/values/day.ts";
import { buildApp } from "../../src/app.ts";
import { appForFile, appForTest, call, cheapPasswords, type TestApp, newDayForEachTest } from "../support/app.ts";
import { rounds, tally, timeout, together } from "../support/parallel.ts";
import { expectFailure } from "../support/shop.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";
import {
  confirm,
  Device,
  firstStep,
  guarded,
  renew,
  secondStep,
  setUp,
  signInWith,
  turnedOn,
  turnOff,
  type Guarded,
} from "./device.ts";

const open = { SIGNUP: "open" };

let app: TestApp;
/** Another process on the same database, with nothing else shared. */
let twin: TestApp;
beforeAll(async () => {
  app = await appForFile(open);
  twin = await appForFile(open, { connection: app.connection, clock: app.clock });
});
newDayForEachTest(() => app);

const statusOf = async (person: Guarded, code: string): Promise<number> =>
  (await signInWith(person, code)).answer.status;
const nextDay = ({ clock }: TestApp): void => clock.forward({ days: 1 });
const nextQuarter = ({ clock }: TestApp): void => clock.forward({ seconds: 15 * 60 });

describe("a code of the authenticator app", () => {
  it("of the previous or next step is accepted, and no other", async () => {
    const person = await guarded(app);
    app.clock.forward({ hours: 1 });
    const taken = new Map<number, number>();
    for (const off of [-2, -1, 0, 1, 2]) {
      taken.set(off, await statusOf(person, person.device.code(off)));
    }
    expect([...taken]).toEqual([
      [-2, 400],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 400],
    ]);
  });

  it("is valid from thirty seconds before its step until thirty seconds after it, to the millisecond", async () => {
    const person = await guarded(app);
    const begins = new Date((Math.ceil(app.clock.now().getTime() / DAY_MS) + 1) * DAY_MS);
    const at = (ms: number): Date => new Date(begins.getTime() + ms);
    app.clock.set(begins);
    const code = person.device.code();
    const accepted = async (ms: number): Promise<boolean> => {
      app.clock.set(at(ms));
      // Clears its use, so that the same code can be tried at each limit.
      await app.db.query(sql`
        update second_factors f set last_step = 0 from users u where u.id = f.user_id and u.email = ${person.email}`);
      await app.db.query(sql`delete from pending_sign_ins`);
      return (await statusOf(person, code)) === 200;
    };
    expect([await accepted(-30_001), await accepted(-30_000)]).toEqual([false, true]);
    expect([await accepted(59_999), await accepted(60_000)]).toEqual([true, false]);
  });

  it("works only once, even elsewhere, and invalidates every older one", async () => {
    const person = await guarded(app);
    const [older, code] = [person.device.code(-1), person.device.code()];
    expect(await statusOf(person, code)).toBe(200);
    expectFailure((await signInWith(person, code)).answer, [400, "wrong_second_factor"]);
    expectFailure((await signInWith({ ...person, app: twin }, code)).answer, [400, "wrong_second_factor"]);
    expectFailure((await signInWith(person, older)).answer, [400, "wrong_second_factor"]);
    expectFailure(await turnOff(person.browser, code), [400, "wrong_second_factor"]);
    expectFailure(await renew(person.browser, code), [400, "wrong_second_factor"]);
    app.clock.forward({ seconds: 30 });
    expect(await statusOf(person, person.device.code())).toBe(200);
  });

  it("that confirmed the setup does not work again", async () => {
    const email = anEmail();
    const browser = await signedUp(app, email);
    const device = new Device(app, (await setUp(browser)).body.secret);
    const code = device.code();
    expect((await confirm(browser, code)).status).toBe(200);
    const token = await firstStep(app, email);
    expectFailure(await secondStep(new Browser(app), token, code), [400, "wrong_second_factor"]);
  });

  it("sent eight times at once to two processes works once", { timeout }, async () => {
    const person = await guarded(app);
    const processes = [app, twin] as const;
    for (let round = 0; round < rounds(5); round += 1) {
      nextDay(app);
      const tokens = await together(8, (worker) => firstStep(processes[worker % 2] ?? app, person.email));
      const code = person.device.code();
      const answers = await together(8, (worker) =>
        secondStep(new Browser(processes[worker % 2] ?? app), tokens[worker] ?? "", code),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 7 });
    }
  });

  it("works with spaces, and in another shape is a wrong one", async () => {
    const person = await guarded(app);
    const code = person.device.code();
    for (const wrong of ["12345", "1234567", "abc", "'; --", "０００００００", "-1", person.device.secret])
      expectFailure((await signInWith(person, wrong)).answer, [400, "wrong_second_factor"]);
    nextQuarter(app);
    const again = person.device.code();
    expect(again).not.toBe(code);
    expect(await statusOf(person, ` ${again.slice(0, 3)} ${again.slice(3)} `)).toBe(200);
    for (const body of [{}, { token: "x" }, { token: "x", code: 123456 }, { token: "x", code: "1".repeat(41) }])
      expectFailure(await new Browser(app).send("POST", "/api/session/code", body), [400, "invalid_request"]);
  });
});

describe("a recovery code", () => {
  it("works once, in any formatting, and the others stay valid", async () => {
    const person = await guarded(app);
    const [first = "", second = ""] = person.recoveryCodes;
    const { answer, browser } = await signInWith(person, first.toUpperCase().replaceAll("-", " "));
    expect(answer.status).toBe(200);
    expect((await browser.send("GET", "/api/session/second-factor")).body.recovery_codes_left).toBe(9);
    expectFailure((await signInWith(person, first)).answer, [400, "wrong_second_factor"]);
    expect(await statusOf(person, second)).toBe(200);
  });

  it("of somebody else does not work", async () => {
    const ada = await guarded(app);
    const eve = await guarded(app);
    expectFailure((await signInWith(ada, eve.recoveryCodes[0] ?? "")).answer, [400, "wrong_second_factor"]);
    expectFailure((await signInWith(ada, eve.device.code())).answer, [400, "wrong_second_factor"]);
    expect(await statusOf(eve, eve.recoveryCodes[0] ?? "")).toBe(200);
  });

  it("sent eight times at once to two processes works once", { timeout }, async () => {
    const person = await guarded(app);
    const processes = [app, twin] as const;
    for (const code of person.recoveryCodes.slice(0, 5)) {
      nextDay(app);
      const tokens = await together(8, (worker) => firstStep(processes[worker % 2] ?? app, person.email));
      const answers = await together(8, (worker) =>
        secondStep(new Browser(processes[worker % 2] ?? app), tokens[worker] ?? "", code),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 7 });
    }
  });

  it("still works after the installation's secret was lost", async () => {
    const { email, recoveryCodes, device } = await guarded(app);
    const { http, logged } = await withAnotherSecret(app);
    const token = (await call({ ...app, http }, "POST", "/api/session", { body: { email, password: PASSWORD } })).body
      .second_factor.token;
    const code = device.code();
    const secondWith = (given: string) =>
      call({ ...app, http }, "POST", "/api/session/code", { body: { token, code: given } });
    expectFailure(await secondWith(code), [500, "internal_error"]);
    expect(logged()).toContain("Was SECRET_KEY changed?");
    for (const hidden of [code, token, device.secret, PASSWORD, ...recoveryCodes])
      expect(logged()).not.toContain(hidden);
    expect((await secondWith(recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("guessing codes", () => {
  it("ends after ten per person, however often they start over and from anywhere, even with the right code", async () => {
    const app = await appForTest({ ...open, TRUSTED_PROXIES: "loopback" });
    const { email, device } = await guarded(app);
    nextQuarter(app);
    const from = (tries: number) => new Browser(app, { "x-forwarded-for": `203.0.113.${tries}` });
    const guess = async (tries: number, code: string) => {
      const { token } = (await from(tries).signIn(email)).body.second_factor;
      return secondStep(from(tries + 100), token, code);
    };
    for (let tries = 0; tries < 10; tries += 1)
      expectFailure(await guess(tries, device.wrongCode()), [400, "wrong_second_factor"]);
    expectFailure(await guess(11, device.code()), [429, "too_many_attempts"]);
    nextQuarter(app);
    expect((await guess(12, device.code())).status).toBe(200);
  });

  it("ends after forty in a day, including for recovery codes", async () => {
    const person = await guarded(app);
    nextDay(app);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      for (let tries = 0; tries < 10; tries += 1) expect(await statusOf(person, person.device.wrongCode())).toBe(400);
      nextQuarter(app);
    }
    for (const code of [person.device.code(), person.recoveryCodes[0] ?? ""])
      expectFailure((await signInWith(person, code)).answer, [429, "too_many_attempts"]);
    nextDay(app);
    expect(await statusOf(person, person.device.code())).toBe(200);
  });
});

describe("turning it on during a sign-in", () => {
  it("leaves no session opened by a password alone, in any order", { timeout }, async () => {
    for (let round = 0; round < rounds(5); round += 1) {
      const email = `racer${round}@shop.example`;
      nextQuarter(app);
      const here = await signedUp(app, email);
      const device = new Device(app, (await setUp(here)).body.secret);
      const thieves = Array.from({ length: 6 }, () => new Browser(app));
      const [confirmed] = await Promise.all([
        confirm(here, device.code()),
        ...thieves.map((thief) => thief.signIn(email)),
      ]);
      expect(confirmed.status).toBe(200);
      expect((await here.whoAmI()).status).toBe(200);
      for (const thief of thieves) expect((await thief.whoAmI()).status).toBe(401);
    }
  });

  it("twice at once turns it on once, and shows only the valid codes", async () => {
    const email = anEmail();
    const here = await signedUp(app, email);
    const device = new Device(app, (await setUp(here)).body.secret);
    const answers = await together(6, () => confirm(here, device.code()));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 5 });
    const [code] = answers.find(({ status }) => status === 200)?.body.recovery_codes ?? [];
    const token = await firstStep(app, email);
    expect((await secondStep(new Browser(app), token, code)).status).toBe(200);
  });

  it("and turning it off with the same code at once works once", async () => {
    const here = await signedUp(app);
    const { device } = await turnedOn(app, here);
    const answers = await together(6, () => turnOff(here, device.code()));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 5 });
  });
});

/** The same database with another SECRET_KEY, and what the program logs. */
async function withAnotherSecret({ config, db, clock }: TestApp) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString("utf8"));
      done();
    },
  });
  const log = pino({ level: "trace" }, sink);
  const app = await buildApp({ config, db, clock, log, secretKey: Buffer.alloc(32, 9), passwords: cheapPasswords });
  onTestFinished(() => app.close());
  await app.http.ready();
  return { http: app.http, logged: () => lines.join("\n") };
}
