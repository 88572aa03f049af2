import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { ActionButton } from "../action-button.tsx";
import { RowMenu, type RowAction } from "./row-menu.tsx";

interface RowActionsProps {
  readonly of: string;
  readonly actions: readonly RowAction[];
  /** The most common action gets its own button; the others go into the menu. */
  readonly approve: RowAction | undefined;
  readonly approveLabel: string;
  /** The text on the button. */
  readonly approveText?: string;
}

export function RowActions({
  of,
  actions,
  approve,
  approveLabel,
  approveText = "Approve",
}: RowActionsProps): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {approve && (
        <ActionButton
          className="above"
          size="compact-sm"
          variant="default"
          fw={500}
          run={async () => approve.run()}
          aria-label={approveLabel}
        >
          {approveText}
        </ActionButton>
      )}
      <RowMenu of={of} actions={actions.filter((action) => action !== approve)} />
    </Group>
  );
}
