import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type BatchId, type PayoutId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import type { FileFormat } from "../../domain/payout.ts";
import type { PayoutMethod, PayoutStatus } from "../../domain/payout.ts";
import type { Row } from "../row.ts";
import { tallying } from "./payout-tallies.ts";

export interface PayoutFile {
  readonly id: string;
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly format: FileFormat;
  /** The number of parts, each uploaded separately. */
  readonly parts: number;
  /** The payer and the purpose at the time the file was created, encrypted. */
  readonly frame: Uint8Array;
  readonly actor: string;
  readonly writtenAt: Date;
}

/** The caller has locked the payouts with lockUnpaid. */
export async function insertFile(
  tx: Tx,
  file: PayoutFile,
  lines: readonly { readonly payoutId: PayoutId; readonly part: number }[],
): Promise<void> {
  await tx.query(sql`
    with file as (
      insert into payout_files (id, account_id, batch_id, format, parts, payer_encrypted, actor, written_at)
      values (${file.id}, ${uuidOf(file.accountId)}, ${uuidOf(file.batchId)}, ${file.format}, ${file.parts}, ${file.frame},
        ${file.actor}, ${file.writtenAt})
      returning id
    ), line as (
      select * from unnest(${lines.map(({ payoutId }) => uuidOf(payoutId))}::uuid[], ${lines.map(({ part }) => part)}::int[])
        line (payout_id, part)
    ), tallied as (${tallying(sql`
      select p.account_id, p.batch_id, p.status, p.method, p.formats, side.file_id, side.part, side.sign, p.amount_minor
      from line join payouts p on p.account_id = ${uuidOf(file.accountId)} and p.id = line.payout_id
      cross join lateral (values (null::uuid, null::int, -1), (${file.id}::uuid, line.part, 1)) side (file_id, part, sign)`)}
    )
    insert into payout_file_payouts (file_id, payout_id, part)
    select file.id, line.payout_id, line.part from file cross join line`);
}

export async function listFiles(
  db: Queryable,
  accountId: AccountId,
  batches: readonly BatchId[],
): Promise<PayoutFile[]> {
  const rows = await db.query<Row<Omit<PayoutFile, "accountId">>>(sql`
    select id, batch_id as "batchId", format, parts, payer_encrypted as frame, actor, written_at as "writtenAt"
    from payout_files
    where account_id = ${uuidOf(accountId)} and batch_id = any(${batches.map(uuidOf)}::uuid[])`);
  return rows.map((row) => ({ ...row, accountId, batchId: idOf("batch", row.batchId) }));
}

export interface SealedPayment {
  readonly payoutId: PayoutId;
  readonly affiliateId: AffiliateId;
  readonly amount: Money;
  /** Only payouts to erased people have none, and no file includes those. */
  readonly payee: Buffer;
}
interface PaymentRow {
  id: string;
  affiliate_id: string;
  amount_minor: bigint;
  currency: Currency;
  payee_encrypted: Buffer;
}
const paymentOf = (row: PaymentRow): SealedPayment => ({
  payoutId: idOf("payout", row.id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  amount: { minor: row.amount_minor, currency: row.currency },
  payee: row.payee_encrypted,
});

export interface UnpaidPayment extends SealedPayment {
  readonly method: PayoutMethod;
  /** The file formats that can pay it. */
  readonly formats: readonly FileFormat[];
  /** The file that includes it. A second file would pay it twice. */
  readonly fileId: string | null;
}

/** Share-locks unpaid payouts until the transaction ends: none can be paid or cancelled while it is added to a file. */
export async function lockUnpaid(
  tx: Tx,
  accountId: AccountId,
  { batchId, methods }: { batchId: BatchId; methods: readonly PayoutMethod[] },
): Promise<UnpaidPayment[]> {
  const rows = await tx.query<
    PaymentRow & { method: PayoutMethod; formats: readonly FileFormat[]; file_id: string | null }
  >(sql`
    select id, affiliate_id, amount_minor, currency, payee_encrypted, method, formats,
      (select f.file_id from payout_file_payouts f where f.payout_id = payouts.id) as file_id
    from payouts
    where account_id = ${uuidOf(accountId)} and batch_id = ${uuidOf(batchId)} and status = 'created'
      and method = any(${[...methods]}::text[])
    order by id for share`);
  return rows.map((row) => ({ ...paymentOf(row), method: row.method, formats: row.formats, fileId: row.file_id }));
}

export interface FilePayment extends SealedPayment {
  readonly status: PayoutStatus;
}

/**
 * The lines of one part, always in ID order. Share-locks them until the transaction ends: a payout that is being marked
 * as paid is waited for and then seen as paid.
 */
export async function lockPart(tx: Tx, file: PayoutFile, part: number): Promise<FilePayment[]> {
  const rows = await tx.query<PaymentRow & { status: PayoutStatus }>(sql`
    select payout.id, payout.affiliate_id, payout.amount_minor, payout.currency, payout.payee_encrypted, payout.status
    from payout_file_payouts member join payouts payout on payout.id = member.payout_id
    where member.file_id = ${file.id} and member.part = ${part} and payout.account_id = ${uuidOf(file.accountId)}
      and ${file.format} = any(payout.formats)
    order by payout.id for share of payout`);
  return rows.map((row) => ({ ...paymentOf(row), status: row.status }));
}
