import sql from "sql-template-tag";
import type { Queryable, Tx } from "../db/database.ts";
import type { AfterAttempt, Attempt, FailureKind } from "../domain/delivery.ts";
import { uuidOf, type AccountId, type DeliveryId } from "../domain/ids.ts";
import type { Claim } from "./delivery-queue.ts";

/** What a sender brings back. */
export interface Outcome {
  readonly claim: Pick<Claim, "deliveryId" | "accountId" | "endpointId" | "token" | "manual">;
  readonly attempt: Attempt;
  readonly after: AfterAttempt;
}

/**
 * Writes what came of the claims and gives the leases back. Whoever's lease was taken over meanwhile leaves only the
 * record of an attempt. Returns the tokens of the claims whose outcome counted.
 */
export async function saveOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<ReadonlySet<string>> {
  const column = <T>(of: (outcome: Outcome) => T): T[] => outcomes.map(of);
  const someFailed = outcomes.some(({ after }) => after.status === "failed");
  const rows = await tx.query<{ token: string }>(sql`
    with outcome as (
      select delivery_id, account_id, endpoint_id, token, manual, started_at, ended_at, duration_ms, status_code, response,
        failure, failure_text, status, due_at
      from unnest(${column(({ claim }) => uuidOf(claim.deliveryId))}::uuid[],
        ${column(({ claim }) => uuidOf(claim.accountId))}::uuid[], ${column(({ claim }) => uuidOf(claim.endpointId))}::uuid[],
        ${column(({ claim }) => claim.token)}::uuid[],
        ${column(({ claim }) => claim.manual)}::bool[],
        ${column(({ attempt }) => attempt.startedAt)}::timestamptz[], ${column(({ attempt }) => attempt.endedAt)}::timestamptz[],
        ${column(({ attempt }) => attempt.durationMs)}::int[], ${column(({ attempt }) => attempt.statusCode)}::int[],
        ${column(({ attempt }) => attempt.response)}::text[], ${column(({ attempt }) => attempt.failure?.kind ?? null)}::text[],
        ${column(({ attempt }) => attempt.failure?.text ?? null)}::text[], ${column(({ after }) => after.status)}::text[],
        ${column(({ after }) => (after.status === "waiting" ? after.dueAt : null))}::timestamptz[])
        outcome (delivery_id, account_id, endpoint_id, token, manual, started_at, ended_at, duration_ms, status_code, response,
          failure, failure_text, status, due_at)
    ), freed as (
      update delivery_slots s set delivery_id = null, token = null, expires_at = '-infinity'
      from outcome o where s.endpoint_id = o.endpoint_id and s.token = o.token
      returning o.delivery_id, o.endpoint_id, o.token
    ), saved as (
      update deliveries d set attempts = d.attempts + 1, due_at = coalesce(o.due_at, d.due_at),
        failures = case when o.status = 'delivered' then 0 else d.failures + 1 end,
        -- switched off while it was on its way: its next attempt waits for the switch
        status = case when o.status = 'waiting' and d.status = 'held' then 'held' else o.status end,
        ended_at = case when o.status = 'waiting' then null else o.ended_at end
      from outcome o join freed on freed.delivery_id = o.delivery_id and freed.token = o.token
      where d.id = o.delivery_id and d.account_id = o.account_id
    ), arrived as (
      update webhook_endpoints e set failures_in_row = 0
      -- in the order in which others lock them
      where e.id in (select id from webhook_endpoints
          where id in (select freed.endpoint_id from freed
              join outcome o on o.delivery_id = freed.delivery_id and o.token = freed.token
              where o.status = 'delivered')
            and failures_in_row <> 0 and not ${someFailed}::bool
          order by id for no key update)
    ), logged as (
      insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, status_code, response, failure,
        failure_text, manual, overtaken)
      select o.token, o.delivery_id, o.account_id, o.started_at, o.duration_ms, o.status_code, o.response, o.failure,
        o.failure_text, o.manual, freed.delivery_id is null
      from outcome o left join freed on freed.delivery_id = o.delivery_id and freed.token = o.token
      -- written before: only the answer to the commit was lost
      on conflict (delivery_id, id) do nothing
    )
    select token from freed`);
  return new Set(rows.map(({ token }) => token));
}

/** An attempt as the record shows it. */
export interface RecordedAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly response: string | null;
  readonly failure: FailureKind | null;
  readonly failureText: string | null;
  readonly manual: boolean;
  /** Another sender had taken over before it ended, so it decided nothing. */
  readonly overtaken: boolean;
}

interface AttemptRow {
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  response: string | null;
  failure: FailureKind | null;
  failure_text: string | null;
  manual: boolean;
  overtaken: boolean;
}

/** Oldest first. */
export async function listAttempts(
  db: Queryable,
  accountId: AccountId,
  deliveryId: DeliveryId,
): Promise<RecordedAttempt[]> {
  const rows = await db.query<AttemptRow>(sql`
    select started_at, duration_ms, status_code, response, failure, failure_text, manual, overtaken from delivery_attempts
    where delivery_id = ${uuidOf(deliveryId)} and account_id = ${uuidOf(accountId)}
    order by started_at, id`);
  return rows.map((row) => ({
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    response: row.response,
    failure: row.failure,
    failureText: row.failure_text,
    manual: row.manual,
    overtaken: row.overtaken,
  }));
}
