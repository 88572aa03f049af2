import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { allowanceOf, type Allowance, type RateLimiter, type RateRule } from "../../domain/rate-limit.ts";
import { isOver } from "../time-limit.ts";

const SWEPT_BESIDE_A_CALL = 20;
const SWEPT_AT_ONCE = 1_000;

/**
 * Exact across all processes that share the database: each request is one statement, and row locks put them in order.
 */
export function databaseRateLimiter(db: Queryable, clock: { now(): Date }): RateLimiter {
  return {
    async take(key: string, rule: RateRule): Promise<Allowance> {
      const now = clock.now();
      const { used, ends_at: endsAt } = await count(db, { key, rule, now });
      // A request that opens a window deletes more than one ended window, so the table stays close to the number of
      // live ones.
      if (used === 1) await sweep(db, now, SWEPT_BESIDE_A_CALL);
      return allowanceOf(rule, used, endsAt);
    },
    async giveBack(key: string, rule: RateRule): Promise<void> {
      await db.query(sql`
        update rate_windows set used = greatest(0, least(used, ${rule.limit}) - 1)
        where key = ${key} and ends_at > ${clock.now()}`);
    },
  };
}

const windowIsOver = (now: Date): Sql => isOver(raw("w.ends_at"), { now, fresh: raw("excluded.ends_at") });

interface WindowRow {
  used: number;
  ends_at: Date;
}

async function count(db: Queryable, call: { key: string; rule: RateRule; now: Date }): Promise<WindowRow> {
  const endsAt = new Date(call.now.getTime() + call.rule.windowMs);
  const [row] = await db.query<WindowRow>(sql`
    insert into rate_windows as w (key, used, ends_at) values (${call.key}, 1, ${endsAt})
    on conflict (key) do update set
      used = case when ${windowIsOver(call.now)} then 1 else least(w.used, ${call.rule.limit} + 1) + 1 end,
      ends_at = case when ${windowIsOver(call.now)} then excluded.ends_at else w.ends_at end
    returning used, ends_at`);
  if (!row) throw new Error("An upsert returned no row.");
  return row;
}

/** Skips locked rows, so that it cannot deadlock with requests that hold several. */
async function sweep(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from rate_windows where key = any(array(
      select key from rate_windows where ends_at <= ${now}
      order by ends_at limit ${limit} for update skip locked))
    returning key`);
  return rows.length;
}

/** For installations that count in memory: `takeTogether` uses the table there too. */
export async function sweepRateWindows(db: Queryable, now: Date): Promise<void> {
  while ((await sweep(db, now, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}

export interface Take {
  readonly key: string;
  readonly rule: RateRule;
}

/**
 * Takes one from every window, or from none if one is used up; returns that one. Counts in the transaction of the
 * change it allows: concurrent writers wait for each other's rows, always in key order.
 */
export async function takeTogether<Each extends Take>(
  tx: Tx,
  takes: readonly Each[],
  now: Date,
): Promise<Each | undefined> {
  const keys = takes.map(({ key }) => key);
  const ends = takes.map(({ rule }) => new Date(now.getTime() + rule.windowMs));
  const rows = await tx.query<{ key: string; used: number }>(sql`
    insert into rate_windows as w (key, used, ends_at)
    select key, 1, ends_at from unnest(${keys}::text[], ${ends}::timestamptz[]) as take (key, ends_at)
    order by key collate "C"
    on conflict (key) do update set
      used = case when ${windowIsOver(now)} then 1 else w.used + 1 end,
      ends_at = case when ${windowIsOver(now)} then excluded.ends_at else w.ends_at end
    returning key, used`);
  const used = new Map(rows.map((row) => [row.key, row.used]));
  const refused = takes.find(({ key, rule }) => (used.get(key) ?? 0) > rule.limit);
  if (refused) await tx.query(sql`update rate_windows set used = used - 1 where key = any(${keys}::text[])`);
  return refused;
}
