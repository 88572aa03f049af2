import type { PortalBalancesResponse } from "tributary-sdk/pages";
import { calendarDay, dayOf } from "../format/dates.ts";
import { amountsText, moneyText, sumByCurrency } from "../format/numbers.ts";

type Balance = PortalBalancesResponse["balances"][number];

export interface PaydayText {
  readonly label: "Next payday" | "Ready";
  readonly value: string;
  readonly note: string;
}

/** When the affiliate is paid next, and how much; without a monthly schedule, what is ready. */
export function paydayText(balances: readonly Balance[]): PaydayText {
  const scheduled = balances
    .flatMap((balance) => (balance.next_payday === null ? [] : [{ ...balance, payday: balance.next_payday }]))
    .toSorted((a, b) => (a.payday.on < b.payday.on ? -1 : 1));
  const due = scheduled.find(({ payday }) => payday.amount > 0 && payday.amount >= payday.minimum);
  if (due)
    return {
      label: "Next payday",
      value: `${moneyText(due.payday.amount, due.currency)} on ${calendarDay(due.payday.on)}`,
      note: `From ${due.merchant_name}. More may be approved by then.`,
    };
  const ready = balances.filter(({ payable, next_payday }) => payable > 0 && next_payday === null);
  if (ready.length > 0) return readyText(ready);
  const small = scheduled.find(({ payday }) => payday.amount > 0) ?? scheduled[0];
  if (small) return belowMinimum(small, small.payday);
  const [held] = balances
    .filter(({ next_matures_at }) => next_matures_at !== null)
    .toSorted((a, b) => ((a.next_matures_at ?? "") < (b.next_matures_at ?? "") ? -1 : 1));
  return {
    label: "Ready",
    value: moneyText(0, balances[0]?.currency ?? "EUR"),
    note: held?.next_matures_at
      ? `Commission from ${held.merchant_name} is on hold until ${dayOf(held.next_matures_at)}.`
      : "Approved commission is ready once its hold period ends.",
  };
}

function readyText(ready: readonly Balance[]): PaydayText {
  const merchants = [...new Set(ready.map(({ merchant_name }) => merchant_name))];
  const who = merchants.length === 1 ? `${merchants[0]} decides` : "Each merchant decides";
  return {
    label: "Ready",
    value: amountsText(sumByCurrency(ready.map(({ currency, payable }) => [currency, payable])), ""),
    note: `${who} when to pay.`,
  };
}

const belowMinimum = (
  { currency, merchant_name: merchant }: Balance,
  { on, amount, minimum }: NonNullable<Balance["next_payday"]>,
): PaydayText => ({
  label: "Next payday",
  value: calendarDay(on),
  note:
    amount > 0
      ? `${moneyText(amount, currency)} is carried over. The minimum payout from ${merchant} is ${moneyText(minimum, currency)}.`
      : `So far, no commission from ${merchant} will be ready by then.`,
});
