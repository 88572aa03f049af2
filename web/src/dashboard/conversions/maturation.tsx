import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Conversion } from "tributary-sdk";
import { useNow } from "../../ui/clock.ts";
import { daysUntil, exactTime } from "../../format/dates.ts";
import { countText } from "../../format/numbers.ts";

/** The hold period: how long a conversion can still be rejected or restored. */
export function Maturation({ conversion }: { conversion: Pick<Conversion, "matures_at" | "status"> }): ReactNode {
  const now = useNow();
  const { matures_at: at } = conversion;
  if (conversion.status === "rejected")
    return (
      <Text inherit span c="dimmed">
        –
      </Text>
    );
  const days = daysUntil(at, now);
  const over = Date.parse(at) <= now;
  return (
    <Text
      component="time"
      inherit
      dateTime={at}
      title={`${over ? "Ended" : "On hold until"} ${exactTime(at)}`}
      className="number above"
      c={over ? "dimmed" : "inherit"}
    >
      {over ? "Ended" : `${countText(days, "day")} left`}
    </Text>
  );
}
