import sql from "sql-template-tag";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { call, MovableClock, startApp, type TestApp } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { asAdmin } from "../support/global-setup.ts";
import { startPair, type Pair } from "../support/standby.ts";
import { aShop, expectFailure, track, type Shop } from "../support/shop.ts";
import { aLink, follow } from "../redirector/links.ts";
import { anOrderId } from "../support/world.ts";
import { eventually } from "../support/eventually.ts";

const TOKEN = "token-of-the-operator";

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.close());

interface Stage {
  readonly cable: Cable;
  readonly app: TestApp;
}

async function onCable(): Promise<Stage> {
  const cable = await cableTo(pair.primary);
  const app = await startApp(
    { LOG_LEVEL: "silent", METRICS_TOKEN: TOKEN },
    { connection: cable.connection, clock: new MovableClock() },
  );
  onTestFinished(async () => {
    await app.close();
    await cable.pull();
  });
  return { cable, app };
}

/** Points the address and all connections to the standby. */
async function moveToStandby({ cable }: Stage): Promise<void> {
  await cable.pull();
  cable.leadTo(pair.standby);
  await cable.plug();
}

/** Sends requests continuously, so that no connection is idle for long. */
function underLoad(work: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const loop = async (): Promise<void> => {
    while (!isOver) {
      await work();
      await sleep(5);
    }
  };
  const loops = Promise.all(Array.from({ length: 4 }, loop));
  return async () => {
    isOver = true;
    await loops;
  };
}

async function order(app: TestApp, shop: Shop): Promise<number> {
  const { status } = await track(shop, { external_id: anOrderId() });
  if (status === 429) app.clock.forward({ seconds: 61 });
  return status;
}

describe("a process that reached a read-only server", () => {
  test("tracks orders again under load once its address points to the primary, without a restart", async () => {
    const stage = await onCable();
    const { app, cable } = stage;
    const shop = await aShop(app);
    await moveToStandby(stage);
    const stop = underLoad(() => order(app, shop));
    await eventually(async () => expect(await order(app, shop)).toBe(503));
    cable.leadTo(pair.primary); // nothing is cut: the connections to the standby stay open
    await eventually(async () => expect(await order(app, shop)).toBe(200));
    // From now on every order succeeds: no connection to the standby is left.
    const later = await Promise.all(Array.from({ length: 40 }, () => order(app, shop)));
    expect(later.filter((status) => status === 503)).toEqual([]);
    await stop();
  });

  test("records clicks again under load once its address points to the primary", async () => {
    const stage = await onCable();
    const { app, cable } = stage;
    const { path } = await aLink(app);
    const isRecorded = async (): Promise<boolean> => (await follow(app, path)).clickId !== undefined;
    await moveToStandby(stage);
    const stop = underLoad(isRecorded);
    await eventually(async () => expect(await isRecorded()).toBe(false));
    cable.leadTo(pair.primary);
    await eventually(async () => expect(await isRecorded()).toBe(true));
    await stop();
  });
});

describe("/readyz", () => {
  test("is 503 with the reason while the database is a read-only standby, and 200 afterwards", async () => {
    const stage = await onCable();
    const { app, cable } = stage;
    await eventually(async () => expect((await call(app, "GET", "/readyz")).status).toBe(200));
    await moveToStandby(stage);
    await eventually(async () => {
      const answer = await call(app, "GET", "/readyz");
      expectFailure(answer, [503, "database_away"]);
      expect(answer.body.error).toBe("The database is read-only.");
    });
    expect((await call(app, "GET", "/healthz")).status).toBe(200);
    const figures = await call(app, "GET", "/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(figures.text).toContain("\ntributary_database_ready 0\n");
    expect(figures.text).toMatch(/\ntributary_database_connections\{pool="http",state="waiting"\} 0\n/);
    cable.leadTo(pair.primary);
    await eventually(async () => expect((await call(app, "GET", "/readyz")).status).toBe(200));
  });

  test("is 503 on a database that is set to read-only", async () => {
    const connection = await cloneDatabase();
    const app = await startApp({ LOG_LEVEL: "silent" }, { connection, clock: new MovableClock() });
    onTestFinished(() => app.close());
    await asAdmin(connection, async (admin) => {
      const { rows } = await admin.query<{ name: string }>("select current_database() as name");
      await admin.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
    });
    const answer = await call(app, "GET", "/readyz");
    expect([answer.status, answer.body.error]).toEqual([503, "The database is read-only."]);
  });

  test("is 503 while the primary waits for a synchronous standby, keeps no connection waiting, and is 200 afterwards", async () => {
    const { app } = await onCable();
    const waitFor = (names: string): Promise<unknown> =>
      asAdmin(pair.primary, async (admin) => {
        await admin.query(`alter system set synchronous_standby_names = '${names}'`);
        await admin.query("select pg_reload_conf()");
      });
    await waitFor("missing");
    try {
      await eventually(async () => expectFailure(await call(app, "GET", "/readyz"), [503, "database_away"]));
      // Longer than our own timeout, after which a check would give up its connection and leave it waiting.
      const untilMs = Date.now() + 3_500;
      await asAdmin(pair.primary, async (admin) => {
        while (Date.now() < untilMs) {
          await Promise.all(Array.from({ length: 5 }, () => call(app, "GET", "/readyz")));
          const { rowCount } = await admin.query(
            "select from pg_stat_activity where application_name = 'tributary-readiness' and wait_event = 'SyncRep'",
          );
          expect(rowCount).toBeLessThanOrEqual(1);
          await sleep(50);
        }
      });
    } finally {
      await waitFor("");
    }
    await eventually(async () => expect((await call(app, "GET", "/readyz")).status).toBe(200));
  });

  test("is 200 although requests hold every connection", async () => {
    const { app } = await onCable();
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const holding = Array.from({ length: 20 }, () =>
      app.db.transaction(async (tx) => {
        await tx.query(sql`select 1`);
        await released;
      }),
    );
    const waiting = app.db.query(sql`select 1`);
    await eventually(async () => expect((await call(app, "GET", "/readyz")).status).toBe(200));
    release();
    await Promise.all([...holding, waiting]);
  });
});
