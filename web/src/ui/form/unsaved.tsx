import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Asks before a page with changes that were not saved is left, in the page and in the browser. */
export function UnsavedGuard({ dirty }: { dirty: boolean }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  const blocked = blocker.status === "blocked";
  return (
    <Modal opened={blocked} onClose={() => blocker.reset?.()} title="Leave without saving?" size="sm">
      <Stack gap="md">
        <Text size="sm">What you changed on this page has not been saved.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red.9" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
