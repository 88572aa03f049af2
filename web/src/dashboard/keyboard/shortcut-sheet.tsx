import { Group, Kbd, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FactList } from "../../ui/facts.tsx";
import { searchKeys } from "../../ui/shell/search-keys.ts";
import { activeShortcuts } from "./shortcuts.ts";

/** All shortcuts that work on the page behind it. */
export function ShortcutSheet({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="md">
      <Stack gap="lg">
        {activeShortcuts().map(({ title, shortcuts }) => (
          <Stack key={title} gap="xs" component="section">
            <Title order={3} size="h3">
              {title}
            </Title>
            <FactList facts={shortcuts.map(({ keys, label }) => ({ label, value: <Keys keys={keys} /> }))} />
          </Stack>
        ))}
        <FactList facts={[{ label: "Search and commands", value: <Kbd size="xs">{searchKeys}</Kbd> }]} />
      </Stack>
    </Dialog>
  );
}

function Keys({ keys }: { keys: readonly string[] }): ReactNode {
  return (
    <Group gap={6} wrap="nowrap" component="span" justify="flex-end">
      {keys.map((key, index) => (
        <Group key={key} gap={6} component="span" wrap="nowrap">
          {index > 0 && (
            <Text span size="xs" c="dimmed">
              then
            </Text>
          )}
          <Kbd size="xs">{key}</Kbd>
        </Group>
      ))}
    </Group>
  );
}
