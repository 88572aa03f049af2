import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { addUnsaved } from "./unsaved-changes.ts";

/** Asks before leaving a page or one of its tabs with unsaved changes, even when the browser's tab closes. */
export function UnsavedGuard({ dirty }: { dirty: boolean }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  useEffect(() => (dirty ? addUnsaved() : undefined), [dirty]);
  const blocked = blocker.status === "blocked";
  // A save that was running has succeeded.
  useEffect(() => {
    if (!dirty) blocker.proceed?.();
  }, [dirty, blocker]);
  return (
    <Modal opened={blocked} onClose={() => blocker.reset?.()} title="Leave without saving?" size="sm">
      <Stack gap="md">
        <Text size="sm">Your changes on this page have not been saved.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
            Keep editing
          </Button>
          <Button color="red.9" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Filters in the URL keep the form open. */
const tabOf = (search: object): unknown => ("tab" in search ? search.tab : undefined);
