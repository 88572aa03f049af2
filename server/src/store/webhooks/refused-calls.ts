import sql, { raw } from "sql-template-tag";
import type { refusedCallSorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type KeyId } from "../../domain/ids.ts";
import { bounds, directed, exactly, type Page, type Total } from "../page.ts";

/** The size of the ring buffer. The table's check constraint has the same number. */
export const REFUSED_CALLS_KEPT = 1_000;

export interface RefusedCall {
  readonly keyId: KeyId;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly requestId: string;
}
export interface NumberedCall extends RefusedCall {
  readonly number: bigint;
  readonly keyName: string;
}

/** At most `REFUSED_CALLS_KEPT` at once, oldest first. Each one overwrites the oldest slot of the ring buffer. */
export async function insertRefusedCalls(tx: Tx, accountId: AccountId, calls: readonly RefusedCall[]): Promise<void> {
  await tx.query(sql`
    with numbered as (
      insert into refused_call_numbers as counter (account_id, last_number)
      values (${uuidOf(accountId)}, ${calls.length})
      on conflict (account_id) do update set last_number = counter.last_number + excluded.last_number
      returning last_number
    )
    insert into refused_calls (account_id, place, number, key_id, at, method, path, status, code, error, request_id)
    select ${uuidOf(accountId)}, ((last_number - ${calls.length} + nth) % ${REFUSED_CALLS_KEPT})::int,
      last_number - ${calls.length} + nth, key_id, at, method, path, status, code, error, request_id
    from numbered, unnest(
      ${calls.map(({ keyId }) => uuidOf(keyId))}::uuid[], ${calls.map(({ at }) => at)}::timestamptz[],
      ${calls.map(({ method }) => method)}::text[], ${calls.map(({ path }) => path)}::text[],
      ${calls.map(({ status }) => status)}::int[], ${calls.map(({ code }) => code)}::text[],
      ${calls.map(({ error }) => error)}::text[], ${calls.map(({ requestId }) => requestId)}::text[])
      with ordinality call (key_id, at, method, path, status, code, error, request_id, nth)
    on conflict (account_id, place) do update set number = excluded.number, key_id = excluded.key_id, at = excluded.at,
      method = excluded.method, path = excluded.path, status = excluded.status, code = excluded.code,
      error = excluded.error, request_id = excluded.request_id`);
}

interface Row {
  number: bigint;
  key_id: string;
  key_name: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  code: string;
  error: string;
  request_id: string;
}

export interface RefusedCallFilter {
  readonly sort?: (typeof refusedCallSorts)[number] | undefined;
}
const sorts = { status: raw("call.status"), at: raw("call.number") };

/** Newest first unless sorted, by number. The whole ring buffer is small enough to sort. */
export async function listRefusedCalls(
  db: Queryable,
  accountId: AccountId,
  { sort = "-at", ...page }: Page & RefusedCallFilter,
): Promise<NumberedCall[]> {
  const rows = await db.query<Row>(sql`
    select call.number, call.key_id, key.name as key_name, call.at, call.method, call.path, call.status, call.code,
      call.error, call.request_id
    from refused_calls call join api_keys key on key.account_id = call.account_id and key.id = call.key_id
    where call.account_id = ${uuidOf(accountId)}
    order by ${directed(sorts, sort)}, call.number desc ${bounds(page)}`);
  return rows.map((row) => ({
    number: row.number,
    keyId: idOf("key", row.key_id),
    keyName: row.key_name,
    at: row.at,
    method: row.method,
    path: row.path,
    status: row.status,
    code: row.code,
    error: row.error,
    requestId: row.request_id,
  }));
}

export async function countRefusedCalls(db: Queryable, accountId: AccountId): Promise<Total> {
  const [row] = await db.query<{ total: bigint }>(sql`
    select count(*) as total from refused_calls where account_id = ${uuidOf(accountId)}`);
  return exactly(Number(row?.total ?? 0n));
}
