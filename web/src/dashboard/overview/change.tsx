import { Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { numberText, percentText } from "../../format/numbers.ts";

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  readonly textOf: (value: number) => string;
}

/** Compares a figure with the previous period. Arrow and sign show the direction, so that colour is not needed. */
export function Change({ now, before, textOf }: ChangeProps): ReactNode {
  const Arrow = now > before ? IconArrowUpRight : now < before ? IconArrowDownRight : IconArrowRight;
  return (
    <Text span inherit style={{ whiteSpace: "normal" }}>
      <Arrow size={14} stroke={2} aria-hidden style={{ verticalAlign: "-2px" }} /> {changeText(now, before)}
      {now !== before && before !== 0 && ` vs. ${textOf(before)}`}
    </Text>
  );
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
  if (now === null) return "No clicks in this period";
  if (before === null) return "No clicks in the previous period";
  const points = Math.round(Math.abs(now - before) * 100) / 100;
  const Arrow = now > before ? IconArrowUpRight : now < before ? IconArrowDownRight : IconArrowRight;
  const text = points === 0 ? "No change" : `${signOf(now, before)}${numberText(points)} points`;
  return (
    <>
      <Arrow size={14} stroke={2} aria-hidden style={{ verticalAlign: "-2px" }} /> {text}
      {points !== 0 && ` vs. ${percentText(before)}`}
    </>
  );
}
