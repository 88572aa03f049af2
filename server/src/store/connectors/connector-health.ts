import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, type ConnectorId } from "../../domain/ids.ts";
import { arrivals } from "./connector-figures.ts";

export interface ConnectorHealth {
  readonly id: ConnectorId;
  /** The last arrival of each of the newest hours with receipts, newest first. */
  readonly arrivals: readonly Date[];
  readonly overdue: number;
  readonly failed: number;
}

/** Of all live accounts, for the operator. `overdue`: due before this time. `since`: failed receipts from then on. */
export async function listConnectorHealth(
  db: Queryable,
  { overdue, since, most }: { overdue: Date; since: Date; most: number },
): Promise<ConnectorHealth[]> {
  const rows = await db.query<{ id: string; arrivals: Date[]; overdue: number; failed: number }>(sql`
    select c.id, ${arrivals} as arrivals,
      (select count(*)::int4 from (select from receipts r where r.account_id = c.account_id and r.connector_id = c.id
        and r.state = 'waiting' and r.due_at < ${overdue} limit ${most}) counted) as overdue,
      (select count(*)::int4 from (select from receipts r where r.account_id = c.account_id and r.connector_id = c.id
        and r.state = 'failed' and r.received_at >= ${since} limit ${most}) counted) as failed
    from connectors c join accounts a on a.id = c.account_id
    where c.deleted_at is null and a.mode = 'live' order by c.id`);
  return rows.map((row) => ({ ...row, id: idOf("connector", row.id) }));
}
