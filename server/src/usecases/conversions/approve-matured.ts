import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { isStillApprovable, listApprovable, type Approvable } from "../../store/conversions/auto-approval.ts";
import { asSystem } from "../acting.ts";
import type { Services } from "../context.ts";
import { inPages } from "../in-pages.ts";
import { forEachIsolated } from "../isolated.ts";
import { approveConversion } from "./change-conversion.ts";

const CONVERSIONS_AT_ONCE = 200;
/** Each locked conversion fails only after the lock timeout, and the jobs of all accounts wait meanwhile. */
const FAILING_MAX_MS = 30_000;

/**
 * Follows the same rules and leaves the same records as a manual approval. One transaction per conversion. Stops when
 * the time is over; the next run continues. It also leaves an account to the next run whose failures take too long.
 */
export async function approveMatured(services: Services, isOver?: () => boolean): Promise<void> {
  const { db, clock, wallClock, twin } = services;
  const failedMs = new Map<AccountId, number>();
  const approvable = inPages<Approvable>(CONVERSIONS_AT_ONCE, (after) =>
    listApprovable(db, { now: clock.now(), after, limit: CONVERSIONS_AT_ONCE, twin }),
  );
  const work = async (each: Approvable): Promise<void> => {
    const before = failedMs.get(each.accountId) ?? 0;
    if (before > FAILING_MAX_MS) return;
    const began = wallClock.now().getTime();
    try {
      await approve(services, each);
    } catch (error) {
      failedMs.set(each.accountId, before + wallClock.now().getTime() - began);
      throw error;
    }
  };
  await forEachIsolated(approvable, work, isOver);
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
