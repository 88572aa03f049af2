import type { ReactNode } from "react";
import { useNow } from "./clock.ts";
import { exactTime, relativeTime } from "../format/dates.ts";

/** A relative time. Hovering shows the exact time with its time zone. */
export function When({ at }: { at: string }): ReactNode {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)} className="number above">
      {relativeTime(at, now)}
    </time>
  );
}
