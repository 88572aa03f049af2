import type { ReactNode } from "react";
import { useNow } from "../../ui/clock.ts";
import { SpanFilter as AnySpan } from "../../ui/filter/span-filter.tsx";
import { dayAt, lastDays, lengthOf, type Span } from "../../format/utc-days.ts";
import { DAYS_DEFAULT } from "./search.ts";

const lengths = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

interface SpanFilterProps {
  readonly span: Span;
  /** Without days: the default range. */
  readonly onChange: (span: Partial<Span>) => void;
  readonly children: ReactNode;
}

export function SpanFilter({ span, onChange, children }: SpanFilterProps): ReactNode {
  const now = useNow();
  const length = String(lengthOf(span.from, span.to));
  const isUsual = span.to === dayAt(now) && lengths.some(({ value }) => value === length);
  return (
    <AnySpan
      choices={lengths}
      value={isUsual ? length : ""}
      onChoose={(value) => onChange(Number(value) === DAYS_DEFAULT ? {} : lastDays(Number(value), now))}
      from={span.from}
      to={span.to}
      onDays={(from, to) => onChange(from === undefined || to === undefined ? {} : { from, to })}
    >
      {children}
    </AnySpan>
  );
}
