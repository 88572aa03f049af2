import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { SPAN_DAYS_MAX } from "tributary-sdk/limits";
import { lengthOf } from "../../format/utc-days.ts";
import { notifyProblem } from "../notice/notify.ts";
import { DayFilter } from "./day-filter.tsx";
import classes from "./span-filter.module.css";

interface SpanFilterProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Empty for a custom range. */
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Without days: the default range. */
  readonly onDays: (from: string | undefined, to: string | undefined) => void;
  readonly children?: ReactNode;
}

/** Common ranges as buttons, any other by calendar. */
export function SpanFilter({ choices, value, onChoose, from, to, onDays, children }: SpanFilterProps): ReactNode {
  const change: typeof onDays = (first, last) => {
    const isTooLong = first !== undefined && last !== undefined && lengthOf(first, last) > SPAN_DAYS_MAX;
    if (isTooLong) notifyProblem(`Choose at most ${SPAN_DAYS_MAX} days.`);
    else onDays(first, last);
  };
  return (
    <search className={classes["bar"]} aria-label="Filters">
      <SegmentedControl
        aria-label="Date range"
        size="sm"
        data={choices.map((choice) => ({ ...choice }))}
        value={value}
        onChange={onChoose}
        transitionDuration={80}
        className={classes["lengths"] ?? ""}
      />
      <DayFilter
        label="Custom range"
        from={value === "" ? from : undefined}
        to={value === "" ? to : undefined}
        onChange={change}
      />
      {children}
    </search>
  );
}
