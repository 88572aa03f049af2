import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useNow } from "./clock.ts";
import { dayOf, exactTime, relativeTime } from "../format/dates.ts";

/** A relative time. Hovering shows the exact time with its time zone. */
export function When({ at }: { at: string }): ReactNode {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)} className="number above">
      {relativeTime(at, now)}
    </time>
  );
}

/** The age with the day below it, for tables. For old times the age is already a day. */
export function WhenWithDay({ at }: { at: string }): ReactNode {
  const [age, day] = [relativeTime(at, useNow()), dayOf(at)];
  return (
    <time dateTime={at} title={exactTime(at)} className="number above">
      {age}
      {age !== day && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {day}
        </Text>
      )}
    </time>
  );
}
