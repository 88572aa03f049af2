import { SegmentedControl, Skeleton } from "@mantine/core";
import { lazy, Suspense, type ReactNode } from "react";
import { useNow } from "../../ui/clock.ts";
import { lengthOf, dayAt } from "../utc-days.ts";
import { DAYS_DEFAULT, lastDays, type Span } from "./search.ts";
import classes from "./span-filter.module.css";

const DateSpan = lazy(() =>
  import("../../ui/date-span.tsx").then(({ DateSpan: component }) => ({ default: component })),
);

const lengths = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

interface SpanFilterProps {
  readonly span: Span;
  /** Nothing: the usual span. */
  readonly onChange: (span: Partial<Span>) => void;
  readonly children: ReactNode;
}

/** The usual spans with one click, any other by calendar. */
export function SpanFilter({ span, onChange, children }: SpanFilterProps): ReactNode {
  const now = useNow();
  const endsToday = span.to === dayAt(now);
  const length = String(lengthOf(span.from, span.to));
  const usual = endsToday && lengths.some(({ value }) => value === length) ? length : "";
  const choose = (value: string): void => {
    const count = Number(value);
    onChange(count === DAYS_DEFAULT ? {} : lastDays(count, now));
  };
  return (
    <search className={classes["bar"]} aria-label="Filters">
      <SegmentedControl
        aria-label="Days shown"
        size="sm"
        data={lengths}
        value={usual}
        onChange={choose}
        transitionDuration={80}
        className={classes["lengths"] ?? ""}
      />
      <Suspense fallback={<Skeleton h={36} w={160} />}>
        <DateSpan
          label="Other days (UTC)"
          from={usual === "" ? span.from : undefined}
          to={usual === "" ? span.to : undefined}
          onChange={(from, to) => onChange(from === undefined || to === undefined ? {} : { from, to })}
        />
      </Suspense>
      {children}
    </search>
  );
}
