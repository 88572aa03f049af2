import type { Tx } from "../../db/database.ts";
import { batchFacts } from "../../domain/audit-facts.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import type { Batch } from "../../domain/payout.ts";
import {
  findBatch,
  insertBatch,
  lockBatchesOf,
  previewBatch,
  summariseBatch,
  type BatchPreviewRow,
  type BatchSummary,
  type BatchTerms,
  type PreviewPage,
} from "../../store/payouts/payout-batches.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { advanceBatch } from "./advance-batch.ts";

export type { BatchPreviewRow, BatchSummary } from "../../store/payouts/payout-batches.ts";

/** What a batch on these terms would pay, and whom it would skip. */
export async function previewPayouts(
  { db, accountId }: MerchantContext,
  terms: BatchTerms,
  page: PreviewPage,
): Promise<{ summary: BatchSummary; rows: BatchPreviewRow[] }> {
  const [summary, rows] = await Promise.all([
    summariseBatch(db, accountId, terms),
    previewBatch(db, accountId, { ...terms, page }),
  ]);
  return { summary, rows };
}

export interface CreateBatch extends BatchTerms {
  /** The figures in the preview. If they no longer match, nothing is paid. */
  readonly expected?: { readonly payouts: number; readonly totalMinor: bigint } | undefined;
}

/** The request creates up to this many parts; a job creates the rest of a large batch. */
const PARTS_AT_ONCE = 10;

export async function createBatch(context: MerchantContext, { expected, ...terms }: CreateBatch): Promise<Batch> {
  requireRole(context, "owner");
  const { db, accountId } = context;
  if (terms.asOf > context.clock.now())
    throw new AppError("invalid_request", { text: "as_of must not be in the future." });
  const batch = newBatch(context, terms, { origin: "batch", month: null });
  await db.transaction(async (tx) => {
    // An unfinished batch is about to pay amounts that would also count here.
    if (await lockBatchesOf(tx, accountId, terms.currency)) throw new AppError("batch_under_way");
    const summary = await summariseBatch(tx, accountId, terms);
    if (expected && (expected.payouts !== summary.payouts || expected.totalMinor !== summary.totalMinor))
      throw new AppError("preview_changed");
    if (summary.payouts === 0) throw new AppError("nothing_to_pay");
    await beginBatch(tx, context, { ...batch, summary });
  });
  for (let part = 0; part < PARTS_AT_ONCE; part += 1) if ((await advanceBatch(context, batch)) === "made") break;
  const made = await findBatch(db, accountId, batch.id);
  if (!made) throw new Error(`Batch ${batch.id} no longer exists.`);
  return made;
}

/** The audit log has one entry per batch with its planned total, not one per payout. */
export async function beginBatch(
  tx: Tx,
  context: MerchantContext,
  { summary, ...terms }: Batch & { summary: BatchSummary },
): Promise<void> {
  const batch = { ...terms, skippedWithoutDetails: summary.skippedWithoutDetails };
  if (!(await insertBatch(tx, batch))) return;
  await audit(tx, context, { action: "batch.created", subject: batch.id, after: batchFacts(batch, summary) });
}

export function newBatch(
  { accountId, actor, clock, random }: MerchantContext,
  { currency, minimumMinor, asOf }: BatchTerms,
  { origin, month }: Pick<Batch, "origin" | "month">,
): Batch {
  const now = clock.now();
  const id = idOf("batch", random.uuid(now));
  const progress = { reachedAffiliateId: null, skippedWithoutDetails: 0, createdAt: now, madeAt: null };
  return { id, accountId, currency, origin, minimumMinor, asOf, month, actor, status: "making", ...progress };
}
