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
          <dd className={classes["value"]}>
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

/** One label and value per line. */
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
