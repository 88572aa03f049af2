import { Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface GoalProps {
  readonly reached: number;
  readonly goal: number;
  /** `7 of 10 orders` */
  readonly text: string;
  /** What the goal is for. */
  readonly note: string;
}

/** A bar that shows how much of a goal is reached. */
export function Goal({ reached, goal, text, note }: GoalProps): ReactNode {
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600} className="number">
        {text}
      </Text>
      <Progress.Root size="md">
        <Progress.Section
          value={reached >= goal ? 100 : (reached / goal) * 100}
          aria-label={note}
          aria-valuetext={text}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
  );
}
