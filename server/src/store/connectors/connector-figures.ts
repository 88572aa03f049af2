import { CONNECTOR_FIGURE_MAX } from "tributary-sdk/limits";
import { receiptStates, type ReceiptState } from "tributary-sdk/words";
import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { HEARTBEAT_HOURS } from "../../domain/connectors/connector.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId } from "../../domain/ids.ts";

export interface ConnectorFigures {
  readonly campaignName: string | null;
  readonly refused: { readonly count: number; readonly lastAt: Date | null };
  /** The last arrival of each of the newest hours with receipts, newest first. */
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

/** Reads one entry of the index per hour, however many receipts arrived in it. */
export const arrivals = sql`
  array(with recursive hours (at) as (
    select max(r.received_at) from receipts r where r.account_id = c.account_id and r.connector_id = c.id
    union all
    select (select max(r.received_at) from receipts r
      where r.account_id = c.account_id and r.connector_id = c.id and r.received_at < date_trunc('hour', hours.at))
    from hours where hours.at is not null
  ) select at from hours where at is not null limit ${HEARTBEAT_HOURS})`;

/** Of each connector: the last arrival of each of the newest hours with receipts, newest first. */
export async function listArrivals(db: Queryable, accountId: AccountId): Promise<readonly (readonly Date[])[]> {
  const rows = await db.query<{ arrivals: Date[] }>(sql`
    select ${arrivals} as arrivals
    from connectors c where c.account_id = ${uuidOf(accountId)} and c.deleted_at is null`);
  return rows.map((row) => row.arrivals);
}

export interface ConnectorPulse {
  readonly lastReceivedAt: Date | null;
  readonly isWaiting: boolean;
  readonly refused: number;
}

/** Changes with the figures. Reads two entries of an index, so that an open page can ask every few seconds. */
export async function readConnectorPulse(
  db: Queryable,
  accountId: AccountId,
  id: ConnectorId,
): Promise<ConnectorPulse | undefined> {
  const [row] = await db.query<{ received_at: Date | null; is_waiting: boolean; refused_count: bigint }>(sql`
    select c.refused_count,
      (select max(r.received_at) from receipts r where r.account_id = c.account_id and r.connector_id = c.id) as received_at,
      exists (select from receipts r where r.account_id = c.account_id and r.connector_id = c.id and r.state = 'waiting')
        as is_waiting
    from connectors c where c.account_id = ${uuidOf(accountId)} and c.id = ${uuidOf(id)} and c.deleted_at is null`);
  return row && { lastReceivedAt: row.received_at, isWaiting: row.is_waiting, refused: Number(row.refused_count) };
}

/** Counting stops here: a list of connectors must not read every order. */
const COUNTED_MAX = CONNECTOR_FIGURE_MAX + 1;

/** Of some connectors of the account; receipts since the given time. */
export async function readFigures(
  db: Queryable,
  accountId: AccountId,
  { connectors, since }: { connectors: readonly ConnectorId[]; since: Date },
): Promise<ReadonlyMap<ConnectorId, ConnectorFigures>> {
  const rows = await db.query<FiguresRow>(sql`
    select c.id, campaign.name as campaign_name, c.refused_count, c.refused_at, ${arrivals} as arrivals,
      (select jsonb_object_agg(states.state, (select count(*)::int4 from (select from receipts r
        where r.account_id = c.account_id and r.connector_id = c.id and r.state = states.state and r.received_at >= ${since}
        limit ${COUNTED_MAX}) counted)) from unnest(${receiptStates}::text[]) states (state)) as states,
      (select count(*)::int4 from (select from orders o where o.account_id = c.account_id and o.connector_id = c.id
        and o.conversion_id is not null limit ${COUNTED_MAX}) counted) as attributed,
      (select count(*)::int4 from (select from orders o where o.account_id = c.account_id and o.connector_id = c.id
        and o.conversion_id is null limit ${COUNTED_MAX}) counted) as unattributed
    from connectors c left join campaigns campaign on campaign.account_id = c.account_id and campaign.id = c.campaign_id
    where c.account_id = ${uuidOf(accountId)} and c.id = any(${connectors.map(uuidOf)}::uuid[]) and c.deleted_at is null`);
  return new Map(rows.map((row) => [idOf("connector", row.id), figuresOf(row)]));
}

const figuresOf = (row: FiguresRow): ConnectorFigures => ({
  campaignName: row.campaign_name,
  refused: { count: Number(row.refused_count), lastAt: row.refused_at },
  arrivals: row.arrivals,
  receipts: { waiting: 0, done: 0, ignored: 0, failed: 0, ...row.states },
  orders: { attributed: row.attributed, unattributed: row.unattributed },
});
