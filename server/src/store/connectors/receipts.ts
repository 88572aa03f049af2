import type { ReceiptState } from "tributary-sdk/words";
import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Receipt, Worked } from "../../domain/connectors/receipt.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId, type ReceiptId } from "../../domain/ids.ts";
import { newestFirst, type OfAccount } from "../page.ts";

interface ReceiptRow {
  id: string;
  account_id: string;
  connector_id: string;
  topic: string;
  state: ReceiptState;
  received_at: Date;
  worked_at: Date | null;
  attempts: number;
  order_external_id: string | null;
  conversion_id: string | null;
  reason: string | null;
  problem: string | null;
  has_body: boolean;
}
const columns = raw(
  `id, account_id, connector_id, topic, state, received_at, worked_at, attempts, order_external_id, conversion_id, reason, problem,
  body_encrypted is not null as has_body`,
);

const receiptOf = (row: ReceiptRow): Receipt => ({
  id: idOf("receipt", row.id),
  accountId: idOf("account", row.account_id),
  connectorId: idOf("connector", row.connector_id),
  topic: row.topic,
  state: row.state,
  receivedAt: row.received_at,
  workedAt: row.worked_at,
  attempts: row.attempts,
  outcome: {
    orderId: row.order_external_id,
    conversionId: row.conversion_id === null ? null : idOf("conversion", row.conversion_id),
    reason: row.reason,
    problem: row.problem,
  },
  hasBody: row.has_body,
});

export interface ReceiptFilter {
  readonly connectorId: ConnectorId;
  readonly state?: ReceiptState | undefined;
}

export const receiptList = newestFirst<OfAccount, ReceiptFilter & { sort?: undefined }, Receipt, never>({
  table: "receipts",
  columns,
  time: "received_at",
  sorts: {},
  matches: ({ accountId }, { connectorId, state }) => sql`account_id = ${uuidOf(accountId)}
    and connector_id = ${uuidOf(connectorId)} and (${state ?? null}::text is null or state = ${state ?? null})`,
  complete: async (db, rows) =>
    (await db.query<ReceiptRow>(sql`select * from (${rows}) receipt order by position`)).map(receiptOf),
  position: ({ receivedAt, id }) => ({ at: receivedAt, uuid: uuidOf(id) }),
});

/**
 * Accounts with receipts to work on, after the given one, so that each gets its turn. Reads one entry of the index per
 * account, however many receipts it has.
 */
export async function listDueAccounts(
  db: Queryable,
  { now, after, limit }: { now: Date; after: AccountId | undefined; limit: number },
): Promise<AccountId[]> {
  const rows = await db.query<{ account_id: string }>(sql`
    with recursive due as (
      (select account_id from receipts
        where state = 'waiting' and due_at <= ${now} and (${after ? uuidOf(after) : null}::uuid is null or account_id > ${after ? uuidOf(after) : null}::uuid)
        order by account_id limit 1)
      union all
      select (select r.account_id from receipts r
        where r.state = 'waiting' and r.due_at <= ${now} and r.account_id > due.account_id order by r.account_id limit 1)
      from due where due.account_id is not null
    )
    select account_id from due where account_id is not null limit ${limit}`);
  return rows.map((row) => idOf("account", row.account_id));
}

/** A receipt with its content. */
export interface DueReceipt {
  readonly id: ReceiptId;
  readonly connectorId: ConnectorId;
  readonly topic: string;
  readonly receivedAt: Date;
  readonly attempts: number;
  readonly bodyEncrypted: Buffer | null;
}

/** By what identifies the event: a repetition is the same receipt. */
export async function findReceiptByKey(
  db: Queryable,
  { accountId, id }: { accountId: AccountId; id: ConnectorId },
  dedupKey: string,
): Promise<Receipt | undefined> {
  const [row] = await db.query<ReceiptRow>(sql`
    select ${columns} from receipts
    where account_id = ${uuidOf(accountId)} and connector_id = ${uuidOf(id)} and dedup_key = ${dedupKey}`);
  return row && receiptOf(row);
}

/** One at a time: bodies can be large. */
export async function findDueReceipt(db: Queryable, accountId: AccountId, now: Date): Promise<DueReceipt | undefined> {
  const [row] = await db.query<{
    id: string;
    connector_id: string;
    topic: string;
    received_at: Date;
    attempts: number;
    body_encrypted: Buffer | null;
  }>(sql`
    select id, connector_id, topic, received_at, attempts, body_encrypted from receipts
    where account_id = ${uuidOf(accountId)} and state = 'waiting' and due_at <= ${now}
    order by due_at, id limit 1`);
  return (
    row && {
      id: idOf("receipt", row.id),
      connectorId: idOf("connector", row.connector_id),
      topic: row.topic,
      receivedAt: row.received_at,
      attempts: row.attempts,
      bodyEncrypted: row.body_encrypted,
    }
  );
}

/**
 * Nothing happens until this transaction ends: another process then works on the account. False if one does already.
 * The lock is held by a connection that does nothing else.
 */
export async function lockReceiptsOf(tx: Tx, accountId: AccountId): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('receipts:' || ${uuidOf(accountId)}::text, 0)) as locked`);
  return row?.locked === true;
}

export async function saveWorked(
  tx: Tx,
  { accountId, id }: { accountId: AccountId; id: ReceiptId },
  { worked, at }: { worked: Worked; at: Date },
): Promise<void> {
  const { state, outcome } = worked;
  const dueAt = worked.state === "waiting" ? worked.dueAt : at;
  await tx.query(sql`
    update receipts set state = ${state}, due_at = ${dueAt}, attempts = attempts + 1, worked_at = ${at},
      order_external_id = ${outcome.orderId}, conversion_id = ${outcome.conversionId && uuidOf(outcome.conversionId)},
      reason = ${outcome.reason}, problem = ${outcome.problem}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and state = 'waiting'`);
}

export async function saveTopic(
  tx: Tx,
  { accountId, id }: { accountId: AccountId; id: ReceiptId },
  topic: string,
): Promise<void> {
  await tx.query(sql`
    update receipts set topic = ${topic} where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
}

/** `missing`, `without_body`, or the state that it had. */
export async function saveRunAgain(
  tx: Tx,
  receipt: { accountId: AccountId; connectorId: ConnectorId; id: ReceiptId },
  at: Date,
): Promise<ReceiptState | "missing" | "without_body"> {
  const [row] = await tx.query<{ state: ReceiptState; has_body: boolean }>(sql`
    select state, body_encrypted is not null as has_body from receipts
    where account_id = ${uuidOf(receipt.accountId)} and connector_id = ${uuidOf(receipt.connectorId)} and id = ${uuidOf(receipt.id)}
    for update`);
  if (!row) return "missing";
  if (!row.has_body) return "without_body";
  await tx.query(sql`
    update receipts set state = 'waiting', due_at = ${at}
    where account_id = ${uuidOf(receipt.accountId)} and id = ${uuidOf(receipt.id)}`);
  return row.state;
}

/** At a time. More can run after them. */
const RUN_AGAIN_MAX = 10_000;

/** The oldest receipts of a state that could become something else now. Returns how many. */
export async function saveAllToRunAgain(
  tx: Tx,
  { accountId, connectorId, state }: { accountId: AccountId; connectorId: ConnectorId; state: ReceiptState },
  at: Date,
): Promise<number> {
  const rows = await tx.query(sql`
    update receipts set state = 'waiting', due_at = ${at}
    where account_id = ${uuidOf(accountId)} and id in (
      select id from receipts
      where account_id = ${uuidOf(accountId)} and connector_id = ${uuidOf(connectorId)} and state = ${state}
        and body_encrypted is not null and (state <> 'ignored' or reason is null or reason not in ('test', 'live'))
        and (state <> 'done' or (conversion_id is null and reason is not null))
      order by received_at limit ${RUN_AGAIN_MAX} for update)
    returning id`);
  return rows.length;
}

/** How many receipts wait in the whole installation, up to a limit. */
export async function countDue(db: Queryable, now: Date, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int4 as count from (select from receipts where state = 'waiting' and due_at <= ${now} limit ${most}) waiting`);
  return row?.count ?? 0;
}

/** Rows stay, so that a repetition is still recognized. Returns how many bodies were deleted. */
export async function deleteBodiesBefore(tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const rows = await tx.query(sql`
    update receipts set body_encrypted = null,
      state = case when state = 'waiting' then 'failed' else state end,
      problem = case when state = 'waiting' then 'Not processed within 30 days, so its content was deleted.' else problem end
    where id in (select id from receipts where body_encrypted is not null and received_at < ${before}
      order by received_at limit ${limit} for update skip locked)
    returning id`);
  return rows.length;
}
