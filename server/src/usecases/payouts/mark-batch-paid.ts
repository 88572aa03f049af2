import { AppError, orRefuse } from "../../domain/errors.ts";
import type { BatchId, PayoutId } from "../../domain/ids.ts";
import {
  markInBatch,
  type Batch,
  type BatchMark,
  type Payout,
  type PayoutChange,
  type Settlement,
} from "../../domain/payout.ts";
import { findBatch, listStatusesInBatch } from "../../store/payouts/payout-batches.ts";
import { lockPayouts } from "../../store/payouts/payouts.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { saveSettlements } from "./settle-payouts.ts";

/** Payouts per transaction: keeps locks short, even for a large batch. */
const GROUP = 200;

export interface MarkBatchPaid extends Pick<Settlement, "paidOn" | "reference"> {
  readonly batchId: BatchId;
  /** Payouts that stay open. */
  readonly except: readonly PayoutId[];
}
type DecidedPayout = BatchMark & { readonly payoutId: PayoutId };
export type MarkedPayout = DecidedPayout & { readonly affiliateName: string };

/**
 * Marks every open payout of the batch as paid, group by group in ID order, which is also the lock order. Each payout
 * is reported as it was found under its lock. Repeating the request changes nothing that is already paid.
 */
export async function markBatchPaid(
  context: MerchantContext,
  { batchId, except, ...settlement }: MarkBatchPaid,
): Promise<{ batch: Batch; marked: MarkedPayout[] }> {
  requireRole(context, "owner");
  const { db, accountId } = context;
  const batch = orRefuse(await findBatch(db, accountId, batchId), "batch_not_found");
  if (batch.status === "making") throw new AppError("batch_unfinished");
  const all = await listStatusesInBatch(db, accountId, batchId);
  const excluded = new Set(except);
  const known = new Set(all.map(({ id }) => id));
  // An unknown exception is a mistake: the payout that was meant would be marked as paid.
  if (except.some((id) => !known.has(id))) throw new AppError("payout_not_found");
  const meant = all.filter(({ id }) => !excluded.has(id));
  const open = meant.filter(({ status }) => status === "created").map(({ id }) => id);
  const marks = new Map<PayoutId, BatchMark>();
  for (let start = 0; start < open.length; start += GROUP)
    for (const mark of await markGroup(context, open.slice(start, start + GROUP), settlement))
      marks.set(mark.payoutId, mark);
  const marked = meant.map(({ id, status, affiliateName }): MarkedPayout => ({
    payoutId: id,
    affiliateName,
    ...(marks.get(id) ?? { outcome: "unchanged", status }),
  }));
  return { batch, marked };
}

function markGroup(
  context: MerchantContext,
  ids: readonly PayoutId[],
  settlement: Omit<Settlement, "now">,
): Promise<DecidedPayout[]> {
  return context.db.transaction(async (tx) => {
    const decide = (payout: Payout): DecidedPayout => ({
      payoutId: payout.id,
      ...markInBatch(payout, { ...settlement, now: context.clock.now() }),
    });
    const decided = (await lockPayouts(tx, context.accountId, ids)).map(decide);
    await saveSettlements(tx, context, changesOf(decided));
    return decided;
  });
}

const changesOf = (decided: readonly BatchMark[]): PayoutChange[] =>
  decided.flatMap((each) => (each.outcome === "change" ? [each.change] : []));
