import { Group, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  readonly usedText: string;
  readonly limitText: string;
  readonly restText: string;
}

const NEARLY_FULL = 90;

/** A bar that shows how much of a limit is used. */
export function Meter({ label, used, limit, usedText, limitText, restText }: MeterProps): ReactNode {
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" className="number">
          <Text span fw={600}>
            {usedText}
          </Text>{" "}
          of {limitText}
        </Text>
        <Text size="sm" c="dimmed" className="number">
          {restText}
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section
          value={share}
          color={share >= 100 ? "red.8" : share >= NEARLY_FULL ? "orange.7" : "gray.6"}
          aria-label={label}
          aria-valuetext={`${usedText} of ${limitText}`}
        />
      </Progress.Root>
    </Stack>
  );
}
