import "@mantine/dates/styles.layer.css";
import { DatePickerInput } from "@mantine/dates";
import { useEffect, useRef, useState, type ReactNode } from "react";

interface DateSpanProps {
  readonly label: string;
  /** Days such as 2026-03-01, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
  /** Opens the calendar right away. */
  readonly opened?: boolean;
}

type Pair = [string | null, string | null];

/** A date range. Loaded separately: calendars are heavy and most visits do not need one. */
export function DateSpan({ label, from, to, onChange, opened = false }: DateSpanProps): ReactNode {
  const given: Pair = [from ?? null, to ?? null];
  // After the first of two clicks, the range has no end yet.
  const [half, setHalf] = useState<Pair>();
  const button = useRef<HTMLButtonElement>(null);
  const [opensAtOnce] = useState(opened);
  useEffect(() => {
    // The picker has no prop for being open, so click it.
    if (opensAtOnce) button.current?.click();
  }, [opensAtOnce]);
  const change = (next: Pair): void => {
    const [first, last] = next;
    if (first !== null && last === null) return setHalf(next);
    setHalf(undefined);
    onChange(first ?? undefined, last ?? undefined);
  };
  return (
    <DatePickerInput
      ref={button}
      type="range"
      aria-label={label}
      placeholder={label}
      size="sm"
      w={{ base: "calc(50% - 5px)", sm: 160 }}
      valueFormat="D MMM YY"
      value={half ?? given}
      onChange={change}
      allowSingleDateInRange
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      hideOutsideDates
      weekendDays={[]}
      popoverProps={{
        attributes: { dropdown: { "aria-label": label, "aria-labelledby": undefined } },
      }}
      ariaLabels={{ previousMonth: "Previous month", nextMonth: "Next month" }}
      styles={{ weekday: { color: "var(--mantine-color-text)" } }}
    />
  );
}
