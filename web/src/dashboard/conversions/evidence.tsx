import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConversionRow, HistoryEntry } from "tributary-sdk/pages";
import type { HistoryItem } from "../../ui/history.tsx";
import { flagWords } from "../../words/flags.ts";

export function Reason({ conversion }: { conversion: ConversionRow }): ReactNode {
  if (conversion.rejection_reason === null) return null;
  return (
    <Alert color="red" variant="light" title="Rejected">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {conversion.rejection_reason}
      </Text>
    </Alert>
  );
}

export function Flags({ conversion }: { conversion: ConversionRow }): ReactNode {
  if (conversion.warning_signs.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title="Flagged" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {conversion.warning_signs.map((sign) => (
        <Text key={sign} size="sm">
          <Text span fw={600}>
            {flagWords[sign].short}.
          </Text>{" "}
          {flagWords[sign].long}
        </Text>
      ))}
    </Alert>
  );
}

const actionText: Record<HistoryEntry["action"], string> = {
  track: "Tracked",
  approve: "Approved",
  reject: "Rejected",
  unreject: "Restored to pending review",
  claw_back: "Commission deducted",
};

export function historyItemOf(entry: HistoryEntry): HistoryItem {
  const kinds = { user: "A former member", key: "A former API key", system: "Tributary" };
  const name = entry.actor.name ?? kinds[entry.actor.kind];
  return {
    id: String(entry.seq),
    what: actionText[entry.action],
    who: entry.actor.kind === "key" && entry.actor.name !== null ? `API key ${name}` : name,
    at: entry.at,
    note: entry.reason ?? undefined,
  };
}
