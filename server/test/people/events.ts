import sql from "sql-template-tag";
import { uuidOf } from "../../src/domain/ids.ts";
import type { Merchant } from "../support/world.ts";

/** The data of all events of one type in a merchant's account, in order. */
export async function eventsOf({ context }: Merchant, type: string): Promise<Record<string, unknown>[]> {
  const rows = await context.db.query<{ body: string }>(sql`
    select body from events where account_id = ${uuidOf(context.accountId)} and type = ${type} order by created_at, seq`);
  return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
}
