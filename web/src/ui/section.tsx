import { Group, Stack, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, note, action, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id} miw={0}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {note !== undefined && (
            <Text size="sm" c="dimmed" className="prose">
              {note}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
