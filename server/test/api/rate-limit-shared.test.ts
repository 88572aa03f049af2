import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, MANY_CONNECTIONS, MovableClock, startApp, type TestApp, type TestResponse } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";
import { listen, send } from "../support/sockets.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

/** With DATABASE_URL several processes may share the database, so the database counts. */
const env = { DATABASE_URL: "postgres://localhost/shared", SECRET_KEY: "07".repeat(32) };

const clock = new MovableClock("2027-05-01T10:00:00.400Z");
let apps: [TestApp, TestApp];
let ports: [number, number];

beforeAll(async () => {
  const connection = await cloneDatabase();
  apps = [
    await startApp(env, { connection, clock, ...MANY_CONNECTIONS }),
    await startApp(env, { connection, clock, ...MANY_CONNECTIONS }),
  ];
  ports = [await listen(apps[0]), await listen(apps[1])];
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const use = (merchant: Merchant, index: number, headers: Record<string, string> = {}) =>
  send({
    port: ports[index % 2 === 0 ? 0 : 1],
    path: "/v1/campaigns",
    headers: { authorization: `Bearer ${merchant.key}`, ...headers },
  });

const countOf = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

describe("the rate limit of two processes on one database", () => {
  it("accepts exactly 100 of 150 concurrent requests, across both", async () => {
    const merchant = await aMerchant(apps[0]);
    const answers = await Promise.all(numbers(150).map((index) => use(merchant, index)));
    expect(countOf(answers, 200)).toBe(100);
    expect(countOf(answers, 429)).toBe(50);
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
    expect(remaining.sort((a, b) => a - b)).toEqual(numbers(100));
    expect(new Set(answers.map(({ headers }) => headers["x-ratelimit-reset"])).size).toBe(1);
  });

  it("is not affected by a forged X-Forwarded-For, Forwarded or X-Real-IP", async () => {
    const merchant = await aMerchant(apps[0]);
    const answers = await Promise.all(
      numbers(150).map((index) => {
        const address = `10.${index}.0.1`;
        return use(merchant, index, { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address });
      }),
    );
    expect(countOf(answers, 200)).toBe(100);
  });

  it("ends its window exactly on time for both", async () => {
    const merchant = await aMerchant(apps[0]);
    const opened = clock.now();
    const first = await use(merchant, 0);
    const end = opened.getTime() + 60_000;
    expect(first.headers["x-ratelimit-reset"]).toBe(String(Math.ceil(end / 1000)));
    await Promise.all(numbers(99).map((index) => use(merchant, index)));
    clock.set(new Date(end - 1));
    const refused = [await use(merchant, 0), await use(merchant, 1)];
    expect(refused.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual([
      [429, "1"],
      [429, "1"],
    ]);
    clock.set(new Date(end));
    const next = [await use(merchant, 1), await use(merchant, 0)];
    expect(next.map(({ status, headers }) => [status, headers["x-ratelimit-remaining"]])).toEqual([
      [200, "99"],
      [200, "98"],
    ]);
  });

  it("stays exact over several windows with both processes in parallel", async () => {
    const merchant = await aMerchant(apps[1]);
    for (let window = 0; window < 3; window += 1) {
      const answers = await Promise.all(numbers(130).map((index) => use(merchant, index)));
      expect(countOf(answers, 200)).toBe(100);
      clock.forward({ seconds: 60 });
    }
  });

  it("counts the keys of two accounts separately", async () => {
    const [one, other] = [await aMerchant(apps[0]), await aMerchant(apps[1])];
    await Promise.all(numbers(101).map((index) => use(one, index)));
    const answers: TestResponse[] = [];
    for (const { key } of [one, other]) answers.push(await call(apps[1], "GET", "/v1/campaigns", { key }));
    expect(answers.map(({ status }) => status)).toEqual([429, 200]);
  });
});
