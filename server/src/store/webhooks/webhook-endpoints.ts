import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Endpoint } from "../../domain/endpoint.ts";
import type { EventType } from "../../domain/events.ts";
import { idOf, uuidOf, type AccountId, type EndpointId } from "../../domain/ids.ts";
import { insertSlots } from "./delivery-slots.ts";
import { testTimeOf } from "../job-scope.ts";

interface EndpointRow {
  id: string;
  account_id: string;
  url: string;
  events: EventType[];
  created_at: Date;
  disabled_at: Date | null;
  disabled_by: Endpoint["disabledBy"];
  rotated_at: Date | null;
  previous_secret_until: Date | null;
}

const columns = sql`id, account_id, url, events, created_at, disabled_at, disabled_by, rotated_at, previous_secret_until`;

const endpointOf = (row: EndpointRow): Endpoint => ({
  id: idOf("endpoint", row.id),
  accountId: idOf("account", row.account_id),
  url: row.url,
  events: row.events,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  disabledBy: row.disabled_by,
  rotatedAt: row.rotated_at,
  previousSecretUntil: row.previous_secret_until,
});

export async function insertEndpoint(tx: Tx, endpoint: Endpoint, secretEncrypted: Uint8Array): Promise<void> {
  await tx.query(sql`
    insert into webhook_endpoints (id, account_id, url, events, secret_encrypted, created_at)
    values (${uuidOf(endpoint.id)}, ${uuidOf(endpoint.accountId)}, ${endpoint.url}, ${[...endpoint.events]}::text[],
      ${secretEncrypted}, ${endpoint.createdAt})`);
  await insertSlots(tx, endpoint.id);
}

export async function listEndpointsOf(db: Queryable, accountId: AccountId): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow>(sql`
    select ${columns} from webhook_endpoints
    where account_id = ${uuidOf(accountId)} and deleted_at is null order by created_at desc, id desc`);
  return rows.map(endpointOf);
}

export async function countEndpointsOf(db: Queryable, accountId: AccountId): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_endpoints
    where account_id = ${uuidOf(accountId)} and deleted_at is null`);
  return row?.count ?? 0;
}

export async function listEndpointsOfAll(db: Queryable): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow>(sql`
    select ${columns} from webhook_endpoints where deleted_at is null order by created_at desc, id desc`);
  return rows.map(endpointOf);
}

export async function findEndpoint(db: Queryable, accountId: AccountId, id: EndpointId): Promise<Endpoint | undefined> {
  const [row] = await db.query<EndpointRow>(sql`
    select ${columns} from webhook_endpoints
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and deleted_at is null`);
  return row && endpointOf(row);
}

/** For the operator, who identifies an endpoint by its ID alone. */
export async function findAccountOfEndpoint(db: Queryable, id: EndpointId): Promise<AccountId | undefined> {
  const [row] = await db.query<{ account_id: string }>(sql`
    select account_id from webhook_endpoints where id = ${uuidOf(id)} and deleted_at is null`);
  return row && idOf("account", row.account_id);
}

/** Not `for update`: that would block every event of the account, since a new delivery references this row. */
export async function lockEndpoint(tx: Tx, accountId: AccountId, id: EndpointId): Promise<Endpoint | undefined> {
  const [row] = await tx.query<EndpointRow>(sql`
    select ${columns} from webhook_endpoints
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and deleted_at is null
    for no key update`);
  return row && endpointOf(row);
}

/** Saves what people can change: URL, events, enabled. Enabling it again resets its failures. */
export async function saveEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints set url = ${endpoint.url}, events = ${[...endpoint.events]}::text[],
      disabled_at = ${endpoint.disabledAt}, disabled_by = ${endpoint.disabledBy},
      failures_in_row = case when disabled_at is not null and ${endpoint.disabledAt}::timestamptz is null then 0
        else failures_in_row end
    where account_id = ${uuidOf(endpoint.accountId)} and id = ${uuidOf(endpoint.id)} and deleted_at is null`);
}

/** With an overlap, the previous secret keeps signing alongside the new one. Otherwise it is deleted. */
export async function saveRotation(
  tx: Tx,
  endpoint: Pick<Endpoint, "accountId" | "id">,
  { secretEncrypted, at, overlapUntil }: { secretEncrypted: Uint8Array; at: Date; overlapUntil: Date | null },
): Promise<Endpoint | undefined> {
  const [row] = await tx.query<EndpointRow>(sql`
    update webhook_endpoints set secret_encrypted = ${secretEncrypted}, rotated_at = ${at},
      previous_secret_encrypted = case when ${overlapUntil}::timestamptz is null then null else secret_encrypted end,
      previous_secret_until = ${overlapUntil}
    where account_id = ${uuidOf(endpoint.accountId)} and id = ${uuidOf(endpoint.id)} and deleted_at is null
    returning ${columns}`);
  return row && endpointOf(row);
}

/** The row stays for the delivery history; its secrets are deleted. */
export async function saveDeletion(
  tx: Tx,
  endpoint: Pick<Endpoint, "accountId" | "id">,
  at: Date,
): Promise<Endpoint | undefined> {
  const [row] = await tx.query<EndpointRow>(sql`
    update webhook_endpoints set deleted_at = ${at}, secret_encrypted = '', previous_secret_encrypted = null,
      previous_secret_until = null
    where account_id = ${uuidOf(endpoint.accountId)} and id = ${uuidOf(endpoint.id)} and deleted_at is null
    returning ${columns}`);
  return row && endpointOf(row);
}

/** The sequence of deliveries that just ended at an endpoint. */
export interface Ending {
  readonly endpointId: EndpointId;
  /** Failures before the first success, or all if there was none. */
  readonly failedFirst: number;
  /** Failures after the last success; null without a success. */
  readonly failedSince: number | null;
}

/** Counts consecutive failures and disables endpoints that reach the limit. Returns those. */
export async function countEndings(
  tx: Tx,
  endings: readonly Ending[],
  { at, failuresMax }: { at: Date; failuresMax: number },
): Promise<(Pick<Endpoint, "id" | "accountId"> & { at: Date })[]> {
  const rows = await tx.query<{ id: string; account_id: string; disabled: boolean; disabled_at: Date }>(sql`
    with ending as (
      select id, failed_first, failed_since
      from unnest(${endings.map((each) => uuidOf(each.endpointId))}::uuid[], ${endings.map((each) => each.failedFirst)}::int[],
        ${endings.map((each) => each.failedSince)}::int[]) ending (id, failed_first, failed_since)
    ), endpoint as (
      select e.id, e.account_id, disabled_at is null as was_enabled, failures_in_row, failed_first, failed_since
      from webhook_endpoints e join ending on ending.id = e.id
      -- a success after successes changes nothing, so most endpoints need no lock
      where failures_in_row <> 0 or failed_first <> 0 or failed_since <> 0
      order by e.id for no key update of e
    ), counted as (
      select id, account_id, was_enabled, coalesce(failed_since, failures_in_row + failed_first) as failures_in_row,
        greatest(failures_in_row + failed_first, coalesce(failed_since, 0)) >= ${failuresMax} as too_many
      from endpoint
    )
    update webhook_endpoints e set failures_in_row = counted.failures_in_row,
      disabled_at = case when too_many then coalesce(e.disabled_at, ${testTimeOf("e")}, ${at}) else e.disabled_at end,
      disabled_by = case when too_many then coalesce(e.disabled_by, 'failures') else e.disabled_by end
    from counted where e.id = counted.id and e.account_id = counted.account_id
    returning e.id, e.account_id, e.disabled_at, too_many and was_enabled as disabled`);
  return rows
    .filter((row) => row.disabled)
    .map((row) => ({
      id: idOf("endpoint", row.id),
      accountId: idOf("account", row.account_id),
      at: row.disabled_at,
    }));
}
