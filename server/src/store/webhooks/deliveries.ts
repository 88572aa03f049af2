import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { deliverySorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import type { DeliveredType, Delivery, DeliveryStatus } from "../../domain/delivery.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliationId,
  type ConversionId,
  type DeliveryId,
  type EndpointId,
  type PayoutId,
} from "../../domain/ids.ts";
import { testTimeOf } from "../job-scope.ts";
import { expired } from "../retention.ts";
import { DELIVERIES_CHANNEL } from "./events.ts";
import { beyond, bounds, countUpTo, numbered, orderBy, type Slice, type Total } from "../page.ts";

interface DeliveryRow {
  id: string;
  account_id: string;
  endpoint_id: string;
  url: string;
  event_id: string;
  type: DeliveredType;
  status: DeliveryStatus;
  attempts: number;
  manual: boolean;
  created_at: Date;
  due_at: Date;
  ended_at: Date | null;
  last_at: Date | null;
  last_status_code: number | null;
  last_failure_text: string | null;
}

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: idOf("delivery", row.id),
  accountId: idOf("account", row.account_id),
  endpointId: idOf("endpoint", row.endpoint_id),
  endpointUrl: row.url,
  eventId: idOf("event", row.event_id),
  eventType: row.type,
  status: row.status,
  attempts: row.attempts,
  manual: row.manual,
  createdAt: row.created_at,
  dueAt: row.due_at,
  endedAt: row.ended_at,
  lastAttempt: row.last_at && { at: row.last_at, statusCode: row.last_status_code, failureText: row.last_failure_text },
});

/** `chosen` selects deliveries. Everything else is looked up for those rows only. */
const shown = (chosen: Sql): Sql => sql`
  select d.id, d.account_id, d.endpoint_id, e.url, d.event_id, d.event_type as type, d.status, d.attempts, d.manual, d.created_at,
    coalesce(d.retry_at, d.due_at) as due_at,
    d.ended_at, last.started_at as last_at, last.status_code as last_status_code, last.failure_text as last_failure_text
  from (${chosen}) d
  join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id
  left join lateral (
    select started_at, status_code, failure_text from delivery_attempts a
    where a.delivery_id = d.id and a.account_id = d.account_id order by started_at desc, id desc limit 1
  ) last on true`;

const columns = sql`id, account_id, endpoint_id, event_id, event_type, status, attempts, manual, created_at, due_at, retry_at, ended_at`;

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly endpointId?: EndpointId | undefined;
  readonly type?: DeliveredType | undefined;
  /** The subject of the event. */
  readonly subjectId?: ConversionId | AffiliationId | PayoutId | undefined;
  /** Creation time, inclusive. */
  readonly from?: Date | undefined;
  /** Creation time, exclusive. */
  readonly to?: Date | undefined;
  readonly sort?: (typeof deliverySorts)[number] | undefined;
}

function matching(accountId: AccountId, filter: DeliveryFilter): Sql {
  const conditions = [
    sql`account_id = ${uuidOf(accountId)}`,
    ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
    ...(filter.endpointId === undefined ? [] : [sql`endpoint_id = ${uuidOf(filter.endpointId)}`]),
    ...(filter.type === undefined ? [] : ofType(filter.type)),
    ...(filter.from === undefined ? [] : [sql`created_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`created_at < ${filter.to}`]),
    ...(filter.subjectId === undefined
      ? []
      : [
          sql`event_id in (select id from events
            where account_id = ${uuidOf(accountId)} and subject_id = ${uuidOf(filter.subjectId)})`,
        ]),
  ];
  return join(conditions, " and ");
}

const MOST_COMMON: DeliveredType = "conversion.created";

/** Repeats the condition of the partial index: with a parameter alone the planner could not use it. */
const ofType = (type: DeliveredType): Sql[] => [
  sql`event_type = ${type}`,
  ...(type === MOST_COMMON ? [] : [raw(`event_type <> '${MOST_COMMON}'`)]),
];

const newestFirst = raw("order by created_at desc, id desc");

export async function listDeliveries(
  db: Queryable,
  accountId: AccountId,
  { filter, slice }: { filter: DeliveryFilter; slice: Slice },
): Promise<Delivery[]> {
  const chosen = sql`select ${columns} from deliveries where ${matching(accountId, filter)} ${beyond(slice, sql`created_at`)}
    ${orderBy({ created: "created_at" }, { sort: filter.sort, slice })} ${bounds(slice)}`;
  const rows = await db.query<DeliveryRow>(sql`${shown(numbered(chosen))} order by d.position`);
  return rows.map(deliveryOf);
}

/** Counts from the newest, like the list, because those rows are cached. A table scan would start with the oldest. */
export async function countDeliveries(db: Queryable, accountId: AccountId, filter: DeliveryFilter): Promise<Total> {
  return countUpTo(db, sql`select 1 from deliveries where ${matching(accountId, filter)} ${newestFirst}`);
}

export async function findDelivery(db: Queryable, accountId: AccountId, id: DeliveryId): Promise<Delivery | undefined> {
  const chosen = sql`select ${columns} from deliveries where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`;
  const [row] = await db.query<DeliveryRow>(shown(chosen));
  return row && deliveryOf(row);
}

/** The exact body, or null once its retention has passed. */
export async function findBody(db: Queryable, accountId: AccountId, id: DeliveryId): Promise<string | null> {
  const [row] = await db.query<{ body: string | null }>(sql`
    select v.body from deliveries d join events v on v.id = d.event_id and v.account_id = d.account_id
    where d.account_id = ${uuidOf(accountId)} and d.id = ${uuidOf(id)}`);
  return row?.body ?? null;
}

export interface Resendable {
  readonly endpointIsOn: boolean;
  readonly endpointIsDeleted: boolean;
  readonly hasBody: boolean;
}

export async function lockDelivery(tx: Tx, accountId: AccountId, id: DeliveryId): Promise<Resendable | undefined> {
  const [row] = await tx.query<{ is_on: boolean; is_deleted: boolean; has_body: boolean }>(sql`
    select e.disabled_at is null as is_on, e.deleted_at is not null as is_deleted, v.body is not null as has_body
    from deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id
    join events v on v.id = d.event_id and v.account_id = d.account_id
    where d.account_id = ${uuidOf(accountId)} and d.id = ${uuidOf(id)}
    for no key update of d`);
  return row && { endpointIsOn: row.is_on, endpointIsDeleted: row.is_deleted, hasBody: row.has_body };
}

const begunAgain = (now: Date): Sql =>
  sql`status = 'waiting', due_at = ${now}, retry_at = null, failures = 0, manual = true, ended_at = null`;

/** Restarts the retry schedule. */
export async function saveResend(
  tx: Tx,
  { accountId, id, now }: { accountId: AccountId; id: DeliveryId; now: Date },
): Promise<void> {
  await tx.query(
    sql`update deliveries set ${begunAgain(now)} where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`,
  );
  tx.tell(DELIVERIES_CHANNEL);
}

export interface ResendFailed {
  readonly accountId: AccountId;
  readonly endpointId: EndpointId | undefined;
  /** Creation time, inclusive. */
  readonly since: Date;
  /** Only deliveries that have ended by then. */
  readonly endedBy: Date;
  /** The real time. */
  readonly now: Date;
  readonly limit: number;
}

/** Resends the deliveries that can be sent: the endpoint is enabled and the body is kept. Returns how many. */
export async function saveResendOfFailed(
  tx: Tx,
  { accountId, endpointId, since, endedBy, now, limit }: ResendFailed,
): Promise<number> {
  const account = uuidOf(accountId);
  const rows = await tx.query<{ id: string }>(sql`
    with failed as (
      select d.id from deliveries d
      join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id
      join events v on v.id = d.event_id and v.account_id = d.account_id
      where d.account_id = ${account} and d.status = 'failed' and d.created_at >= ${since} and d.ended_at <= ${endedBy}
        and e.disabled_at is null and e.deleted_at is null and v.body is not null
        ${endpointId === undefined ? empty : sql`and d.endpoint_id = ${uuidOf(endpointId)}`}
      order by d.created_at, d.id limit ${limit}
      for no key update of d skip locked
    )
    update deliveries d set ${begunAgain(now)} from failed where d.account_id = ${account} and d.id = failed.id
    returning d.id`);
  if (rows.length > 0) tx.tell(DELIVERIES_CHANNEL);
  return rows.length;
}

/**
 * Fails deliveries that were held for longer than events are kept: there is nothing left to send. A twin's retries wait
 * for its clock, which may never move again. Returns how many.
 */
export async function giveUpHeld(tx: Tx, before: Date, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const [live, test] = expired({ time: "created_at", id: "id" }, before);
  const held = sql`status = 'held'`;
  const heldByClock = sql`(status = 'held' or (status = 'waiting' and retry_at is not null))`;
  let count = 0;
  for (const old of [sql`${held} and ${live}`, sql`${heldByClock} and ${test}`]) {
    const rows = await tx.query<{ id: string }>(sql`
      with old as (
        select id from deliveries where ${old} limit ${limit} for no key update skip locked
      )
      update deliveries d set status = 'failed', retry_at = null, ended_at = coalesce(${testTimeOf("d")}, ${now}) from old
      where d.id = old.id
      returning d.id`);
    count += rows.length;
  }
  return count;
}
