import pg from "pg";
import { onTestFinished } from "vitest";
import type { TestApp } from "./app.ts";

/** A lock that a test holds on a separate connection until it releases it or ends. */
export interface Held {
  /** Connections of the application that wait for a lock. */
  blocked(): Promise<number>;
  /** Returns once this many connections wait for a lock. */
  untilBlocked(count: number): Promise<void>;
  release(): Promise<void>;
}

/** Runs the command in a transaction that stays open. */
export async function hold({ connection }: TestApp, command: string): Promise<Held> {
  const [holder, watcher] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([holder.connect(), watcher.connect()]);
  onTestFinished(async () => {
    await Promise.all([holder.end(), watcher.end()]);
  });
  await holder.query("begin");
  await holder.query(command);
  const blocked = async (): Promise<number> => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  return {
    blocked,
    untilBlocked: async (count) => {
      while ((await blocked()) < count);
    },
    release: async () => {
      await holder.query("commit");
    },
  };
}
