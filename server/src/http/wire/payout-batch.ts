import type {
  BatchFile,
  BatchFilePart,
  BatchPreviewResponse,
  BatchPreviewRow,
  BatchRow,
  FileResponse,
  PayoutStatus,
} from "tributary-sdk/pages";
import { z } from "zod";
import type { Currency } from "../../domain/values/currency.ts";
import { batchOrigins, fileFormats, skipReasons, type Batch } from "../../domain/payout.ts";
import { countPayouts, sumPayouts, type PartSummary } from "../../domain/payout-tally.ts";
import { offerOf } from "../../formats/file-offer.ts";
import { paidWarning, partRefusal, planParts } from "../../formats/pay-files.ts";
import { executionDay } from "../../formats/sepa.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { DescribedBatch, DescribedFile } from "../../usecases/payouts/browse-batches.ts";
import type { BatchPreviewRow as PreviewRow } from "../../usecases/payouts/create-batch.ts";
import { fileName } from "../../usecases/payouts/pay-file.ts";
import { major } from "./money.ts";
import { pagination } from "./pagination.ts";
import { method } from "./payout-details.ts";
import { isoOrNull } from "./times.ts";

const total = z.object({ payouts: z.number(), amount: z.number() });

export const batchRow: z.ZodType<BatchRow> = z.object({
  id: z.string(),
  currency: z.string(),
  minimum: z.number(),
  as_of: z.string(),
  status: z.enum(["making", "made"]),
  origin: z.enum(batchOrigins),
  created_at: z.string(),
  made_at: z.string().nullable(),
  totals: z.object({ created: total, paid: total, failed: total, cancelled: total }),
  skipped_without_details: z.number(),
  files: z.array(
    z.object({
      format: z.enum(fileFormats),
      payouts: z.number(),
      parts: z.array(
        z.object({
          payouts: z.number(),
          paid: z.number(),
          warning: z.string().nullable(),
          unavailable: z.string().nullable(),
        }),
      ),
      written_at: z.string().nullable(),
      executes_on: z.string().nullable(),
      left_out: z.string().nullable(),
      unavailable: z.string().nullable(),
    }),
  ),
});

export function presentBatch(described: DescribedBatch): BatchRow {
  const { batch, tallies } = described;
  const { currency } = batch;
  const totalOf = (status: PayoutStatus) => {
    const found = tallies.filter((tally) => tally.status === status);
    return { payouts: countPayouts(found), amount: major(sumPayouts(found), currency) };
  };
  return {
    id: batch.id,
    currency,
    minimum: major(batch.minimumMinor, currency),
    as_of: batch.asOf.toISOString(),
    status: batch.status,
    origin: batch.origin,
    created_at: batch.createdAt.toISOString(),
    made_at: isoOrNull(batch.madeAt),
    totals: {
      created: totalOf("created"),
      paid: totalOf("paid"),
      failed: totalOf("failed"),
      cancelled: totalOf("cancelled"),
    },
    skipped_without_details: batch.skippedWithoutDetails,
    files: presentFiles(described),
  };
}

function presentFiles({ batch, tallies, files }: DescribedBatch): BatchFile[] {
  const unpaid = tallies.filter(({ status }) => status === "created");
  return fileFormats.map((format) => {
    const written = files.find((file) => file.format === format);
    if (written) return presentWritten(written);
    const { payouts, refusal, leftOut } = offerOf(format, batch.currency, unpaid);
    const parts = planParts(format, payouts).map((size) => ({
      payouts: size,
      paid: 0,
      warning: null,
      unavailable: null,
    }));
    const unwritten = { written_at: null, executes_on: null };
    return { format, payouts, parts, ...unwritten, left_out: leftOut, unavailable: refusal?.message ?? null };
  });
}

function presentWritten({ format, parts, writtenAt }: DescribedFile): BatchFile {
  const presented = parts.map(presentPart);
  const [first] = presented;
  return {
    format,
    payouts: countPayouts(parts),
    parts: presented,
    written_at: writtenAt.toISOString(),
    executes_on: format === "sepa" ? executionDay(writtenAt) : null,
    left_out: null,
    unavailable: presented.every(({ unavailable }) => unavailable !== null) ? (first?.unavailable ?? null) : null,
  };
}

function presentPart(part: PartSummary): BatchFilePart {
  const unavailable = partRefusal(part)?.message ?? null;
  return {
    payouts: part.payouts,
    paid: part.paid,
    warning: unavailable === null ? paidWarning(part) : null,
    unavailable,
  };
}

const previewRow: z.ZodType<BatchPreviewRow> = z.object({
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  amount: z.number(),
  conversions: z.number(),
  earned: z.number(),
  clawed_back: z.number(),
  method: method.nullable(),
  skipped: z.enum(skipReasons).nullable(),
  suspended: z.boolean(),
});

export const batchPreview: z.ZodType<BatchPreviewResponse> = z.object({
  currency: z.string(),
  minimum: z.number(),
  as_of: z.string(),
  total: z.number(),
  payouts: z.number(),
  conversions: z.number(),
  skipped: z.number(),
  rows: z.array(previewRow),
  pagination,
});

export function presentPreviewRow(row: PreviewRow, currency: Currency): BatchPreviewRow {
  return {
    affiliate_id: row.affiliateId,
    affiliate_name: row.name,
    amount: row.skipped === "owes_more" ? 0 : major(row.amountMinor, currency),
    conversions: row.conversions,
    earned: major(row.earnedMinor, currency),
    clawed_back: major(row.owedMinor, currency),
    method: row.method,
    skipped: row.skipped,
    suspended: row.suspended,
  };
}

export const payFile: z.ZodType<FileResponse> = z.object({
  file: z.object({
    format: z.enum(fileFormats),
    name: z.string(),
    payouts: z.number(),
    total: z.number(),
    written_at: z.string(),
    paths: z.array(z.string()),
  }),
});

export function presentPayFile(
  context: Pick<MerchantContext, "twin">,
  { batch, file }: { batch: Batch; file: DescribedFile },
): FileResponse {
  const totalMinor = file.parts.reduce((sum, part) => sum + part.totalMinor, 0n);
  const path = `/api/dashboard/${batch.accountId}/payout-batches/${batch.id}/files/${file.format}`;
  return {
    file: {
      format: file.format,
      name: fileName(context, { ...file, parts: file.parts.length }),
      payouts: countPayouts(file.parts),
      total: major(totalMinor, batch.currency),
      written_at: file.writtenAt.toISOString(),
      paths: file.parts.map((_, index) => (index === 0 ? path : `${path}?part=${index + 1}`)),
    },
  };
}
