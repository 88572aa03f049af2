import { readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { openPools, POOLS } from "../../src/db/pools.ts";
import { createLog } from "../../src/system/log.ts";
import { anEndpoint, anEvent, deliveriesOf } from "../deliverer/sender.ts";
import { SECRET_KEY, startApp } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";
import { eventually } from "../support/eventually.ts";

test("webhooks are sent although requests hold every connection of their pool", async () => {
  const app = await startApp({ WEBHOOK_ALLOWED_NETWORKS: "127.0.0.10/32" });
  const merchant = await aMerchant(app);
  await anEndpoint({ merchant }, "https://127.0.0.10:1/hook");
  await anEvent({ app, merchant });
  const pools = openPools(app, () => {});
  const { config, clock } = app;
  const log = createLog("silent");
  const busy = await buildApp({ config, db: pools.http, pools, clock, log, secretKey: SECRET_KEY });
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(async () => {
    release();
    await busy.close();
    await Promise.all(Object.values(pools).map((pool) => pool.close()));
    await app.close();
  });
  const holding = Array.from({ length: POOLS.http.max }, () =>
    pools.http.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      await released;
    }),
  );
  await eventually(() => expect(pools.http.connections.busy).toBe(POOLS.http.max));
  await busy.deliverer.runUntilIdle();
  // Nothing listens at that address: the attempt was made and recorded.
  expect(await deliveriesOf({ merchant })).toMatchObject([{ status: "waiting", attempts: 1 }]);
  release();
  await Promise.all(holding);
});

describe("docs/operations.md", () => {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\| (\d+) s +\| (\w+)(?: s)? +\| (\w+)(?: s)? +\|/gm)];

  test("lists every pool with its size and limits", () => {
    const seconds = (ms: number | undefined): string => (ms === undefined ? "none" : String(ms / 1000));
    const real = Object.entries<{
      max: number;
      connectTimeoutMs: number;
      statementTimeoutMs?: number;
      lockTimeoutMs?: number;
    }>(POOLS).map(([name, { max, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs }]) => [
      name,
      String(max),
      seconds(connectTimeoutMs),
      seconds(statementTimeoutMs),
      seconds(lockTimeoutMs),
    ]);
    expect(rows.map((row) => row.slice(1, 6))).toEqual(real);
  });

  test("says how many connections a process needs in total", () => {
    const all = Object.values(POOLS).reduce((sum, { max }) => sum + max, 0);
    expect(page).toContain(`needs ${all + 1} connections at most`);
  });
});
