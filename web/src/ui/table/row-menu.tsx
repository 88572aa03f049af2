import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import { messageOf } from "../../api/failure.ts";
import { notifyProblem } from "../notice/notify.ts";

export interface RowAction {
  readonly label: string;
  readonly dangerous?: boolean;
  /** Runs the action or opens a confirmation. */
  readonly run: () => Promise<unknown> | void;
}

export function RowMenu({ of, actions }: { of: string; actions: readonly RowAction[] }): ReactNode {
  const target = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  const start = (action: RowAction): void => {
    // A dialog returns the focus to where it was, and the menu is gone by then.
    target.current?.focus({ preventScroll: true });
    const running = action.run();
    if (running) running.catch((error: unknown) => notifyProblem(messageOf(error)));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" aria-label={`Actions for ${of}`} className="above">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown maw="min(20rem, calc(100vw - 24px))" className="breakable">
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            {...(action.dangerous === true ? { c: "var(--mantine-color-error)" } : {})}
            onClick={() => start(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
