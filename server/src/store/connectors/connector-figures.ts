import type { ReceiptState } from "tributary-sdk/words";
import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { HEARTBEAT_RECEIPTS } from "../../domain/connectors/connector.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId } from "../../domain/ids.ts";

export interface ConnectorFigures {
  readonly campaignName: string | null;
  readonly refused: { readonly count: number; readonly lastAt: Date | null };
  /** When the newest receipts arrived, newest first. */
  readonly arrivals: readonly Date[];
  readonly receipts: Readonly<Record<ReceiptState, number>>;
  readonly orders: { readonly attributed: number; readonly unattributed: number };
}

interface FiguresRow {
  id: string;
  campaign_name: string | null;
  refused_count: bigint;
  refused_at: Date | null;
  arrivals: Date[];
  states: Partial<Record<ReceiptState, number>> | null;
  attributed: number;
  unattributed: number;
}

/** When the newest receipts of each connector arrived, newest first. */
export async function listArrivals(db: Queryable, accountId: AccountId): Promise<readonly (readonly Date[])[]> {
  const rows = await db.query<{ arrivals: Date[] }>(sql`
    select array(select received_at from receipts r where r.account_id = c.account_id and r.connector_id = c.id
      order by r.received_at desc, r.id desc limit ${HEARTBEAT_RECEIPTS}) as arrivals
    from connectors c where c.account_id = ${uuidOf(accountId)} and c.deleted_at is null`);
  return rows.map(({ arrivals }) => arrivals);
}

/** Of all connectors of the account; receipts since the given time. */
export async function readFigures(
  db: Queryable,
  accountId: AccountId,
  since: Date,
): Promise<ReadonlyMap<ConnectorId, ConnectorFigures>> {
  const rows = await db.query<FiguresRow>(sql`
    select c.id, campaign.name as campaign_name, c.refused_count, c.refused_at,
      array(select received_at from receipts r where r.account_id = c.account_id and r.connector_id = c.id
        order by r.received_at desc, r.id desc limit ${HEARTBEAT_RECEIPTS}) as arrivals,
      (select jsonb_object_agg(state, count) from (
        select r.state, count(*)::int4 as count from receipts r
        where r.account_id = c.account_id and r.connector_id = c.id and r.received_at >= ${since} group by r.state) by_state) as states,
      (select count(*)::int4 from orders o where o.account_id = c.account_id and o.connector_id = c.id and o.conversion_id is not null) as attributed,
      (select count(*)::int4 from orders o where o.account_id = c.account_id and o.connector_id = c.id and o.conversion_id is null) as unattributed
    from connectors c left join campaigns campaign on campaign.account_id = c.account_id and campaign.id = c.campaign_id
    where c.account_id = ${uuidOf(accountId)} and c.deleted_at is null`);
  return new Map(rows.map((row) => [idOf("connector", row.id), figuresOf(row)]));
}

const figuresOf = (row: FiguresRow): ConnectorFigures => ({
  campaignName: row.campaign_name,
  refused: { count: Number(row.refused_count), lastAt: row.refused_at },
  arrivals: row.arrivals,
  receipts: { waiting: 0, done: 0, ignored: 0, failed: 0, ...row.states },
  orders: { attributed: row.attributed, unattributed: row.unattributed },
});
