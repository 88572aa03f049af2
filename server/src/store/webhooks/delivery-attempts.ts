import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { FailureKind } from "../../domain/delivery.ts";
import { uuidOf, type AccountId, type DeliveryId } from "../../domain/ids.ts";

/** A recorded attempt. */
export interface RecordedAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly response: string | null;
  readonly failure: FailureKind | null;
  readonly failureText: string | null;
  readonly manual: boolean;
  /** Another sender took over before it ended, so it did not count. */
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
