import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { moneyParts } from "../format/numbers.ts";
import classes from "./hero-figure.module.css";

interface HeroFigureProps {
  readonly label: string;
  readonly amount: number;
  readonly currency: string;
  readonly note?: ReactNode;
}

/** The main amount of a page. */
export function HeroFigure({ label, amount, currency, note }: HeroFigureProps): ReactNode {
  return (
    <div>
      <Text size="xs" fw={500} c="dimmed">
        {label}
      </Text>
      <p className={classes["figure"]}>
        <HeroAmount amount={amount} currency={currency} />
      </p>
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}

/** The minor units are smaller, so that the size of the amount is seen first. */
export const HeroAmount = ({ amount, currency }: Pick<HeroFigureProps, "amount" | "currency">): ReactNode =>
  moneyParts(amount, currency).map(({ type, value }, index) => (
    <span key={index} className={type === "fraction" || type === "decimal" ? classes["minor"] : undefined}>
      {value}
    </span>
  ));
