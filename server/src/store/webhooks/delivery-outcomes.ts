import sql, { raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import type { Attempt } from "../../domain/delivery.ts";
import type { AfterAttempt } from "../../domain/delivery-retry.ts";
import { uuidOf } from "../../domain/ids.ts";
import type { Lease } from "./delivery-leases.ts";
import { lockSlots } from "./delivery-slots.ts";

/** A finished attempt and what happens to its delivery next. */
export interface Outcome {
  readonly lease: Pick<Lease, "deliveryId" | "accountId" | "endpointId" | "token" | "expiresAt" | "dueAt" | "manual">;
  readonly attempt: Attempt;
  readonly after: AfterAttempt;
  /** The sender sends nothing more under this lease: its slot is free, and so are its unsent deliveries. */
  readonly endsLease: boolean;
}

/** The delivery was resent during a failed attempt, or its endpoint was disabled and enabled: what is due now stays due. */
const isDueAgain = raw("counted.status <> 'delivered' and d.due_at <> counted.leased_due_at");

/**
 * Records the attempts, updates their deliveries, and frees the slots of leases that have ended. Returns the outcomes
 * that counted: a sender whose lease was taken over only leaves a record of its attempt. An attempt that is already
 * recorded, because the response to the commit was lost, changes nothing, and neither does one whose delivery was
 * deleted by the reset of a test account.
 */
export async function saveOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  if (outcomes.length === 0) return [];
  await lockSlots(tx, [...new Set(outcomes.map(({ lease }) => lease.endpointId))]);
  const rows = await tx.query<{ token: string; delivery_id: string }>(sql`
    with outcome as materialized (${asTable(outcomes)}), logged as (
      insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, status_code, response, failure,
        failure_text, manual, overtaken)
      select token, delivery_id, outcome.account_id, coalesce(clock.now, outcome.started_at), duration_ms, status_code, response, failure,
        failure_text, manual,
        not exists (select from delivery_slots s where s.endpoint_id = outcome.endpoint_id and s.token = outcome.token)
      from outcome left join account_clocks clock on clock.account_id = outcome.account_id
      -- one lookup by key for each: a join would change the order
      where (select true from deliveries d where d.id = outcome.delivery_id)
      on conflict (delivery_id, id) do nothing
      returning id as token, delivery_id, overtaken
    ), counted as (
      select outcome.*, clock.now as test_time from outcome
      left join account_clocks clock on clock.account_id = outcome.account_id
      join logged on logged.token = outcome.token and logged.delivery_id = outcome.delivery_id and not logged.overtaken
    ), saved as (
      update deliveries d set attempts = d.attempts + 1,
        -- a retry of a twin waits for its clock
        due_at = case when ${isDueAgain} then d.due_at
          when counted.test_time is null then coalesce(counted.due_at, d.due_at)
          when counted.status = 'waiting' then 'infinity' else d.due_at end,
        retry_at = case when ${isDueAgain} then d.retry_at
          when counted.status = 'waiting' then counted.test_time + (counted.due_at - counted.ended_at) end,
        failures = case when ${isDueAgain} then d.failures when counted.status = 'delivered' then 0 else d.failures + 1 end,
        status = case when ${isDueAgain} then d.status
          -- the endpoint was disabled during the attempt: the next attempt waits until it is enabled
          when counted.status = 'waiting' and d.status = 'held' then 'held' else counted.status end,
        ended_at = case when ${isDueAgain} then d.ended_at
          when counted.status = 'waiting' then null else coalesce(counted.test_time, counted.ended_at) end
      from counted where d.id = counted.delivery_id and d.account_id = counted.account_id
    ), freed as (
      update delivery_slots s set deliveries = '{}', token = null, expires_at = '-infinity'
      from counted where s.endpoint_id = counted.endpoint_id and s.token = counted.token and counted.ends_lease
    )
    select token, delivery_id from counted`);
  const counted = new Set(rows.map((row) => row.token + row.delivery_id));
  return outcomes.filter(({ lease }) => counted.has(lease.token + uuidOf(lease.deliveryId)));
}

function asTable(outcomes: readonly Outcome[]): Sql {
  const column = <T>(of: (outcome: Outcome) => T): T[] => outcomes.map(of);
  return sql`select * from unnest(
      ${column(({ lease }) => uuidOf(lease.endpointId))}::uuid[], ${column(({ lease }) => lease.token)}::uuid[],
      ${column(({ lease }) => uuidOf(lease.deliveryId))}::uuid[], ${column(({ lease }) => uuidOf(lease.accountId))}::uuid[],
      ${column(({ lease }) => lease.manual)}::bool[], ${column(({ endsLease }) => endsLease)}::bool[],
      ${column(({ attempt }) => attempt.startedAt)}::timestamptz[], ${column(({ attempt }) => attempt.endedAt)}::timestamptz[],
      ${column(({ attempt }) => attempt.durationMs)}::int[], ${column(({ attempt }) => attempt.statusCode)}::int[],
      ${column(({ attempt }) => attempt.response)}::text[], ${column(({ attempt }) => attempt.failure?.kind ?? null)}::text[],
      ${column(({ attempt }) => attempt.failure?.text ?? null)}::text[], ${column(({ after }) => after.status)}::text[],
      ${column(({ after }) => (after.status === "waiting" ? after.dueAt : null))}::timestamptz[],
      ${column(({ lease }) => lease.dueAt)}::timestamptz[])
      outcome (endpoint_id, token, delivery_id, account_id, manual, ends_lease, started_at, ended_at, duration_ms, status_code,
        response, failure, failure_text, status, due_at, leased_due_at)`;
}
