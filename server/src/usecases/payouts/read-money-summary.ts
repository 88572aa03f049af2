import { readAgeing, type AgeingRow } from "../../store/payouts/balances.ts";
import { sumMoney, type AccountMoney } from "../../store/payouts/due-now.ts";
import type { MerchantContext } from "../context.ts";

/** Days after which a pending conversion counts as waiting too long. */
const LONG_DAYS = 60;

export interface MoneySummary {
  readonly money: AccountMoney;
  /** Conversions pending review for more than 60 days. */
  readonly waitingLong: readonly AgeingRow[];
}

/** What can be paid now, and what is stuck. */
export async function readMoneySummary({ db, accountId, clock }: MerchantContext): Promise<MoneySummary> {
  const now = clock.now();
  const buckets = [0, LONG_DAYS + 1];
  const [money, ages] = await Promise.all([
    sumMoney(db, accountId, now),
    readAgeing(db, accountId, { today: now.toISOString().slice(0, 10), buckets }),
  ]);
  return { money, waitingLong: ages.filter(({ from }) => from > LONG_DAYS) };
}
