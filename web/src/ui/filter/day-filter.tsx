import { Input, InputBase } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import { lazily } from "../lazy.ts";

const DateSpan = lazily(() => import("./date-span.tsx"), "DateSpan");

interface DayFilterProps {
  readonly label: string;
  /** Days such as 2026-03-01, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
}

/** A date range filter. The calendar loads on first use, or when the URL already has a range. */
export function DayFilter({ label, from, to, onChange }: DayFilterProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const width = { base: "calc(50% - 5px)", sm: 160 };
  const placeholder = (
    <InputBase component="button" type="button" pointer w={width} size="sm" onClick={() => setAsked(true)}>
      <Input.Placeholder>{label}</Input.Placeholder>
    </InputBase>
  );
  if (!asked && from === undefined && to === undefined) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <DateSpan label={label} from={from} to={to} onChange={onChange} opened={asked} />
    </Suspense>
  );
}
