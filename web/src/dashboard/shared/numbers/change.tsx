import { VisuallyHidden } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { numberText, percentText } from "../../../format/numbers.ts";
import classes from "./figures.module.css";

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  readonly textOf: (value: number) => string;
}

/**
 * One number against the previous period; the exact figure on hover. The direction is shown by the sign, not by colour.
 */
export function Change({ now, before, textOf }: ChangeProps): ReactNode {
  const exact = now !== before && before !== 0 ? textOf(before) : undefined;
  return <Pill now={now} before={before} text={changeText(now, before)} exact={exact} />;
}

function changeText(now: number, before: number): string {
  if (now === before) return "No change";
  if (before === 0) return "Up from 0";
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return now > before ? "Up slightly" : "Down slightly";
  return `${signOf(now, before)}${percentText(percent)}`;
}

const signOf = (now: number, before: number): string => (now > before ? "+" : "−");

/** A rate is already a percentage, so its change is in percentage points. */
export function RateChange({ now, before }: { now: number | null; before: number | null }): ReactNode {
  if (now === null) return <span className={classes["note"]}>No clicks in this period</span>;
  if (before === null) return <span className={classes["note"]}>No clicks before</span>;
  const points = Math.round(Math.abs(now - before) * 100) / 100;
  const text = points === 0 ? "No change" : `${signOf(now, before)}${numberText(points)} points`;
  return <Pill now={now} before={before} text={text} exact={points === 0 ? undefined : percentText(before)} />;
}

interface PillProps {
  readonly now: number;
  readonly before: number;
  readonly text: string;
  readonly exact: string | undefined;
}

function Pill({ now, before, text, exact }: PillProps): ReactNode {
  const Arrow = now > before ? IconArrowUpRight : now < before ? IconArrowDownRight : IconArrowRight;
  return (
    <span className={classes["change"]} title={exact === undefined ? undefined : `${exact} in the previous period`}>
      <Arrow size={14} stroke={2} aria-hidden />
      {text}
      {exact !== undefined && <VisuallyHidden component="span"> vs. {exact}</VisuallyHidden>}
    </span>
  );
}
