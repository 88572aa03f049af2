import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { Connection } from "../../src/db/database.ts";
import { AppError, type ErrorCode } from "../../src/domain/errors.ts";
import { startApp, turnsFor, type TestApp } from "./app.ts";
import { cloneDatabase } from "./database.ts";
import { whenFileEnds } from "./file-end.ts";
import { FILES_AT_ONCE } from "./files-at-once.ts";

export { rounds, timeout } from "./rounds.ts";

export interface WideApp extends TestApp {
  /** Closes all connections and returns the number of deadlocks in PostgreSQL, which retries hide otherwise. */
  deadlocks(): Promise<number>;
}

/** Each connection costs a process that loads the catalog. Many more than cores are enough for any order of events. */
const WIDTH = 24;
const KEPT_FREE = 20;

/** The application with enough connections for writers to really run concurrently, until the current test ends. */
export async function wideApp(width = WIDTH): Promise<WideApp> {
  const app = await openWide(width);
  onTestFinished(() => app.close());
  return app;
}

/** One for all races of a file, each in an account of its own. Its last test expects no deadlocks. */
export async function wideAppForFile(width = WIDTH): Promise<WideApp> {
  const app = await openWide(width);
  whenFileEnds(() => app.close());
  return app;
}

async function openWide(width: number): Promise<WideApp> {
  const connection = await cloneDatabase();
  const most = await withClient(connection, async (client) => {
    await client.query(PLAN_AS_USUAL);
    return mostOf(client);
  });
  const limits = { max: Math.min(width, most), connectTimeoutMs: 20_000, lockTimeoutMs: 20_000 };
  const app = await startApp({}, { connection, connect: limits, turns: turnsFor(10_000) });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= app.close());
  return {
    ...app,
    close,
    deadlocks: async () => {
      await close();
      return deadlocksIn(connection);
    },
  };
}

/** The plan decides in which order rows are locked, so races get the plans of a real installation. */
const PLAN_AS_USUAL = `do $$ begin
  execute format('alter database %I set plan_cache_mode = auto', current_database());
end $$`;

/** What the server allows each of the files that run at the same time. */
async function mostOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ max: number }>("select current_setting('max_connections')::int as max");
  return Math.floor(((rows[0]?.max ?? 0) - KEPT_FREE) / FILES_AT_ONCE);
}

/** A backend reports its deadlocks when it ends, so the number is final once all others are gone. */
async function deadlocksIn(connection: Connection): Promise<number> {
  return withClient(connection, async (client) => {
    for (;;) {
      const others = await client.query(
        "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      if (others.rowCount === 0) break;
      await sleep(5);
    }
    const { rows } = await client.query<{ deadlocks: string }>(
      "select deadlocks from pg_stat_database where datname = current_database()",
    );
    return Number(rows[0]?.deadlocks);
  });
}

async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts `count` workers at once and returns their results in order. Every worker must succeed. */
export async function together<Result>(count: number, work: (worker: number) => Promise<Result>): Promise<Result[]> {
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, worker) => work(worker)));
  expect(settled.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
  return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

/** The result or the error code. A bug or an unavailable database fails the test. */
export async function outcome<Result>(work: Promise<Result>): Promise<Result | ErrorCode> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug" && error.kind !== "unavailable") return error.code;
    throw error;
  }
}

export function tally<Value extends string | number>(values: readonly Value[]): Partial<Record<Value, number>> {
  const counts: Partial<Record<Value, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
