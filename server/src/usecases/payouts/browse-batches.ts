import { AppError } from "../../domain/errors.ts";
import type { BatchId } from "../../domain/ids.ts";
import type { Batch } from "../../domain/payout.ts";
import { countBatches, findBatch, listBatches } from "../../store/payout-batches.ts";
import { listFiles, summariseFiles, type FileSummary, type PayoutFile } from "../../store/payout-files.ts";
import { readBatchTotals, type BatchTotal } from "../../store/payout-lists.ts";
import type { Page, Total } from "../../store/page.ts";
import type { MerchantContext } from "../context.ts";

export interface DescribedBatch {
  readonly batch: Batch;
  readonly totals: readonly BatchTotal[];
  /** Those that were written. */
  readonly files: readonly (PayoutFile & FileSummary)[];
}

export async function browseBatches(
  context: MerchantContext,
  page: Page,
): Promise<{ rows: DescribedBatch[]; total: Total }> {
  const { db, accountId } = context;
  const [batches, total] = await Promise.all([listBatches(db, accountId, page), countBatches(db, accountId)]);
  return { rows: await describe(context, batches), total };
}

export async function getBatch(context: MerchantContext, id: BatchId): Promise<DescribedBatch> {
  const batch = await findBatch(context.db, context.accountId, id);
  const [described] = batch ? await describe(context, [batch]) : [];
  if (!described) throw new AppError("batch_not_found");
  return described;
}

async function describe({ db, accountId }: MerchantContext, batches: readonly Batch[]): Promise<DescribedBatch[]> {
  const ids = batches.map(({ id }) => id);
  const [totals, files] = await Promise.all([readBatchTotals(db, accountId, ids), listFiles(db, accountId, ids)]);
  const summaries = await summariseFiles(db, accountId, files);
  const described = files.flatMap((file) => {
    const summary = summaries.get(file.id);
    return summary ? { ...file, ...summary } : [];
  });
  return batches.map((batch) => ({
    batch,
    totals: totals.filter(({ batchId }) => batchId === batch.id),
    files: described.filter(({ batchId }) => batchId === batch.id),
  }));
}
