import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";

interface LightProps {
  readonly label: string;
  readonly at: string | null;
  readonly isUnknown?: boolean;
  readonly children?: ReactNode;
}

/** Whether a step has been seen to work, and when. Announced when it changes. */
export function Light({ label, at, isUnknown = false, children }: LightProps): ReactNode {
  const missing = isUnknown ? "Unknown" : "Waiting";
  return (
    <Group gap="xs" component="output" aria-label={label}>
      <StatusBadge tone={at === null ? "waiting" : "good"}>{at === null ? missing : "Received"}</StatusBadge>
      <Text size="sm" c="dimmed" component="span">
        {children} {at !== null && <When at={at} />}
      </Text>
    </Group>
  );
}
