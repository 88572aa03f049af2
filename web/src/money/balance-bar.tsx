import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { dayOf } from "../format/dates.ts";
import { moneyText } from "../format/numbers.ts";
import type { Reader } from "../words/balances.ts";
import classes from "./balance-bar.module.css";
import type { Stages } from "./total-balances.ts";

interface Part {
  readonly name: "pending" | "hold" | "ready" | "blocked" | "transit" | "paid" | "deducted" | "returned";
  readonly label: string;
  readonly amount: number;
  readonly note: string;
}

interface BarProps {
  readonly balance: Stages;
  /** Not part of what is ready. */
  readonly blocked?: number;
  readonly reader: Reader;
}

/** The stages of a balance: pending, on hold, ready, paid. The same wherever a balance is shown. */
export function BalanceBar({ balance, blocked = 0, reader }: BarProps): ReactNode {
  const parts = partsOf(balance, blocked, reader);
  const flowing = parts.filter(({ name, amount }) => amount > 0 && name !== "deducted" && name !== "returned");
  return (
    <div className={classes["frame"]}>
      <div className={classes["bar"]} aria-hidden>
        {flowing.map(({ name, amount }) => (
          <span key={name} className={classes["part"]} data-part={name} style={{ flexGrow: amount }} />
        ))}
      </div>
      <dl className={classes["legend"]}>
        {parts.map(({ name, label, amount, note }) => (
          <div key={name} className={classes["entry"]}>
            <dt className={classes["label"]} data-part={name}>
              {label}
            </dt>
            <dd className={classes["amount"]}>
              {moneyText(amount, balance.currency)}
              <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
                {note}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shows blocked money, money in transit and deductions only if there are any. */
function partsOf(balance: Stages, blocked: number, reader: Reader): readonly Part[] {
  const { next_matures_at: next, withdrawable_since: since, payable } = balance;
  const always: readonly Part[] = [
    { name: "pending", label: "Pending review", amount: balance.pending, note: "not approved yet" },
    {
      name: "hold",
      label: "On hold",
      amount: balance.maturing,
      note: next === null ? "approved" : `next part ready on ${dayOf(next)}`,
    },
    {
      name: "ready",
      label: reader === "affiliate" ? "Ready" : "Ready to pay",
      amount: payable,
      note: payable === 0 || since === null ? "not in a payout yet" : `since ${dayOf(since)}`,
    },
  ];
  const paid: Part = { name: "paid", label: "Paid", amount: balance.paid, note: "to date" };
  const some: readonly Part[] = [
    { name: "blocked", label: "Blocked", amount: blocked, note: "can't be paid now" },
    { name: "transit", label: "In transit", amount: balance.in_payout, note: "in payouts not paid yet" },
    paid,
    balance.owed_back < 0
      ? { name: "returned", label: "To be returned", amount: -balance.owed_back, note: "already added" }
      : { name: "deducted", label: "To be deducted", amount: balance.owed_back, note: "already subtracted" },
  ];
  return [...always, ...some.filter((part) => part === paid || part.amount > 0)];
}
