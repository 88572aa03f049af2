import { AppError, orRefuse } from "../../domain/errors.ts";
import { carriersOf, methodsOf, offerOf } from "../../formats/file-offer.ts";
import type { BatchId } from "../../domain/ids.ts";
import { paidWarning, partOfLine, partRefusal, paypalCsv, plainCsv, type PayLine } from "../../formats/pay-files.ts";
import { type FileFormat } from "../../domain/payout.ts";
import type { PayoutDetails } from "../../domain/payout-details.ts";
import { summarisePart } from "../../domain/payout-tally.ts";
import type { Batch } from "../../domain/payout.ts";
import { executionDay, hasSepaName, sepaCreditTransfer } from "../../formats/sepa.ts";
import type { OtherScripts } from "../../formats/sepa-text.ts";
import { findAccount } from "../../store/people/accounts.ts";
import { findBatch, lockBatch } from "../../store/payouts/payout-batches.ts";
import {
  insertFile,
  listFiles,
  lockPart,
  lockUnpaid,
  type FilePayment,
  type PayoutFile,
  type SealedPayment,
} from "../../store/payouts/payout-files.ts";
import type { Tx } from "../../db/database.ts";
import { audit } from "../audit/audit.ts";
import { auditFileDownload } from "../audit/audit-downloads.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { getBatch, type DescribedBatch, type DescribedFile } from "./browse-batches.ts";
import { findOpenPayer, type Payer } from "./payer-settings.ts";

export interface FileQuestion {
  readonly batchId: BatchId;
  readonly format: FileFormat;
}

/**
 * The parts of a file that are not in its payouts. Stored with the file: names and accounts may change, but a file must
 * not.
 */
interface Frame {
  /** Missing in files created before this setting existed. */
  readonly otherScripts?: OtherScripts;
  readonly payer: Payer | null;
  readonly purpose: string;
}

/** Creates the file once, with the payouts unpaid at that time. After that it never changes. */
export async function writePayFile(
  context: MerchantContext,
  question: FileQuestion,
): Promise<{ batch: Batch; file: DescribedFile }> {
  requireRole(context, "owner");
  const { db, accountId } = context;
  const frame = await frameFor(context, question.format);
  await db.transaction(async (tx) => {
    const batch = orRefuse(await lockBatch(tx, accountId, question.batchId), "batch_not_found");
    if (batch.status === "making") throw new AppError("batch_unfinished");
    if (!(await findFile(tx, context, question))) await writeNew(tx, context, { ...question, batch, frame });
  });
  const { batch, files } = await getBatch(context, question.batchId);
  return { batch, file: fileIn(files, question.format) };
}

function fileIn(files: DescribedBatch["files"], format: FileFormat): DescribedFile {
  const file = files.find((each) => each.format === format);
  if (!file) throw new Error(`The ${format} file no longer exists.`);
  return file;
}

async function writeNew(
  tx: Tx,
  context: MerchantContext,
  { batch, format, frame }: { batch: Batch; format: FileFormat; frame: Frame },
): Promise<void> {
  const { accountId, actor, clock, random, payoutDetailsBox } = context;
  const unpaid = await lockUnpaid(tx, accountId, { batchId: batch.id, methods: methodsOf[format] });
  const { refusal } = offerOf(
    format,
    batch.currency,
    unpaid.map((payment) => ({ ...payment, payouts: 1 })),
  );
  if (refusal) throw refusal;
  if (format === "sepa" && !(frame.payer && hasSepaName(frame.payer.name))) throw new AppError("payer_missing");
  const lines = unpaid
    .filter(({ fileId, formats }) => fileId === null && formats.includes(format))
    // Older versions assigned payouts to formats without decrypting their account.
    .filter((payment) => isReached(format, payLineOf(context, payment)))
    .map(({ payoutId }, line) => ({ payoutId, part: partOfLine(format, line) }));
  if (lines.length === 0) throw new AppError("file_not_available");
  const writtenAt = clock.now();
  const id = random.uuid(writtenAt);
  const sealed = payoutDetailsBox.seal(JSON.stringify(frame), id);
  const parts = partOfLine(format, lines.length - 1);
  await insertFile(tx, { id, accountId, batchId: batch.id, format, parts, frame: sealed, actor, writtenAt }, lines);
  const after = { format, payouts: lines.length };
  await audit(tx, context, { action: "batch.file_written", subject: batch.id, after });
}

const isReached = (format: FileFormat, { payee, amount }: PayLine): boolean =>
  carriersOf(payee, amount.currency).some((carrier) => carrier.format === format);

async function frameFor(context: MerchantContext, format: FileFormat): Promise<Frame> {
  const account = await findAccount(context.db, context.accountId);
  const payer = format === "sepa" ? ((await findOpenPayer(context)) ?? null) : null;
  return {
    payer,
    purpose: `${context.twin === null ? "" : "TEST "}Affiliate commission ${account?.name ?? ""}`.trim(),
    otherScripts: "transliterated",
  };
}

export interface ReadFile extends FileQuestion {
  /** From 1, for files with several parts. */
  readonly part: number;
  /** How many paid payouts the person has confirmed are in the part. */
  readonly althoughPaid: number;
  /** Asks the bank to pay today instead of on the file's creation date: some banks reject a past date. */
  readonly datedToday: boolean;
}

/** One part of the file: always the same bytes, unless a payee was erased or another date is requested. */
export async function readPayFile(
  context: MerchantContext,
  { part, althoughPaid, datedToday, ...question }: ReadFile,
): Promise<{ name: string; content: string }> {
  requireRole(context, "owner");
  const { db, accountId, clock } = context;
  const batch = orRefuse(await findBatch(db, accountId, question.batchId), "batch_not_found");
  const file = await findFile(db, context, question);
  if (!file || part > file.parts) throw new AppError("file_not_written");
  const payments = await db.transaction((tx) => lockPart(tx, file, part));
  const summary = summarisePart(payments.map(({ status, amount }) => ({ status, payouts: 1, minor: amount.minor })));
  const refusal = partRefusal(summary);
  if (refusal) throw refusal;
  const warning = paidWarning(summary);
  if (warning && summary.paid > althoughPaid) throw new AppError("file_has_paid", { text: warning });
  const executesOn = executionDay(datedToday ? clock.now() : file.writtenAt);
  const content = contentOf(context, { batch, file, payments, executesOn, totalMinor: summary.totalMinor });
  await auditFileDownload(context, { ...question, part });
  return { name: fileName(context, file, part), content };
}

interface Part {
  readonly batch: Batch;
  readonly file: PayoutFile;
  readonly payments: readonly FilePayment[];
  readonly executesOn: string;
  readonly totalMinor: bigint;
}

function contentOf(context: MerchantContext, { batch, file, payments, executesOn, totalMinor }: Part): string {
  const lines = payments.map((payment) => payLineOf(context, payment));
  const frame = JSON.parse(context.payoutDetailsBox.open(file.frame, file.id)) as Frame;
  if (file.format === "csv") return plainCsv(lines, frame.purpose);
  if (file.format === "paypal") return paypalCsv(lines, frame.purpose);
  if (!frame.payer) throw new Error(`File ${file.id} has no payer.`);
  return sepaCreditTransfer({
    id: batch.id,
    writtenAt: file.writtenAt,
    executesOn,
    payer: frame.payer,
    total: { minor: totalMinor, currency: batch.currency },
    payments: lines.flatMap(({ payoutId, payee, amount }) =>
      payee.kind === "iban" ? [{ id: payoutId, name: payee.holder, iban: payee.iban, bic: payee.bic, amount }] : [],
    ),
    purpose: frame.purpose,
    otherScripts: frame.otherScripts ?? "full stops",
  });
}

/** Files of test mode say so in their name and in the purpose of each payment. */
export function fileName(
  { twin }: Pick<MerchantContext, "twin">,
  { batchId, format, parts }: Pick<PayoutFile, "batchId" | "format"> & { parts: number },
  part = 1,
): string {
  const mark = twin === null ? "" : "TEST-";
  const number = parts > 1 ? `-${part}-of-${parts}` : "";
  return `${mark}${batchId}-${format}${number}.${format === "sepa" ? "xml" : "csv"}`;
}

async function findFile(
  db: Pick<Tx, "query">,
  { accountId }: MerchantContext,
  { batchId, format }: FileQuestion,
): Promise<PayoutFile | undefined> {
  return (await listFiles(db, accountId, [batchId])).find((file) => file.format === format);
}

const payLineOf = (
  { payoutDetailsBox }: MerchantContext,
  { payoutId, affiliateId, amount, payee }: SealedPayment,
): PayLine => ({
  payoutId,
  affiliateId,
  amount,
  payee: JSON.parse(payoutDetailsBox.open(payee, payoutId)) as PayoutDetails,
});
