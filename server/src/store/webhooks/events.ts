import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import type { DeliveredType } from "../../domain/delivery.ts";
import { eventBody, type EventType } from "../../domain/events.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliationId,
  type ConversionId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  type PayoutId,
} from "../../domain/ids.ts";
import { expired } from "../retention.ts";

/** Notified after each commit that creates a delivery to send. */
export const DELIVERIES_CHANNEL = "tributary_deliveries";

export interface Sending {
  /** False in a twin. */
  readonly livemode: boolean;
  /** When the deliveries are due, in real time. */
  readonly dueAt: Date;
}

export interface Announcement extends Sending {
  readonly id: EventId;
  readonly accountId: AccountId;
  readonly type: EventType;
  /** The subject and the number of its transition. Each transition is announced once. */
  readonly subjectId: ConversionId | AffiliationId | PayoutId;
  readonly seq: number;
  readonly createdAt: Date;
  readonly data: object;
}

/**
 * Creates the event with its final body, and a delivery for each subscribed endpoint, in the transaction of the change.
 */
export function announce(tx: Tx, event: Announcement): void {
  const subject = { uuid: uuidOf(event.subjectId), seq: event.seq };
  const statement = insertEvent({ event, subject, endpoints: sql`${event.type} = any(events)` });
  tx.defer<NewDelivery>(statement, (deliveries) => tellOf(tx, deliveries));
}

export interface TestEvent extends Sending {
  readonly id: EventId;
  readonly accountId: AccountId;
  readonly endpointId: EndpointId;
  readonly createdAt: Date;
  readonly data: object;
}

/** Sends to this endpoint only, regardless of its subscriptions. */
export async function announceTest(tx: Tx, test: TestEvent): Promise<DeliveryId> {
  const event = { ...test, type: "webhook.test" as const };
  const endpoints = sql`id = ${uuidOf(test.endpointId)}`;
  const deliveries = await tx.query<NewDelivery>(insertEvent({ event, subject: undefined, endpoints }));
  tellOf(tx, deliveries);
  const [delivery] = deliveries;
  if (!delivery) throw new Error("A test event without its delivery.");
  return idOf("delivery", delivery.id);
}

interface NewEvent {
  readonly event: Pick<Announcement, "id" | "accountId" | "createdAt" | "data" | keyof Sending> & {
    readonly type: DeliveredType;
  };
  readonly subject: { readonly uuid: string; readonly seq: number } | undefined;
  readonly endpoints: Sql;
}

interface NewDelivery {
  id: string;
  status: string;
}

function insertEvent({ event, subject, endpoints }: NewEvent): Sql {
  const account = uuidOf(event.accountId);
  const id = uuidOf(event.id);
  // A delivery's ID has the timestamp of its event, so that it sorts by time like other IDs.
  return sql`
    with event as (
      insert into events (id, account_id, type, subject_id, seq, body, created_at, livemode)
      values (${id}, ${account}, ${event.type}, ${subject?.uuid ?? null}, ${subject?.seq ?? null}, ${eventBody(event)},
        ${event.createdAt}, ${event.livemode})
    )
    insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, due_at, created_at)
    select (left(${id}::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, account_id, id, ${id}::uuid, ${event.type},
      case when disabled_at is null then 'waiting' else 'held' end, ${event.dueAt}, ${event.createdAt}
    from webhook_endpoints
    where account_id = ${account} and deleted_at is null and ${endpoints}
    returning id, status`;
}

function tellOf(tx: Tx, deliveries: readonly NewDelivery[]): void {
  if (deliveries.some(({ status }) => status === "waiting")) tx.tell(DELIVERIES_CHANNEL);
}

/** Deletes bodies and receivers' responses after their retention. Returns the number of events. */
export async function emptyOldEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  let count = 0;
  for (const old of expired({ time: "created_at", id: "id" }, before)) count += await emptyEvents(tx, old, limit);
  return count;
}

async function emptyEvents(tx: Tx, old: Sql, limit: number): Promise<number> {
  const rows = await tx.query<{ id: string }>(sql`
    with old as (
      select id, account_id from events e
      where body is not null and ${old}
        and not exists (select from deliveries d where d.event_id = e.id and d.status = 'waiting')
      order by created_at limit ${limit}
      for no key update skip locked
    ), emptied as (
      update events e set body = null from old where e.id = old.id and e.account_id = old.account_id
    ), sent as (
      select d.id, d.account_id from deliveries d join old on old.id = d.event_id and old.account_id = d.account_id
    ), forgotten as (
      update delivery_attempts a set response = null from sent
      where a.delivery_id = sent.id and a.account_id = sent.account_id and a.response is not null
    )
    select id from old`);
  return rows.length;
}
