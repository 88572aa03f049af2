import { readAgeing, type AgeingRow } from "../../store/payouts/balances.ts";
import { readDue, sumHeld, type Due, type HeldSum } from "../../store/payouts/due-now.ts";
import type { MerchantContext } from "../context.ts";

/** Days after which a pending conversion counts as waiting too long. */
const LONG_DAYS = 60;

export interface MoneySummary {
  readonly due: Due;
  /** All balances of the account. */
  readonly held: readonly HeldSum[];
  /** Conversions pending review for more than 60 days. */
  readonly waitingLong: readonly AgeingRow[];
}

/** What can be paid now, and what is stuck. */
export async function readMoneySummary({ db, accountId, clock }: MerchantContext): Promise<MoneySummary> {
  const now = clock.now();
  const buckets = [0, LONG_DAYS + 1];
  const [due, held, ages] = await Promise.all([
    readDue(db, accountId, now),
    sumHeld(db, accountId, now),
    readAgeing(db, accountId, { today: now.toISOString().slice(0, 10), buckets }),
  ]);
  return { due, held, waitingLong: ages.filter(({ from }) => from > LONG_DAYS) };
}
