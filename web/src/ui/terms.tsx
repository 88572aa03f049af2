import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./terms.module.css";

export type Term = readonly [term: string, text: ReactNode];

export function Terms({ terms }: { terms: readonly Term[] }): ReactNode {
  return (
    <dl className={classes["terms"]}>
      {terms.map(([term, text]) => (
        <div key={term}>
          <Text component="dt" size="sm" c="dimmed">
            {term}
          </Text>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
