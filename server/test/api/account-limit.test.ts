import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { listKeysOf } from "../../src/store/people/api-keys.ts";
import { revokeKey } from "../../src/usecases/keys/revoke-key.ts";
import { appForTest, call, MANY_CONNECTIONS, MovableClock, startApp, type TestApp } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

const KEYS_MAX = 25;
const TEXT = "Rate limit exceeded. 100 requests per minute.";

async function keysOf({ key, context }: Merchant, count: number): Promise<string[]> {
  const keys = [key];
  while (keys.length < count) keys.push((await createKey(context, `key ${keys.length}`)).secret);
  return keys;
}

describe("the active API keys of an account", () => {
  it("are limited to 25, even when many are created at once; revoking one frees a slot", async () => {
    const app = await appForTest();
    const { context } = await aMerchant(app);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => createKey(context, `k${index}`)),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(await listKeysOf(app.db, context.accountId)).toHaveLength(KEYS_MAX);
    expect(refused).toHaveLength(40 - (KEYS_MAX - 1));
    for (const error of refused)
      expect(error).toMatchObject({
        code: "too_many_keys",
        message: "An account can have up to 25 active API keys. Revoke one you no longer need first.",
      });
    const [first] = await listKeysOf(app.db, context.accountId);
    if (!first) throw new Error("no key");
    await revokeKey(context, first.id);
    await createKey(context, "in its place");
    await expect(createKey(context, "one more")).rejects.toMatchObject({ code: "too_many_keys" });
  });

  it("are counted per account", async () => {
    const app = await appForTest();
    const [one, other] = [await aMerchant(app), await aMerchant(app)];
    await keysOf(one, KEYS_MAX);
    await expect(createKey(other.context, "server")).resolves.toBeDefined();
  });
});

describe("the requests of an account across all its keys", () => {
  /** With DATABASE_URL several processes may share the database, so the database counts. */
  const env = {
    DATABASE_URL: "postgres://localhost/shared",
    SECRET_KEY: "07".repeat(32),
    API_REQUESTS_PER_MINUTE: "250",
  };
  const clock = new MovableClock();
  let apps: [TestApp, TestApp];
  beforeAll(async () => {
    const connection = await cloneDatabase();
    apps = [
      await startApp(env, { connection, clock, ...MANY_CONNECTIONS }),
      await startApp(env, { connection, clock, ...MANY_CONNECTIONS }),
    ];
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  const use = (key: string, index: number) => call(apps[index % 2 === 0 ? 0 : 1], "GET", "/v1/campaigns", { key });

  it("share one limit, exact across two processes, with the same error text as a key's limit", async () => {
    const merchant = await aMerchant(apps[0]);
    const keys = await keysOf(merchant, 4);
    const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: 80 }, (_, index) => use(key, index))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(250);
    expect(refused).toHaveLength(4 * 80 - 250);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ error: TEXT, code: "rate_limited" });
      expect(headers["x-ratelimit-limit"]).toBe("100");
      expect(headers["x-ratelimit-remaining"]).toBe("0");
      expect(headers["retry-after"]).toBe("60");
      expect(headers["x-ratelimit-reset"]).toBe(String(clock.now().getTime() / 1000 + 60));
    }
    clock.forward({ seconds: 60 });
    expect((await use(merchant.key, 0)).status).toBe(200);
  });

  it("are not used up by requests that a key's own limit rejects, nor by another account", async () => {
    const [merchant, other] = [await aMerchant(apps[0]), await aMerchant(apps[0])];
    const [busy = "", quiet = "", third = ""] = await keysOf(merchant, 3);
    for (let index = 0; index < 300; index += 1) await use(busy, index);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => (await use(quiet, index)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rest = await Promise.all(Array.from({ length: 60 }, async (_, index) => (await use(third, index)).status));
    expect(rest.filter((status) => status === 200)).toHaveLength(50);
    expect((await use(other.key, 0)).status).toBe(200);
  });
});
