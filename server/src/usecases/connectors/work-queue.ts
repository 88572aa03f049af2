import type { Outcome } from "../../domain/connectors/receipt.ts";
import { AppError } from "../../domain/errors.ts";
import { findQueuedOrder, saveReconciled } from "../../store/connectors/order-queue.ts";
import type { MerchantContext } from "../context.ts";
import { reconcileAll } from "./work-receipt.ts";

interface QueueWork {
  readonly most: number;
  readonly isStopping: () => boolean;
  readonly isTemporary: (error: unknown) => boolean;
  readonly onBug: (error: unknown) => void;
}

/** Tries some of the account's queued orders again. The caller holds the account's lock for receipts. */
export async function workQueueOf(context: MerchantContext, work: QueueWork): Promise<void> {
  const { db, wallClock, accountId } = context;
  for (let number = 0; number < work.most && !work.isStopping(); number += 1) {
    const queued = await findQueuedOrder(db, accountId, wallClock.now());
    if (!queued) return;
    const outcome = await tried(context, queued.orderId, work);
    await db.transaction((tx) => saveReconciled(tx, accountId, { ...queued, outcome }));
  }
}

/** null: it could not be tried, and stays as it is until the shop sends something about it. */
async function tried(context: MerchantContext, orderId: string, work: QueueWork): Promise<Outcome | null> {
  try {
    return (await reconcileAll(context, [orderId], { mayWait: false })).outcome;
  } catch (error) {
    if (work.isTemporary(error)) throw error;
    if (!(error instanceof AppError)) work.onBug(error);
    return null;
  }
}
