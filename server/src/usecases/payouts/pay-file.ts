import { AppError } from "../../domain/errors.ts";
import type { BatchId } from "../../domain/ids.ts";
import {
  fileRefusal,
  methodsOf,
  partsOf,
  PAYPAL_LINES_MAX,
  paypalCsv,
  plainCsv,
  type FileFormat,
  type PayLine,
} from "../../domain/pay-files.ts";
import type { PayoutDetails } from "../../domain/payout-details.ts";
import { summarise, type FileSummary } from "../../domain/payout-tally.ts";
import type { Batch } from "../../domain/payout.ts";
import { isInSepa, sepaCreditTransfer } from "../../domain/sepa.ts";
import { findAccount } from "../../store/accounts.ts";
import { findBatch, lockBatch } from "../../store/payout-batches.ts";
import {
  insertFile,
  listFilePayments,
  listFiles,
  lockUnpaid,
  type FilePayment,
  type PayoutFile,
  type SealedPayment,
} from "../../store/payout-files.ts";
import type { Tx } from "../../db/database.ts";
import { audit } from "../audit/audit.ts";
import { auditFileDownload } from "../audit/audit-downloads.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../people/require-role.ts";
import { findOpenPayer, type Payer } from "./payer-settings.ts";

export interface FileQuestion {
  readonly batchId: BatchId;
  readonly format: FileFormat;
}
export interface WrittenFile extends FileSummary {
  readonly file: PayoutFile;
  readonly batch: Batch;
  /** How many uploads it takes. */
  readonly parts: number;
}

/** What of a file is not in its payouts. Kept with it: names and accounts may change, a file may not. */
interface Frame {
  readonly payer: Payer | null;
  readonly purpose: string;
}

/** Writes it the first time, with what is unpaid then. From then on it is the same for ever. */
export async function writePayFile(context: MerchantContext, question: FileQuestion): Promise<WrittenFile> {
  requireRole(context, "owner");
  const { db, accountId } = context;
  const frame = await frameFor(context, question.format);
  return db.transaction(async (tx) => {
    const batch = await lockBatch(tx, accountId, question.batchId);
    if (!batch) throw new AppError("batch_not_found");
    if (batch.status === "making") throw new AppError("batch_unfinished");
    const file =
      (await findFile(tx, context, question)) ?? (await writeNew(tx, context, { ...question, batch, frame }));
    return writtenOf(file, batch, summaryOf(await listFilePayments(tx, file)));
  });
}

async function writeNew(
  tx: Tx,
  context: MerchantContext,
  { batch, format, frame }: { batch: Batch; format: FileFormat; frame: Frame },
): Promise<PayoutFile> {
  if (format === "sepa" && batch.currency !== "EUR")
    throw new AppError("file_not_available", { text: "SEPA transfers are in EUR only." });
  if (format === "sepa" && !frame.payer) throw new AppError("payer_missing");
  const { accountId, actor, clock, random, payoutDetailsBox } = context;
  const unpaid = await lockUnpaid(tx, accountId, { batchId: batch.id, methods: methodsOf[format] });
  const payable = unpaid.map((payment) => ({ ...payLineOf(context, payment), inFile: payment.inFile }));
  const carried = payable.filter(({ payee }) => canCarry(format, payee));
  const lines = carried.filter(({ inFile }) => !inFile);
  if (lines.length === 0) throw new AppError(carried.length === 0 ? "file_not_available" : "file_payouts_taken");
  const writtenAt = clock.now();
  const id = random.uuid(writtenAt);
  const sealed = payoutDetailsBox.seal(JSON.stringify(frame), id);
  const file = { id, accountId, batchId: batch.id, format, frame: sealed, actor, writtenAt };
  await insertFile(
    tx,
    file,
    lines.map(({ payoutId }) => payoutId),
  );
  const after = { format, payouts: lines.length };
  await audit(tx, context, { action: "batch.file_written", subject: batch.id, after });
  return file;
}

const canCarry = (format: FileFormat, payee: PayoutDetails): boolean =>
  format !== "sepa" || (payee.kind === "iban" && isInSepa(payee.iban));

async function frameFor(context: MerchantContext, format: FileFormat): Promise<Frame> {
  const account = await findAccount(context.db, context.accountId);
  const payer = format === "sepa" ? ((await findOpenPayer(context)) ?? null) : null;
  return { payer, purpose: `Affiliate commission ${account?.name ?? ""}`.trim() };
}

/** The file itself. `part` counts from 1, for what takes several uploads. */
export async function readPayFile(
  context: MerchantContext,
  { part, ...question }: FileQuestion & { readonly part: number },
): Promise<{ name: string; content: string }> {
  requireRole(context, "owner");
  const { db, accountId, payoutDetailsBox } = context;
  const batch = await findBatch(db, accountId, question.batchId);
  if (!batch) throw new AppError("batch_not_found");
  const file = await findFile(db, context, question);
  if (!file) throw new AppError("file_not_written");
  const payments = await listFilePayments(db, file);
  const summary = summaryOf(payments);
  const refusal = fileRefusal(file.format, summary);
  if (refusal) throw new AppError(refusal);
  const written = writtenOf(file, batch, summary);
  if (part > written.parts) throw new AppError("file_not_written");
  const lines = payments.map((payment) => payLineOf(context, payment));
  const frame = JSON.parse(payoutDetailsBox.open(file.frame, file.id)) as Frame;
  await auditFileDownload(context, { ...question, part });
  return { name: fileName(written, part), content: contentOf(written, { lines, frame, part }) };
}

function contentOf(
  { file, batch, totalMinor }: WrittenFile,
  { lines, frame, part }: { lines: readonly PayLine[]; frame: Frame; part: number },
): string {
  if (file.format === "csv") return plainCsv(lines, frame.purpose);
  if (file.format === "paypal")
    return paypalCsv(lines.slice((part - 1) * PAYPAL_LINES_MAX, part * PAYPAL_LINES_MAX), frame.purpose);
  if (!frame.payer) throw new Error(`File ${file.id} has nobody who pays.`);
  return sepaCreditTransfer({
    id: batch.id,
    writtenAt: file.writtenAt,
    payer: frame.payer,
    total: { minor: totalMinor, currency: batch.currency },
    payments: lines.flatMap(({ payoutId, payee, amount }) =>
      payee.kind === "iban" ? [{ id: payoutId, name: payee.holder, iban: payee.iban, bic: payee.bic, amount }] : [],
    ),
    purpose: frame.purpose,
  });
}

/** From the payouts themselves: what goes to a bank rests on nothing that is kept beside them. */
function summaryOf(payments: readonly FilePayment[]): FileSummary {
  if (payments.length === 0) throw new Error("A file without payouts.");
  return summarise(payments.map(({ status, amount }) => ({ status, payouts: 1, minor: amount.minor })));
}

const writtenOf = (file: PayoutFile, batch: Batch, summary: FileSummary): WrittenFile => ({
  ...summary,
  file,
  batch,
  parts: partsOf(file.format, summary.payouts),
});

export function fileName({ file, parts }: WrittenFile, part = 1): string {
  const number = parts > 1 ? `-${part}-of-${parts}` : "";
  return `${file.batchId}-${file.format}${number}.${file.format === "sepa" ? "xml" : "csv"}`;
}

async function findFile(
  db: Pick<Tx, "query">,
  { accountId }: MerchantContext,
  { batchId, format }: FileQuestion,
): Promise<PayoutFile | undefined> {
  return (await listFiles(db, accountId, [batchId])).find((file) => file.format === format);
}

function payLineOf(
  { payoutDetailsBox }: MerchantContext,
  { payoutId, affiliateId, amount, payee }: SealedPayment,
): PayLine & Pick<SealedPayment, "payoutId"> {
  // Whoever is erased has no payee any more, and then nothing open either: see the rules of erasure.
  if (!payee) throw new AppError("file_outdated");
  return { payoutId, affiliateId, amount, payee: JSON.parse(payoutDetailsBox.open(payee, payoutId)) as PayoutDetails };
}
