import { Text } from "@mantine/core";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AnchorLink } from "../link.tsx";
import classes from "./bar-list.module.css";

export interface BarRow {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
  readonly link: LinkOptions;
}

/** The top entries, largest first, as bars with figures. */
export function BarList({ label, rows }: { label: string; rows: readonly BarRow[] }): ReactNode {
  const largest = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ol className={classes["list"]} aria-label={label}>
      {rows.map(({ id, name, value, text, link }) => (
        <li key={id} className={classes["row"]}>
          <AnchorLink {...link} inherit className={classes["name"] ?? ""} title={name}>
            {name}
          </AnchorLink>
          <Text span inherit className="number">
            {text}
          </Text>
          <div className={classes["track"]} aria-hidden>
            <div className={classes["bar"]} style={{ width: `${largest === 0 ? 0 : (value / largest) * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}
