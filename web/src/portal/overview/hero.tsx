import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PortalEarningsResponse } from "tributary-sdk/pages";
import { ownBalancesQuery } from "../../api/portal-money.ts";
import { monthsQuery } from "../../api/portal.ts";
import { calendarMonth } from "../../format/dates.ts";
import { amountsText } from "../../format/numbers.ts";
import { monthsAfter } from "../../format/utc-days.ts";
import { Card } from "../../ui/card.tsx";
import { HeroAmount } from "../../ui/hero-figure.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { Loaded } from "../../ui/states.tsx";
import { paydayText } from "../../words/payday.ts";
import classes from "./home.module.css";

/** This month's earnings, and the next payday. */
export function Hero(): ReactNode {
  const months = useQuery(monthsQuery);
  const balances = useQuery(ownBalancesQuery);
  return (
    <Card>
      <div className={classes["content"]}>
        <Loaded query={months}>
          {(answer) => {
            const earned = orNothing(earnedIn(answer, answer.until), answer.months[0]?.currency);
            const before = earnedIn(answer, monthsAfter(answer.until, -1));
            return (
              <Fact>
                <Text component="dt" size="sm" c="dimmed">
                  Earned in {calendarMonth(answer.until)}
                </Text>
                <dd className={`${classes["figure"]} ${classes["hero"]}`}>
                  {Object.entries(earned).map(([currency, amount]) => (
                    <span key={currency} className={`line ${classes["amount"]}`}>
                      <HeroAmount amount={amount} currency={currency} />
                    </span>
                  ))}
                  <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
                    {calendarMonth(monthsAfter(answer.until, -1))}: {amountsText(before, "nothing earned")}
                  </Text>
                </dd>
              </Fact>
            );
          }}
        </Loaded>
        <Loaded query={balances}>
          {(answer) => {
            const { label, value, note } = paydayText(answer.balances);
            return (
              <Fact>
                <Text component="dt" size="sm" c="dimmed">
                  {label}
                </Text>
                <dd className={`${classes["figure"]} ${classes["next"]}`}>
                  {value}
                  <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
                    {note}{" "}
                    <AnchorLink to="/portal/earnings" inherit underline="always">
                      All balances
                    </AnchorLink>
                  </Text>
                </dd>
              </Fact>
            );
          }}
        </Loaded>
      </div>
    </Card>
  );
}

const Fact = ({ children }: { children: ReactNode }): ReactNode => (
  <dl className={classes["fact"]}>
    <div>{children}</div>
  </dl>
);

const earnedIn = ({ months }: PortalEarningsResponse, month: string): Record<string, number> =>
  Object.fromEntries(months.filter((row) => row.month === month).map(({ currency, earned }) => [currency, earned]));

const orNothing = (amounts: Record<string, number>, currency = "EUR"): Record<string, number> =>
  Object.keys(amounts).length > 0 ? amounts : { [currency]: 0 };
