import sql from "sql-template-tag";
import type { Queryable, Tx } from "../db/database.ts";
import type { Currency } from "../domain/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type BatchId, type PayoutId } from "../domain/ids.ts";
import type { Money } from "../domain/money.ts";
import type { FileFormat } from "../domain/pay-files.ts";
import type { PayoutMethod, PayoutStatus } from "../domain/payout.ts";
import { tallying } from "./payout-tallies.ts";

export interface PayoutFile {
  /** A UUID. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly format: FileFormat;
  /** Who paid and what for, as it was when the file was written. */
  readonly frame: Uint8Array;
  readonly actor: string;
  readonly writtenAt: Date;
}

/** The payouts are held: see lockUnpaid. */
export async function insertFile(tx: Tx, file: PayoutFile, payouts: readonly PayoutId[]): Promise<void> {
  await tx.query(sql`
    with file as (
      insert into payout_files (id, account_id, batch_id, format, payer_encrypted, actor, written_at)
      values (${file.id}, ${uuidOf(file.accountId)}, ${uuidOf(file.batchId)}, ${file.format}, ${file.frame}, ${file.actor},
        ${file.writtenAt})
      returning id
    ), tallied as (${tallying(sql`
      select p.account_id, p.batch_id, p.status, p.method, side.file_id, side.sign, p.amount_minor
      from payouts p cross join lateral (values (null::uuid, -1), (${file.id}::uuid, 1)) side (file_id, sign)
      where p.account_id = ${uuidOf(file.accountId)} and p.id = any(${payouts.map(uuidOf)}::uuid[])`)}
    )
    insert into payout_file_payouts (file_id, payout_id)
    select file.id, payout_id from file cross join unnest(${payouts.map(uuidOf)}::uuid[]) payout_id`);
}

export async function listFiles(
  db: Queryable,
  accountId: AccountId,
  batches: readonly BatchId[],
): Promise<PayoutFile[]> {
  const rows = await db.query<{
    id: string;
    batch_id: string;
    format: FileFormat;
    payer_encrypted: Buffer;
    actor: string;
    written_at: Date;
  }>(sql`
    select id, batch_id, format, payer_encrypted, actor, written_at from payout_files
    where account_id = ${uuidOf(accountId)} and batch_id = any(${batches.map(uuidOf)}::uuid[])`);
  return rows.map((row) => ({
    id: row.id,
    accountId,
    batchId: idOf("batch", row.batch_id),
    format: row.format,
    frame: row.payer_encrypted,
    actor: row.actor,
    writtenAt: row.written_at,
  }));
}

export interface SealedPayment {
  readonly payoutId: PayoutId;
  readonly affiliateId: AffiliateId;
  readonly amount: Money;
  /** null once the person was erased. */
  readonly payee: Buffer | null;
}
interface PaymentRow {
  id: string;
  affiliate_id: string;
  amount_minor: bigint;
  currency: Currency;
  payee_encrypted: Buffer | null;
}
const paymentOf = (row: PaymentRow): SealedPayment => ({
  payoutId: idOf("payout", row.id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  amount: { minor: row.amount_minor, currency: row.currency },
  payee: row.payee_encrypted,
});

export interface UnpaidPayment extends SealedPayment {
  /** Whoever takes it into another file too pays it twice. */
  readonly inFile: boolean;
}

/** Not yet paid, held until the transaction ends: none can be paid or cancelled while it gets into a file. */
export async function lockUnpaid(
  tx: Tx,
  accountId: AccountId,
  { batchId, methods }: { batchId: BatchId; methods: readonly PayoutMethod[] },
): Promise<UnpaidPayment[]> {
  const rows = await tx.query<PaymentRow & { in_file: boolean }>(sql`
    select id, affiliate_id, amount_minor, currency, payee_encrypted,
      exists (select from payout_file_payouts f where f.payout_id = payouts.id) as in_file
    from payouts
    where account_id = ${uuidOf(accountId)} and batch_id = ${uuidOf(batchId)} and status = 'created'
      and method = any(${[...methods]}::text[])
    order by id for share`);
  return rows.map((row) => ({ ...paymentOf(row), inFile: row.in_file }));
}

export interface FilePayment extends SealedPayment {
  readonly status: PayoutStatus;
}

/** In the order of their ids, and so always in the same. */
export async function listFilePayments(db: Queryable, file: PayoutFile): Promise<FilePayment[]> {
  const rows = await db.query<PaymentRow & { status: PayoutStatus }>(sql`
    select payout.id, payout.affiliate_id, payout.amount_minor, payout.currency, payout.payee_encrypted, payout.status
    from payout_file_payouts member join payouts payout on payout.id = member.payout_id
    where member.file_id = ${file.id} and payout.account_id = ${uuidOf(file.accountId)}
    order by payout.id`);
  return rows.map((row) => ({ ...paymentOf(row), status: row.status }));
}
