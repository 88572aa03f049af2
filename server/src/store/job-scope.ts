import sql, { raw, type Sql } from "sql-template-tag";
import { uuidOf, type AccountId } from "../domain/ids.ts";

/** What scheduled work covers: one twin, whose clock has moved, or all live accounts. */
export type JobScope = AccountId | null;

/** The condition for a table's account. Twins never wait for a timer: only their own clock makes something due. */
export const inScope = (twin: JobScope, accountColumn: string): Sql =>
  twin === null
    ? sql`exists (select from accounts live where live.id = ${raw(accountColumn)} and live.mode = 'live')`
    : sql`${raw(accountColumn)} = ${uuidOf(twin)}`;

/** The time of a row's twin; null in live accounts. What happens to a twin's row by itself happens at its time. */
export const testTimeOf = (table: string): Sql =>
  sql`(select clock.now from account_clocks clock where clock.account_id = ${raw(table)}.account_id)`;
