import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Attempt, DeliveredType } from "../../domain/delivery.ts";
import type { AfterAttempt } from "../../domain/delivery-retry.ts";
import { idOf, uuidOf, type AccountId, type DeliveryId, type EndpointId, type EventId } from "../../domain/ids.ts";
import { endpointsWith } from "./delivery-endpoints.ts";

/** How many deliveries may be on their way to an endpoint at a time, over all processes. */
export const PLACES = 4;
/** How many deliveries a sender may take into a place, to send them one after the other, where they arrive quickly. */
const CHAIN = 8;
/** After this long a send only waits for somebody else: it must not take the place of one that could be quick. */
export const SLOW_MS = 1_000;

/** A delivery that one sender has for as long as its lease lasts, with all that sending it takes. */
export interface Claim {
  readonly deliveryId: DeliveryId;
  readonly accountId: AccountId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: DeliveredType;
  /** null: retention has passed. */
  readonly body: string | null;
  readonly failures: number;
  readonly manual: boolean;
  readonly url: string;
  readonly secretEncrypted: Uint8Array;
  readonly previousSecretEncrypted: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
  /** The fence, and the name of its place: claims with the same one are sent one after the other. */
  readonly token: string;
  /** Of the attempt that this claim is for. */
  readonly attemptId: string;
  readonly leaseExpiresAt: Date;
}

/** What a sender brings back. */
export interface Outcome {
  readonly claim: Pick<
    Claim,
    "deliveryId" | "accountId" | "endpointId" | "token" | "attemptId" | "manual" | "leaseExpiresAt"
  >;
  readonly attempt: Attempt;
  readonly after: AfterAttempt;
}

export const someFailed = (outcomes: readonly Outcome[]): boolean =>
  outcomes.some(({ after }) => after.status === "failed");

export interface ExchangeRequest {
  /** What came back. */
  readonly outcomes: readonly Outcome[];
  /** What the sender still has in hand: the places from which something comes back hold nothing else from now on. */
  readonly inHand: Iterable<Pick<Claim, "deliveryId" | "token">>;
}

export interface ClaimRequest extends ExchangeRequest {
  readonly now: Date;
  readonly leaseExpiresAt: Date;
  /** How many deliveries at most. */
  readonly room: number;
  /** The endpoint that was served last. Null: only endpoints from which something came back are looked at. */
  readonly after: EndpointId | null | undefined;
}

interface ClaimRow {
  id: string;
  account_id: string;
  endpoint_id: string;
  event_id: string;
  type: DeliveredType;
  body: string | null;
  failures: number;
  manual: boolean;
  url: string;
  secret_encrypted: Uint8Array;
  previous_secret_encrypted: Uint8Array | null;
  previous_secret_until: Date | null;
  token: string;
  attempt_id: string;
}

/**
 * Writes down what came back, and takes what is due, from endpoint to endpoint, starting behind the one that was served last
 * and going round: none is served twice before another is served once. A crash of the taker leaves leases that run out.
 *
 * One statement, so it needs no transaction around it, and a busy sender asks the database once for all that has come back
 * since it last asked.
 */
export async function claimDeliveries(db: Queryable, request: ClaimRequest): Promise<Claim[]> {
  const { leaseExpiresAt } = request;
  const rows = await db.query<ClaimRow>(sql`
    with recursive ${returning(request)}, ${choosing(request)}, place as materialized (
      select endpoint_id, slot, (array_agg(token))[1] as token, coalesce(array_agg(id) filter (where id is not null), '{}') as deliveries
      from (
        select endpoint_id, slot, token, null as id from returned
        union all select back.endpoint_id, back.slot, back.token, unnest(kept.deliveries)
          from (select distinct endpoint_id, slot, token from returned) back join in_hand kept on kept.token = back.token
        union all select endpoint_id, slot, token, id from picked
      ) each group by endpoint_id, slot
    ), leased as (
      update delivery_slots s set deliveries = place.deliveries,
        token = case when place.deliveries = '{}' then null else place.token end,
        expires_at = case when place.deliveries = '{}' then '-infinity' else ${leaseExpiresAt}::timestamptz end
      from place where s.endpoint_id = place.endpoint_id and s.slot = place.slot
    )
    select d.id, d.account_id, d.endpoint_id, d.event_id, v.type, v.body, d.failures, d.manual, e.url,
      e.secret_encrypted, e.previous_secret_encrypted, e.previous_secret_until, d.token, gen_random_uuid() as attempt_id
    from picked d
    join webhook_endpoints e on e.id = d.endpoint_id and e.account_id = d.account_id
    -- one by one by their key: as a plain join it is sometimes planned as a walk over all events of the account
    cross join lateral (
      select type, body from events v where v.id = d.event_id and v.account_id = d.account_id limit 1
    ) v
    order by d.served, d.endpoint_id, d.turn`);
  return rows.map((row) => ({
    deliveryId: idOf("delivery", row.id),
    accountId: idOf("account", row.account_id),
    endpointId: idOf("endpoint", row.endpoint_id),
    eventId: idOf("event", row.event_id),
    type: row.type,
    body: row.body,
    failures: row.failures,
    manual: row.manual,
    url: row.url,
    secretEncrypted: row.secret_encrypted,
    previousSecretEncrypted: row.previous_secret_encrypted,
    previousSecretUntil: row.previous_secret_until,
    token: row.token,
    attemptId: row.attempt_id,
    leaseExpiresAt,
  }));
}

/** Writes down what came back and takes nothing. Returns the attempts whose outcome counted. */
export async function saveOutcomes(db: Queryable, request: ExchangeRequest): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ attempt_id: string }>(sql`
    with ${returning(request)}, freed as (
      update delivery_slots s set deliveries = coalesce(kept.deliveries, '{}'),
        token = case when kept.token is null then null else s.token end,
        expires_at = case when kept.token is null then '-infinity' else s.expires_at end
      from (select distinct endpoint_id, slot, token from returned) place left join in_hand kept on kept.token = place.token
      where s.endpoint_id = place.endpoint_id and s.slot = place.slot
    )
    select attempt_id from returned`);
  return new Set(rows.map((row) => row.attempt_id));
}

/**
 * What came back, as parts of a statement. Whoever's lease was taken over meanwhile leaves only the record of an attempt;
 * the others are `returned`, with the place that each had. All places of their endpoints are locked, in one order, and a
 * locked row is read as it stands at that moment, not as it was when the statement began.
 */
function returning({ outcomes, inHand }: ExchangeRequest): Sql {
  const column = <T>(of: (outcome: Outcome) => T): T[] => outcomes.map(of);
  const kept = [...inHand];
  return sql`outcome as materialized (
      select delivery_id, account_id, endpoint_id, token, attempt_id, manual, started_at, ended_at, duration_ms, status_code,
        response, failure, failure_text, status, due_at
      from unnest(${column(({ claim }) => uuidOf(claim.deliveryId))}::uuid[],
        ${column(({ claim }) => uuidOf(claim.accountId))}::uuid[], ${column(({ claim }) => uuidOf(claim.endpointId))}::uuid[],
        ${column(({ claim }) => claim.token)}::uuid[], ${column(({ claim }) => claim.attemptId)}::uuid[],
        ${column(({ claim }) => claim.manual)}::bool[],
        ${column(({ attempt }) => attempt.startedAt)}::timestamptz[], ${column(({ attempt }) => attempt.endedAt)}::timestamptz[],
        ${column(({ attempt }) => attempt.durationMs)}::int[], ${column(({ attempt }) => attempt.statusCode)}::int[],
        ${column(({ attempt }) => attempt.response)}::text[], ${column(({ attempt }) => attempt.failure?.kind ?? null)}::text[],
        ${column(({ attempt }) => attempt.failure?.text ?? null)}::text[], ${column(({ after }) => after.status)}::text[],
        ${column(({ after }) => (after.status === "waiting" ? after.dueAt : null))}::timestamptz[])
        outcome (delivery_id, account_id, endpoint_id, token, attempt_id, manual, started_at, ended_at, duration_ms, status_code,
          response, failure, failure_text, status, due_at)
    ), in_hand as materialized (
      select token, array_agg(delivery_id) as deliveries
      from unnest(${kept.map(({ token }) => token)}::uuid[], ${kept.map(({ deliveryId }) => uuidOf(deliveryId))}::uuid[])
        kept (token, delivery_id)
      group by token
    ), held as materialized (
      select place.endpoint_id, place.slot, place.deliveries, place.token, place.expires_at, endpoint.is_on
      from (select distinct endpoint_id from outcome order by endpoint_id) back
      cross join lateral (
        select endpoint_id, slot, deliveries, token, expires_at from delivery_slots
        where endpoint_id = back.endpoint_id order by slot for update
      ) place
      cross join lateral (
        select disabled_at is null and deleted_at is null as is_on from webhook_endpoints where id = back.endpoint_id limit 1
      ) endpoint
    ), judged as materialized (
      select outcome.*, held.slot from outcome
      left join held on held.endpoint_id = outcome.endpoint_id and held.token = outcome.token
        and outcome.delivery_id = any(held.deliveries)
    ), returned as materialized (
      select delivery_id, account_id, endpoint_id, token, attempt_id, status, due_at, ended_at, duration_ms, slot
      from judged where slot is not null
    ), saved as (
      update deliveries d set attempts = d.attempts + 1, due_at = coalesce(returned.due_at, d.due_at),
        failures = case when returned.status = 'delivered' then 0 else d.failures + 1 end,
        -- switched off while it was on its way: its next attempt waits for the switch
        status = case when returned.status = 'waiting' and d.status = 'held' then 'held' else returned.status end,
        ended_at = case when returned.status = 'waiting' then null else returned.ended_at end
      from returned where d.id = returned.delivery_id and d.account_id = returned.account_id
    ), arrived as (
      update webhook_endpoints e set failures_in_row = 0
      -- in the order in which others lock them
      where e.id in (select id from webhook_endpoints
          where id in (select endpoint_id from returned where status = 'delivered')
            and failures_in_row <> 0 and not ${someFailed(outcomes)}::bool
          order by id for no key update)
    ), logged as (
      insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, status_code, response, failure,
        failure_text, manual, overtaken)
      select attempt_id, delivery_id, account_id, started_at, duration_ms, status_code, response, failure, failure_text, manual,
        slot is null
      from judged
      -- written before: only the answer to the commit was lost
      on conflict (delivery_id, id) do nothing
    )`;
}

/**
 * What goes next, as parts of a statement that knows what has `returned`: a `spot` for each place that may be looked at, and
 * the `picked` deliveries, each with its place. Where deliveries come back quickly a place takes several.
 */
function choosing({ now, room, after }: ClaimRequest): Sql {
  return sql`${after === null ? placesThatReturn : allPlaces({ now, room, after })}, known as materialized (
      select spot.*, own or expires_at <= ${now} as is_open, case when own then token else gen_random_uuid() end as next_token
      from (
        select spot.*, coalesce(kept.deliveries, '{}') as in_hand,
          kept.token is not null or spot.token in (select token from returned) is true as own,
          spot.token in (select token from returned where status = 'delivered' and duration_ms < ${SLOW_MS}) is true
            and ${after === null} as quick
        from spot left join in_hand kept on kept.token = spot.token
      ) spot
    ), taken as materialized (
      select endpoint_id, array_agg(id) as deliveries from (
        select endpoint_id, unnest(case when own then in_hand when expires_at > ${now} then deliveries end) as id from known
        -- those that have just come back are waiting no longer, though this statement still sees them wait
        union all select endpoint_id, delivery_id from returned
      ) each group by endpoint_id
    ), open as materialized (
      select endpoint_id, served, array_agg(slot order by turn, slot) as slots, array_agg(next_token order by turn, slot) as tokens
      from known, generate_series(cardinality(in_hand) + 1, case when quick then ${CHAIN}::int else 1 end) turn
      where is_open group by endpoint_id, served
    ), endpoint as materialized (
      select open.*, coalesce(taken.deliveries, '{}') as on_their_way
      from open left join taken on taken.endpoint_id = open.endpoint_id
    ), picked as materialized (
      select d.id, d.account_id, d.endpoint_id, d.event_id, d.failures, d.manual, endpoint.served, d.turn,
        endpoint.slots[d.turn] as slot, endpoint.tokens[d.turn] as token
      from endpoint cross join lateral (
        select *, row_number() over () as turn from (
          select id, account_id, endpoint_id, event_id, failures, manual from deliveries
          where endpoint_id = endpoint.endpoint_id and status = 'waiting' and due_at <= ${now}
            and id <> all(endpoint.on_their_way)
          order by due_at, id limit cardinality(endpoint.slots)
          for update skip locked
        ) d
      ) d
      order by endpoint.served, d.endpoint_id, d.turn limit ${room}
    )`;
}

const placesThatReturn = sql`spot as materialized (
      select endpoint_id, slot, deliveries, token, expires_at, false as served from held where is_on
    )`;

/**
 * Of an endpoint all places are locked or it is passed by: so nobody else's claim of these places is overlooked, nor the
 * deliveries that are in one of them.
 */
function allPlaces({ now, room, after }: Pick<ClaimRequest, "now" | "room" | "after">): Sql {
  const cursor = after ? uuidOf(after) : null;
  return sql`${endpointsWith("waiting")}, due as materialized (
      select e.id, e.id <= ${cursor}::uuid as served from owner join webhook_endpoints e on e.id = owner.endpoint_id
      cross join lateral (
        select count(distinct s.slot) as places, coalesce(array_agg(id), '{}') as deliveries
        from delivery_slots s, unnest(s.deliveries) id
        where s.endpoint_id = e.id and s.expires_at > ${now}
          -- a place that has just become free, with all that was given back
          and s.token not in (select token from returned
            where not exists (select from in_hand kept where kept.token = returned.token))
      ) taken
      where e.disabled_at is null and e.deleted_at is null
        and taken.places < ${PLACES}
        -- something that is not on its way already: endpoints with nothing else would fill the list and hide those behind them
        and exists (select from deliveries d where d.endpoint_id = e.id and d.status = 'waiting' and d.due_at <= ${now}
          and d.id <> all(taken.deliveries))
      order by served, e.id limit ${room}
    ), locked as materialized (
      select s.endpoint_id, s.slot, s.deliveries, s.token, s.expires_at, due.served
      from due join delivery_slots s on s.endpoint_id = due.id
      -- for these nobody waits; those of what came back are waited for, and so they are locked first
      where (select count(*) from held) >= 0
      order by s.endpoint_id, s.slot
      for update of s skip locked
    ), spot as materialized (
      select locked.* from locked
      where endpoint_id in (select endpoint_id from locked group by endpoint_id having count(*) = ${PLACES})
    )`;
}
