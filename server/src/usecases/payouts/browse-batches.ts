import type { batchSorts } from "tributary-sdk/words";
import { AppError } from "../../domain/errors.ts";
import type { BatchId } from "../../domain/ids.ts";
import { summarisePart, type PartSummary, type PayoutTally } from "../../domain/payout-tally.ts";
import type { Batch } from "../../domain/payout.ts";
import { countBatches, findBatch, listBatches } from "../../store/payouts/payout-batches.ts";
import { listFiles, type PayoutFile } from "../../store/payouts/payout-files.ts";
import { listTallies } from "../../store/payouts/payout-tallies.ts";
import type { Page, Total } from "../../store/page.ts";
import type { MerchantContext } from "../context.ts";

export interface DescribedFile extends Omit<PayoutFile, "parts"> {
  readonly parts: readonly PartSummary[];
}
export interface DescribedBatch {
  readonly batch: Batch;
  readonly tallies: readonly PayoutTally[];
  /** The files created so far. */
  readonly files: readonly DescribedFile[];
}

export async function browseBatches(
  context: MerchantContext,
  page: Page & { sort?: (typeof batchSorts)[number] | undefined },
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
  const files = await listFiles(db, accountId, ids);
  // Read after the files: a file created in between must not appear without payouts.
  const tallies = await listTallies(db, accountId, ids);
  const described = files.map((file) => ({ ...file, parts: partsOf(file, tallies) }));
  return batches.map((batch) => ({
    batch,
    tallies: tallies.filter(({ batchId }) => batchId === batch.id),
    files: described.filter(({ batchId }) => batchId === batch.id),
  }));
}

function partsOf({ id, format, parts }: PayoutFile, tallies: readonly PayoutTally[]): PartSummary[] {
  const lines = tallies.filter(({ fileId, formats }) => fileId === id && formats.includes(format));
  return Array.from({ length: parts }, (_, before) => summarisePart(lines.filter(({ part }) => part === before + 1)));
}
