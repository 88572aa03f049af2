import { readdirSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { connect, type Connection } from "../../src/db/database.ts";
import { UnsuitableDatabase } from "../../src/db/migrate.ts";
import { openReplicaPool } from "../../src/db/pools.ts";
import { assertSameServer, readPosition, ReplicaBehind, waitFor } from "../../src/db/replica.ts";
import { ReplicaReads } from "../../src/db/reads.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { browseAuditLog } from "../../src/usecases/audit/browse-audit-log.ts";
import { aDesk, linesOf, type Desk } from "../dashboard/desk.ts";
import { newFolder, run, SECRET_KEY, urlOf } from "../start/processes.ts";
import { call, startApp, type TestApp } from "../support/app.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { eventually } from "../support/eventually.ts";
import { asAdmin } from "../support/global-setup.ts";
import { collectRoutes } from "../support/routes.ts";
import { startPair, type Pair } from "../support/standby.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";
import { during, figures, isStandby, METRICS_TOKEN, readersOn, usesReplica } from "./read-figures.ts";

const PREFIX = "/api/dashboard/:account_id/";
/** Of these an account has a few, which are read at once. */
const SHORT = ["connectors.csv", "webhook-endpoints.csv"];

let pair: Pair;
let toPrimary: Cable;
let toStandby: Cable;
/** Waits for the replica as long as it takes. */
let patient: TestApp;
/** Uses the primary if the replica is behind. */
let impatient: TestApp;
let files: string[];
beforeAll(async () => {
  pair = await startPair();
  toPrimary = await cableTo(pair.primary);
  toStandby = await cableTo(pair.standby);
  const appWith = (maxLagMs: number): Promise<TestApp> =>
    startApp(
      { METRICS_TOKEN, LOG_LEVEL: "silent", DATABASE_READ_MAX_LAG_MS: String(maxLagMs) },
      { connection: toPrimary.connection, replica: toStandby.connection },
    );
  const { made, routes } = await collectRoutes(() => appWith(10_000));
  patient = made;
  impatient = await appWith(50);
  files = routes.flatMap(({ url }) => (url.startsWith(PREFIX) && url.endsWith(".csv") ? url.slice(PREFIX.length) : []));
});
afterAll(async () => {
  await patient.close();
  await impatient.close();
  await toPrimary.pull();
  await toStandby.pull();
  await pair.close();
});

const onStandby = (statement: string): Promise<unknown> => asAdmin(pair.standby, (admin) => admin.query(statement));
const campaignNames = async (desk: Desk): Promise<string> => {
  const answer = await desk.get("campaigns.csv");
  expect(answer.status).toBe(200);
  return answer.text;
};

describe("with a replica", () => {
  test("the overview, the CSV of every list and the data export are read there", async () => {
    const desk = await aDesk(patient);
    const campaignId = await aCampaign(desk.merchant);
    const { affiliateId, cookie } = await anAffiliate(patient, desk.merchant, campaignId);
    const paths = files
      .filter((path) => !SHORT.includes(path))
      .map((path) => path.replace("campaigns/:id", `campaigns/${campaignId}`))
      .filter((path) => !path.includes("/:"));
    expect(paths.length).toBeGreaterThan(12);
    const numbers = ["overview", `campaigns/${campaignId}/numbers`, `affiliates/${affiliateId}/numbers`];
    const served = await during(patient, async () => {
      for (const path of [...paths, ...numbers]) expect([path, (await desk.get(path)).status]).toEqual([path, 200]);
      for (const path of ["overview", "earnings", "data"])
        expect((await call(patient, "GET", `/api/portal/${path}`, { headers: { cookie } })).status).toBe(200);
    });
    // The data export reads three lists.
    expect(served).toEqual({ replica: paths.length + numbers.length + 5, primary: 0 });
    expect(await patient.services.reads.run(isStandby)).toBe(true);
    expect(await readersOn(pair.primary)).toBe(0);
    expect(await readersOn(pair.standby)).toBeGreaterThan(0);
  });

  test("the role of the application needs no special rights on either server", async () => {
    const [rights] = await patient.db.query<{ count: number; all: boolean }>(sql`
      select count(*)::int as count, bool_and(has_function_privilege('public', oid, 'execute')) as all from pg_proc
      where proname in ('pg_current_wal_flush_lsn', 'pg_current_wal_insert_lsn', 'pg_walfile_name', 'pg_is_in_recovery',
        'pg_control_system', 'pg_control_recovery', 'pg_last_wal_replay_lsn', 'pg_postmaster_start_time')`);
    expect(rights).toEqual({ count: 8, all: true });
  });

  test("people see their own writes at once, with many writing in parallel", async () => {
    const desks = await Promise.all(Array.from({ length: 6 }, () => aDesk(patient)));
    const served = await during(patient, () =>
      Promise.all(
        desks.map(async (desk, number) => {
          for (let round = 1; round <= 5; round += 1) {
            await aCampaign(desk.merchant, { name: `Mine ${number} ${round}` });
            const listed = linesOf(await desk.get("campaigns.csv")).filter((line) => line.includes(`Mine ${number} `));
            expect(listed).toHaveLength(round);
          }
        }),
      ),
    );
    expect(served).toEqual({ replica: 30, primary: 0 });
  });
});

describe("a replica that is behind", () => {
  test("is not used, so people see their writes at once, until it has caught up", async () => {
    const desk = await aDesk(impatient);
    await onStandby("select pg_wal_replay_pause()");
    try {
      for (const name of ["First", "Second"]) {
        await aCampaign(desk.merchant, { name });
        expect(await campaignNames(desk)).toContain(name);
      }
      const [used, lag] = await figures(impatient, "tributary_replica_used", "tributary_replica_lag_seconds");
      expect(used).toBe(0);
      expect(lag).toBeGreaterThan(0.05);
    } finally {
      await onStandby("select pg_wal_replay_resume()");
    }
    await usesReplica(impatient);
    expect(await patient.services.reads.run(isStandby)).toBe(true);
  });

  test("does not delay the metrics until the limit of its lag", async () => {
    await usesReplica(patient);
    await onStandby("select pg_wal_replay_pause()");
    try {
      await aCampaign((await aDesk(patient)).merchant);
      const [used, lag] = await figures(patient, "tributary_replica_used", "tributary_replica_lag_seconds");
      // It still has time to catch up.
      expect(used).toBe(1);
      expect(lag).toBeGreaterThan(0.5);
    } finally {
      await onStandby("select pg_wal_replay_resume()");
    }
  });

  test("is not used while it follows the log of an earlier primary, nor instead of the one that was checked", async () => {
    const position = await readPosition(patient.db);
    if (!position) throw new Error("The primary has no position.");
    const replica = openReplicaPool(toStandby.connection, () => {});
    onTestFinished(() => replica.close());
    const waiting = replica.transaction((tx) =>
      waitFor(tx, { ...position, timeline: position.timeline + 1 }, { maxLagMs: 10_000 }),
    );
    await expect(waiting).rejects.toBeInstanceOf(ReplicaBehind);
    const instance = await replica.transaction((tx) => waitFor(tx, position, { maxLagMs: 10_000 }));
    await expect(assertSameServer(patient.db, instance)).rejects.toBeInstanceOf(ReplicaBehind);
  });
});

describe("a replica that fails", () => {
  test("in the middle of a download is replaced by the primary, and the file is complete", async () => {
    await usesReplica(patient);
    const { merchant } = await aDesk(patient);
    await patient.db.query(sql`
      insert into audit_entries (id, account_id, at, actor, action, subject_kind, subject_id, before, after)
      select gen_random_uuid(), ${uuidOf(merchant.accountId)}, now() - n * interval '1 second', 'system', 'test.entry',
        'account', ${uuidOf(merchant.accountId)}, '{}', '{}'
      from generate_series(1, 1200) n`);
    const batches = browseAuditLog.batches(merchant.context, { action: "test.entry" } as never);
    const served = await during(patient, async () => {
      let rows = (await batches.next()).value?.length ?? 0;
      await toStandby.pull();
      for await (const batch of batches) rows += batch.length;
      expect(rows).toBe(1200);
      await toStandby.plug();
    });
    expect(served).toEqual({ replica: 1, primary: 2 });
    await usesReplica(patient);
  });

  test("because its recovery conflicts with a read is replaced by the primary for that read only", async () => {
    await onStandby("alter system set max_standby_streaming_delay = 0");
    await onStandby("select pg_reload_conf()");
    await patient.db.query(sql`create table conflicts as select 1 as id`);
    const sources: (boolean | undefined)[] = [];
    await patient.services.reads.run(async (db) => {
      sources.push(await isStandby(db));
      await db.query(sql`select id from conflicts`);
      if (sources.length > 1) return;
      // PostgreSQL cancels a running statement. Between statements it would end the connection.
      const conflict = eventually(async () => expect(await readersOn(pair.standby, "select pg_sleep%")).toBe(1)).then(
        () => patient.db.query(sql`truncate conflicts`),
      );
      await Promise.all([db.query(sql`select pg_sleep(60)`), conflict]);
    });
    expect(sources).toEqual([true, false]);
    expect(await patient.services.reads.run(isStandby)).toBe(true);
  });
});

describe("a replica that does not serve a read in time", () => {
  const readsThrough = async (connection: Connection, maxLagMs: number): Promise<ReplicaReads> => {
    const replica = connect(connection, { onIdleError: () => {}, isReplica: true, max: 1, connectTimeoutMs: 200 });
    const reads = new ReplicaReads({ primary: patient.db, replica, maxLagMs, onUnused: () => {}, onUsed: () => {} });
    onTestFinished(() => reads.close());
    await reads.start();
    await eventually(() => expect(reads.isUsed).toBe(true));
    return reads;
  };

  test("because the read reached its timeout reports that, and the next reads use the primary", async () => {
    const reads = await readsThrough(pair.standby, 10_000);
    const read = reads.run(async (db) => {
      expect(await isStandby(db)).toBe(true);
      await db.query(sql`select set_config('statement_timeout', '50', true)`);
      await db.query(sql`select pg_sleep(60)`);
    });
    await expect(read).rejects.toThrow(/^The database is unavailable: canceling statement due to statement timeout$/);
    await reads.measure();
    expect(await reads.run(isStandby)).toBe(false);
  });

  test("because all connections are in use still serves the others", async () => {
    const reads = await readsThrough(pair.standby, 10_000);
    const sources = await reads.run(async (db) => {
      const [first, second] = [await isStandby(db), await reads.run(isStandby)];
      await reads.measure();
      return [first, second];
    });
    expect(sources).toEqual([true, false]);
    expect(reads.isUsed).toBe(true);
    expect(await reads.run(isStandby)).toBe(true);
  });

  test("because it is silent is not awaited beyond the limit", async () => {
    const cable = await cableTo(pair.standby);
    const reads = await readsThrough(cable.connection, 300);
    cable.silence();
    expect(await reads.run(isStandby)).toBe(false);
    // The connection still waits for its response.
    expect(reads.connections.busy).toBe(1);
    expect(reads.isUsed).toBe(false);
    await cable.pull();
  });
});

describe("a replica of another server", () => {
  test("stops the start, and doctor names it", async () => {
    const { connection } = inject("server");
    const onChange = (): void => {};
    const replica = openReplicaPool(connection, onChange);
    const reads = new ReplicaReads({
      primary: patient.db,
      replica,
      maxLagMs: 500,
      onUnused: onChange,
      onUsed: onChange,
    });
    onTestFinished(() => reads.close());
    await expect(reads.start()).rejects.toThrow(UnsuitableDatabase);
    const env = { DATABASE_URL: urlOf(pair.primary), SECRET_KEY };
    const wrong = await run(["doctor"], { ...env, DATABASE_READ_URL: urlOf(connection) });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stdout).toMatch(
      /WRONG +replica +DATABASE_READ_URL points to a different server or database than DATABASE_URL/,
    );
    const right = await run(["doctor"], { ...env, DATABASE_READ_URL: urlOf(pair.standby) });
    expect(right.stdout).toMatch(/ok +replica +serves reads, \d+ ms behind/);
  });
});

test("tributary export reads from the replica, and from the primary if it is unavailable", async () => {
  const env = { DATABASE_URL: urlOf(pair.primary), DATABASE_READ_MAX_LAG_MS: "10000", SECRET_KEY };
  const folder = newFolder();
  const exportTo = (name: string, replica: string): ReturnType<typeof run> =>
    run(["export", "--to", join(folder, name)], { ...env, DATABASE_READ_URL: replica });
  const fromReplica = await exportTo("a", urlOf(pair.standby));
  expect([fromReplica.exitCode, fromReplica.stderr]).toEqual([0, expect.stringMatching(/a from the replica …\n/)]);
  expect(fromReplica.stderr).not.toContain("Not exported");
  const fromPrimary = await exportTo("b", "postgres://127.0.0.1:1/tributary");
  expect([fromPrimary.exitCode, fromPrimary.stderr]).toEqual([0, expect.stringContaining("Not exported from the rep")]);
  expect(readdirSync(join(folder, "b"))).toEqual(readdirSync(join(folder, "a")));
});

test("a replica that becomes the primary is used as the primary only", async () => {
  await usesReplica(patient);
  const desk = await aDesk(patient);
  await pair.failOver();
  await toPrimary.pull();
  toPrimary.leadTo(pair.standby);
  await toPrimary.plug();
  await eventually(async () => expect((await call(patient, "GET", "/readyz")).status).toBe(200));
  await aCampaign(desk.merchant, { name: "After the failover" });
  const served = await during(patient, async () => expect(await campaignNames(desk)).toContain("After the failover"));
  expect(served).toEqual({ replica: 0, primary: 1 });
  expect(await figures(patient, "tributary_replica_used")).toEqual([0]);
});
