import { Text, Timeline } from "@mantine/core";
import type { ReactNode } from "react";
import { When } from "./when.tsx";

export interface HistoryItem {
  readonly id: string;
  readonly what: ReactNode;
  readonly who: string;
  readonly at: string;
  /** What it refers to. */
  readonly about?: string | undefined;
  readonly note?: string | undefined;
}

/** Who did what, when and why, oldest first. */
export function History({ label, entries }: { label: string; entries: readonly HistoryItem[] }): ReactNode {
  return (
    <Timeline color="gray.6" bulletSize={12} lineWidth={2} aria-label={label} active={entries.length}>
      {entries.map((entry) => (
        <Timeline.Item key={entry.id}>
          <Text size="sm" fw={500}>
            {entry.what}
          </Text>
          <Text size="sm" c="dimmed">
            {entry.who} · <When at={entry.at} />
            {entry.about !== undefined && <span className="breakable"> · {entry.about}</span>}
          </Text>
          {entry.note !== undefined && (
            <Text size="sm" mt={2} style={{ overflowWrap: "anywhere" }}>
              “{entry.note}”
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
