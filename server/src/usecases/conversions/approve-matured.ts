import { AppError } from "../../domain/errors.ts";
import { isStillApprovable, listApprovable, type Approvable } from "../../store/conversions/auto-approval.ts";
import { asSystem } from "../acting.ts";
import type { Services } from "../context.ts";
import { inPages } from "../in-pages.ts";
import { forEachIsolated } from "../isolated.ts";
import { approveConversion } from "./change-conversion.ts";

const CONVERSIONS_AT_ONCE = 200;

/**
 * Follows the same rules and leaves the same records as a manual approval. One transaction per conversion. Stops when
 * the time is over; the next run continues.
 */
export async function approveMatured(services: Services, isOver?: () => boolean): Promise<void> {
  const { db, clock, twin } = services;
  const approvable = inPages<Approvable>(CONVERSIONS_AT_ONCE, (after) =>
    listApprovable(db, { now: clock.now(), after, limit: CONVERSIONS_AT_ONCE, twin }),
  );
  await forEachIsolated(approvable, (each) => approve(services, each), isOver);
}

async function approve(services: Services, each: Approvable): Promise<void> {
  const { accountId, id } = each;
  try {
    await approveConversion(asSystem(services, accountId), {
      id,
      onlyIf: (tx, now) => isStillApprovable(tx, each, now),
    });
  } catch (error) {
    // Someone has decided in the meantime; their decision stands.
    if (!(error instanceof AppError)) throw error;
  }
}
