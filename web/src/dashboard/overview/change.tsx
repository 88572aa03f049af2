import { Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { numberText } from "../../format/numbers.ts";

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  readonly textOf: (value: number) => string;
}

/** How a figure moved against the span before: an arrow and words, so that nothing hangs on a colour. */
export function Change({ now, before, textOf }: ChangeProps): ReactNode {
  const Arrow = now > before ? IconArrowUpRight : now < before ? IconArrowDownRight : IconArrowRight;
  return (
    <Text span inherit style={{ whiteSpace: "normal" }}>
      <Arrow size={14} stroke={2} aria-hidden style={{ verticalAlign: "-2px" }} /> {wordsOf(now, before)}
      {now !== before && before !== 0 && `, ${textOf(before)} before`}
    </Text>
  );
}

function wordsOf(now: number, before: number): string {
  if (now === before) return now === 0 ? "none before either" : "as before";
  if (before === 0) return "none before";
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return now > before ? "slightly more" : "slightly less";
  return `${numberText(percent)} % ${now > before ? "more" : "less"}`;
}

/** Of a rate, which is a share already: in points. */
export function RateChange({ now, before }: { now: number | null; before: number | null }): ReactNode {
  if (now === null) return "no clicks to compare";
  if (before === null) return "no clicks before";
  const points = Math.round(Math.abs(now - before) * 100) / 100;
  const Arrow = now > before ? IconArrowUpRight : now < before ? IconArrowDownRight : IconArrowRight;
  const words = points === 0 ? "as before" : `${numberText(points)} points ${now > before ? "more" : "less"}`;
  return (
    <>
      <Arrow size={14} stroke={2} aria-hidden style={{ verticalAlign: "-2px" }} /> {words}
      {points !== 0 && `, ${numberText(before)} % before`}
    </>
  );
}
