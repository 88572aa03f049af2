import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConversionRow, HistoryEntry } from "tributary-sdk/pages";
import type { HistoryItem } from "../../ui/history.tsx";
import { flagWords } from "../../words/flags.ts";
import { firstWorth, noteOf, refundedText, tellHistory, type Words } from "../../words/refunds.ts";

export function Reason({ conversion, lowered }: { conversion: ConversionRow; lowered: number }): ReactNode {
  const text = refundedText(conversion, lowered) ?? conversion.rejection_reason;
  if (text === null) return null;
  return (
    <Alert color="red" variant="light" title="Rejected">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {text}
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

const words: Words = {
  track: "Tracked",
  approve: "Approved",
  reject: "Rejected",
  unreject: "Restored to pending review",
};

/** The history, and the refunds and deductions in it as sentences. */
export function storyOf(
  conversion: ConversionRow,
  history: readonly HistoryEntry[],
): { items: readonly HistoryItem[]; first: ReturnType<typeof firstWorth>; changes: readonly string[] } {
  const told = tellHistory(conversion, history, conversion.kind === "bonus" ? { ...words, track: "Added" } : words);
  return {
    first: { ...firstWorth(conversion, history), isPart: conversion.part_of !== null },
    items: history.map((entry, index) => historyItemOf(entry, told[index]?.what ?? "")),
    changes: told.flatMap(({ sentence }) => sentence ?? []),
  };
}

function historyItemOf(entry: HistoryEntry, what: string): HistoryItem {
  const kinds = { user: "A former member", key: "A former API key", system: "Tributary" };
  const name = entry.actor.name ?? kinds[entry.actor.kind];
  return {
    id: String(entry.seq),
    what,
    who: entry.actor.kind === "key" && entry.actor.name !== null ? `API key ${name}` : name,
    at: entry.at,
    about: entry.refund_id === null ? undefined : `Refund ${entry.refund_id}`,
    note: noteOf(entry.reason),
  };
}
