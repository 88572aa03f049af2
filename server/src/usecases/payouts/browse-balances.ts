import { ageingBuckets, paydayOf, type Payday } from "../../domain/balance.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { AppError } from "../../domain/errors.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import {
  countBalances,
  listBalances,
  listMaturing,
  readAgeing,
  type AgeingRow,
  type BalanceFilter,
  type BalancePosition,
  type ListedBalance,
  type MaturingDay,
} from "../../store/payouts/balances.ts";
import { listSchedulesOfPerson } from "../../store/payouts/payout-settings.ts";
import { reaching } from "../../store/page.ts";
import { findParty } from "../../store/ledger/statements.ts";
import type { AffiliateContext, MerchantContext } from "../context.ts";
import type { Listing } from "../listing.ts";

export type { AgeingRow, BalanceFilter, ListedBalance, MaturingDay } from "../../store/payouts/balances.ts";

const BATCH_ROWS = 500;

/** An affiliate has one balance per currency, so the list position has both. */
export const browseBalances: Listing<BalanceFilter, ListedBalance> = {
  async page({ db, accountId, clock }, filter, page) {
    const now = clock.now();
    const [rows, total] = await Promise.all([
      listBalances(db, { accountId }, { filter, slice: page, now }),
      countBalances(db, { accountId }, { filter, now }),
    ]);
    return { rows, total: reaching(total, page, rows.length) };
  },
  async *batches({ reads, accountId, clock }, filter) {
    const now = clock.now();
    let after: BalancePosition | undefined;
    for (;;) {
      const slice = { limit: BATCH_ROWS, after };
      const rows = await reads.run((db) => listBalances(db, { accountId }, { filter, slice, now }));
      yield rows;
      after = rows.at(-1)?.balance;
      if (rows.length < BATCH_ROWS) return;
    }
  },
};

const OWN_MAX = 1_000;

export interface OwnBalance extends ListedBalance {
  readonly payday: Payday | null;
}

/** Across all merchants, each with the day of its next monthly batch. */
export async function listOwnBalances({ db, userId, clock }: AffiliateContext): Promise<OwnBalance[]> {
  const now = clock.now();
  const [listed, schedules] = await Promise.all([
    listBalances(db, { userId }, { filter: {}, slice: { limit: OWN_MAX, offset: 0 }, now }),
    listSchedulesOfPerson(db, userId, now),
  ]);
  const nameOf = ({ affiliateId, currency }: BalancePosition): string => `${affiliateId} ${currency}`;
  const schedulesByName = new Map(schedules.map((schedule) => [nameOf(schedule), schedule]));
  return listed.map((row) => ({ ...row, payday: paydayOf(row.balance, schedulesByName.get(nameOf(row.balance))) }));
}

const DAYS_MAX = 100;

export async function listMaturingDays(
  context: MerchantContext | AffiliateContext,
  { affiliateId, currency }: { affiliateId: AffiliateId; currency: Currency | undefined },
): Promise<MaturingDay[]> {
  const party = await findParty(context.db, affiliateId);
  const isTheirs = "accountId" in context ? party?.accountId === context.accountId : party?.userId === context.userId;
  if (!party || !isTheirs) throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
  const now = context.clock.now();
  return listMaturing(context.db, { accountId: party.accountId, affiliateId, currency }, { now, limit: DAYS_MAX });
}

/** Conversions pending approval, by age. */
export const getAgeing = ({ db, accountId, clock }: MerchantContext): Promise<AgeingRow[]> =>
  readAgeing(db, accountId, { today: clock.now().toISOString().slice(0, 10), buckets: ageingBuckets });
