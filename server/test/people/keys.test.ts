import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../src/db/database.ts";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { KeyAuthenticator } from "../../src/usecases/keys/key-authenticator.ts";
import { browseKeys } from "../../src/usecases/keys/browse-keys.ts";
import { revokeKey } from "../../src/usecases/keys/revoke-key.ts";
import { appForFile, MANY_CONNECTIONS, type TestApp } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({}, MANY_CONNECTIONS);
});

const page = { limit: 10, offset: 0 };

/** The real database, counting queries outside transactions. */
function counting(db: Db): { db: Db; queries: () => number } {
  let queries = 0;
  return {
    db: {
      ...db,
      query: (statement) => {
        queries += 1;
        return db.query(statement);
      },
    },
    queries: () => queries,
  };
}

const lastUses = ({ db, accountId }: MerchantContext) =>
  db.query<{ at: Date | null }>(sql`select last_used_at as at from api_keys where account_id = ${uuidOf(accountId)}`);

describe("an API key", () => {
  it("is stored as a digest with its prefix and last four characters", async () => {
    const { context } = await aMerchant(app);
    const { key, secret } = await createKey(context, "server");
    expect(secret).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    expect(key).toMatchObject({ prefix: "sk_live_", lastFour: secret.slice(-4), name: "server" });
    const rows = await app.db.query<{ text: string }>(sql`
      select api_keys::text as text from api_keys where account_id = ${uuidOf(context.accountId)}`);
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toContain(secret.slice("sk_live_".length));
    expect((await browseKeys.page(context, {}, page)).rows.map(({ id }) => id)).toContain(key.id);
  });

  it("works immediately, even if it was tried before it existed", async () => {
    const { context } = await aMerchant(app);
    const keys = new KeyAuthenticator(app.services);
    expect(await keys.authenticate(`sk_live_${"a".repeat(43)}`)).toBeUndefined();
    const { key, secret } = await createKey(context, "server");
    expect(await keys.authenticate(secret)).toMatchObject({ keyId: key.id, accountId: context.accountId, plan: "pro" });
  });

  it("stops working on every process within five seconds of its revocation", async () => {
    const { context } = await aMerchant(app);
    const { key, secret } = await createKey(context, "server");
    const processes = [new KeyAuthenticator(app.services), new KeyAuthenticator(app.services)];
    for (const keys of processes) expect(await keys.authenticate(secret)).toBeDefined();
    await revokeKey(context, key.id);
    app.clock.forward({ seconds: 5 });
    for (const keys of processes) expect(await keys.authenticate(secret)).toBeUndefined();
  });

  it("costs one query in three seconds, however many requests arrive, concurrently or in turn", async () => {
    const { key: secret } = await aMerchant(app);
    const { db, queries } = counting(app.db);
    const keys = new KeyAuthenticator({ db, clock: app.clock });
    await Promise.all(Array.from({ length: 64 }, () => keys.authenticate(secret)));
    for (let requests = 0; requests < 10; requests += 1) await keys.authenticate(secret);
    expect(queries()).toBe(1);
    app.clock.forward({ seconds: 3 });
    await keys.authenticate(secret);
    expect(queries()).toBe(2);
  });

  it.each(["", "sk_live_", "sk_demo_".padEnd(51, "a"), `sk_live_${"a".repeat(42)}`, `sk_live_${"a".repeat(44)}`, "\0"])(
    "with the wrong form, %j, never reaches the database",
    async (text) => {
      const { db, queries } = counting(app.db);
      expect(await new KeyAuthenticator({ db, clock: app.clock }).authenticate(text)).toBeUndefined();
      expect(queries()).toBe(0);
    },
  );

  it("records its last use to the minute", async () => {
    const { key: secret, context } = await aMerchant(app);
    const begin = app.clock.now().getTime();
    const keys = new KeyAuthenticator(app.services);
    await keys.authenticate(secret);
    await expect.poll(() => lastUses(context)).toEqual([{ at: new Date(begin) }]);
    app.clock.forward({ seconds: 60, ms: -1 });
    await keys.authenticate(secret);
    app.clock.forward({ seconds: 3, ms: 1 });
    await keys.authenticate(secret);
    await expect.poll(() => lastUses(context)).toEqual([{ at: new Date(begin + 63_000) }]);
  });

  it("of another account cannot be revoked: 404, the same as for an unknown one", async () => {
    const [one, two] = [await aMerchant(app), await aMerchant(app)];
    const { key, secret } = await createKey(one.context, "server");
    const unknown = parseId("key", "key_00000000000000000000000000");
    if (!unknown) throw new Error("no id");
    await expect(revokeKey(two.context, key.id)).rejects.toMatchObject({ code: "key_not_found" });
    await expect(revokeKey(two.context, unknown)).rejects.toMatchObject({ code: "key_not_found" });
    expect(await new KeyAuthenticator(app.services).authenticate(secret)).toBeDefined();
  });

  it("is for owners: a manager cannot create, list or revoke one", async () => {
    const { context } = await aMerchant(app);
    const [key] = (await browseKeys.page(context, {}, page)).rows;
    if (!key) throw new Error("no key");
    const manager = { ...context, role: "manager" as const };
    await expect(createKey(manager, "server")).rejects.toMatchObject({ code: "role_required" });
    await expect(browseKeys.page(manager, {}, page)).rejects.toMatchObject({ code: "role_required" });
    await expect(revokeKey(manager, key.id)).rejects.toMatchObject({ code: "role_required" });
  });
});
