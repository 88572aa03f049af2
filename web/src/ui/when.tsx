import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useNow } from "./clock.ts";
import { exactTime, relativeTime } from "../format/dates.ts";

/** A relative time. Hover and focus show the exact time with its time zone. */
export function When({ at }: { at: string }): ReactNode {
  const now = useNow();
  return (
    <Tooltip label={exactTime(at)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time must be reachable by keyboard too */}
      <time dateTime={at} tabIndex={0} className="number above">
        {relativeTime(at, now)}
      </time>
    </Tooltip>
  );
}
