import { AppError } from "../../domain/errors.ts";
import { isStillApprovable, listApprovable, type Approvable } from "../../store/conversions/auto-approval.ts";
import { asSystem } from "../acting.ts";
import type { Services } from "../context.ts";
import { approveConversion } from "./change-conversion.ts";

const CONVERSIONS_AT_ONCE = 200;

/**
 * Follows the same rules and leaves the same records as a manual approval. One transaction per conversion. Stops when
 * the time is over; the next run continues.
 */
export async function approveMatured(services: Services, isOver = (): boolean => false): Promise<void> {
  const { db, clock, twin } = services;
  for (;;) {
    const approvable = await listApprovable(db, { now: clock.now(), limit: CONVERSIONS_AT_ONCE, twin });
    let approved = 0;
    for (const each of approvable) {
      if (isOver()) return;
      if (await approve(services, each)) approved += 1;
    }
    if (approvable.length < CONVERSIONS_AT_ONCE || approved === 0) return;
  }
}

async function approve(services: Services, each: Approvable): Promise<boolean> {
  const { accountId, id } = each;
  try {
    await approveConversion(asSystem(services, accountId), {
      id,
      onlyIf: (tx, now) => isStillApprovable(tx, each, now),
    });
    return true;
  } catch (error) {
    // Someone has decided in the meantime; their decision stands.
    if (error instanceof AppError) return false;
    throw error;
  }
}
