import sql, { raw, type Sql } from "sql-template-tag";
import { firstUuidAt } from "../domain/ids.ts";

const twins = sql`select id from accounts where live_account_id is not null`;

/**
 * The conditions for rows that are older than their retention: one for live accounts, one for twins, so that each can
 * use its index. The times of a twin's rows are those of its clock, so the real time in their IDs decides.
 */
export function expired(columns: { time: string; id: string }, before: Date): readonly [live: Sql, test: Sql] {
  return [
    sql`${raw(columns.time)} < ${before} and account_id not in (${twins})`,
    sql`account_id in (${twins}) and ${raw(columns.id)} < ${firstUuidAt(before)}::uuid`,
  ];
}
