import type { Balance } from "tributary-sdk/pages";

/** What a balance bar shows. */
export type Stages = Pick<
  Balance,
  | "currency"
  | "pending"
  | "maturing"
  | "next_matures_at"
  | "payable"
  | "withdrawable_since"
  | "owed_back"
  | "in_payout"
  | "paid"
>;

/** The balances with all merchants added up, one for each currency. */
export function totalBalances(balances: readonly Stages[]): readonly Stages[] {
  const totals = new Map<string, Stages>();
  for (const balance of balances) {
    const total = totals.get(balance.currency);
    totals.set(balance.currency, total ? sumOf(total, balance) : balance);
  }
  return [...totals.values()];
}

const sumOf = (one: Stages, other: Stages): Stages => ({
  currency: one.currency,
  pending: added(one.pending, other.pending),
  maturing: added(one.maturing, other.maturing),
  next_matures_at: earlier(one.next_matures_at, other.next_matures_at),
  payable: added(one.payable, other.payable),
  withdrawable_since: earlier(one.withdrawable_since, other.withdrawable_since),
  owed_back: added(one.owed_back, other.owed_back),
  in_payout: added(one.in_payout, other.in_payout),
  paid: added(one.paid, other.paid),
});

/** Amounts are whole cents, or mills in the currencies with three decimals. */
const PER_UNIT = 1000;
const added = (one: number, other: number): number => Math.round((one + other) * PER_UNIT) / PER_UNIT;

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;
