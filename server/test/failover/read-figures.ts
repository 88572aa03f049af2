import sql from "sql-template-tag";
import { expect } from "vitest";
import type { Connection, Queryable } from "../../src/db/database.ts";
import { call, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { asAdmin } from "../support/global-setup.ts";

export const METRICS_TOKEN = "token-of-the-operator";

export async function figures(app: TestApp, ...names: string[]): Promise<number[]> {
  const { text } = await call(app, "GET", "/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = text.split("\n");
  return names.map((name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length)));
}

interface Served {
  readonly replica: number;
  readonly primary: number;
}

async function servedBy(app: TestApp): Promise<Served> {
  const names = ["replica", "primary"].map((source) => `tributary_reads_total{source="${source}"}`);
  const [replica = Number.NaN, primary = Number.NaN] = await figures(app, ...names);
  return { replica, primary };
}

/** How many reads of the work each server has served. */
export async function during(app: TestApp, work: () => Promise<unknown>): Promise<Served> {
  const before = await servedBy(app);
  await work();
  const after = await servedBy(app);
  return { replica: after.replica - before.replica, primary: after.primary - before.primary };
}

export const isStandby = async (db: Queryable): Promise<boolean | undefined> =>
  (await db.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`))[0]?.standby;

/** The replica is used again, after whatever another test did to it. */
export const usesReplica = (app: TestApp): Promise<void> =>
  eventually(async () => expect(await figures(app, "tributary_replica_used")).toEqual([1]));

/** How many connections for reads the server has, by their statement. */
export async function readersOn(server: Connection, statement = "%"): Promise<number | undefined> {
  const ours = `select count(*)::int as count from pg_stat_activity
    where application_name = 'tributary-replica' and query like $1`;
  return asAdmin(server, async (admin) => (await admin.query<{ count: number }>(ours, [statement])).rows[0]?.count);
}
