import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Key facts side by side. */
export function FactStrip({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={classes["strip"]} data-count={facts.length}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes["fact"]}>
          <Text component="dt" size="sm" c="dimmed">
            {fact.label}
          </Text>
          <dd className={classes["value"]} data-words={isWords(fact.value)}>
            {fact.value}
            {fact.note !== undefined && (
              <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
                {fact.note}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Words are not figures: set as large as one, a sentence takes three lines. `CHF 20.00` is a figure. */
const isWords = (value: ReactNode): boolean =>
  typeof value === "string" && /^\p{L}/u.test(value) && !/^\p{Lu}{3}\s\d/u.test(value);

/** Labels and values below each other. */
export function FactList({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={classes["list"]}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes["line"]}>
          <Text component="dt" size="sm" c="dimmed">
            {fact.label}
          </Text>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
