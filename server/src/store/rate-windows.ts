import sql from "sql-template-tag";
import type { Queryable } from "../db/database.ts";
import { allowanceOf, type Allowance, type RateLimiter, type RateRule } from "../domain/rate-limit.ts";

const SWEPT_AT_ONCE = 20;

/** Exact over all processes that share the database: each call is one statement, and the row's lock puts them in order. */
export function databaseRateLimiter(db: Queryable, clock: { now(): Date }): RateLimiter {
  return {
    async take(key: string, rule: RateRule): Promise<Allowance> {
      const now = clock.now();
      const { used, ends_at: endsAt } = await count(db, { key, rule, now });
      // Whoever opens a window clears away more than one that has ended, so that the table never outgrows the live ones for long.
      if (used === 1) await sweep(db, now);
      return allowanceOf(rule, used, endsAt);
    },
    async giveBack(key: string, rule: RateRule): Promise<void> {
      await db.query(sql`
        update rate_windows set used = greatest(0, least(used, ${rule.limit}) - 1)
        where key = ${key} and ends_at > ${clock.now()}`);
    },
  };
}

interface WindowRow {
  used: number;
  ends_at: Date;
}

async function count(db: Queryable, call: { key: string; rule: RateRule; now: Date }): Promise<WindowRow> {
  const endsAt = new Date(call.now.getTime() + call.rule.windowMs);
  const [row] = await db.query<WindowRow>(sql`
    insert into rate_windows as w (key, used, ends_at) values (${call.key}, 1, ${endsAt})
    on conflict (key) do update set
      used = case when w.ends_at <= ${call.now} then 1 else least(w.used, ${call.rule.limit} + 1) + 1 end,
      ends_at = case when w.ends_at <= ${call.now} then excluded.ends_at else w.ends_at end
    returning used, ends_at`);
  if (!row) throw new Error("An upsert returned no row.");
  return row;
}

async function sweep(db: Queryable, now: Date): Promise<void> {
  await db.query(sql`
    delete from rate_windows where key = any(array(
      select key from rate_windows where ends_at <= ${now}
      order by ends_at limit ${SWEPT_AT_ONCE} for update skip locked))`);
}
