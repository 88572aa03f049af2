import { AppError } from "../../domain/errors.ts";
import type { BatchId } from "../../domain/ids.ts";
import type { Batch } from "../../domain/payout.ts";
import { countBatches, findBatch, listBatches } from "../../store/payout-batches.ts";
import { listFiles, type PayoutFile } from "../../store/payout-files.ts";
import { readBatchTotals, type BatchTotal } from "../../store/payout-lists.ts";
import type { Page, Total } from "../../store/page.ts";
import type { MerchantContext } from "../context.ts";

export interface DescribedBatch {
  readonly batch: Batch;
  readonly totals: readonly BatchTotal[];
  readonly files: readonly PayoutFile[];
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
  return batches.map((batch) => ({
    batch,
    totals: totals.filter(({ batchId }) => batchId === batch.id),
    files: files.filter(({ batchId }) => batchId === batch.id),
  }));
}
