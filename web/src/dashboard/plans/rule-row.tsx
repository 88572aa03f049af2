import { ActionIcon, CloseButton, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import { problemId, useEditing } from "./editing.ts";
import classes from "./editor.module.css";
import { problemsOf } from "./problems.ts";

interface RuleRowProps {
  /** Its place in the plan: `orders[1]`. */
  readonly path: string;
  /** For screen readers: `Order rule 2`. */
  readonly name: string;
  readonly onMove?: ((by: -1 | 1) => void) | undefined;
  readonly isFirst?: boolean;
  readonly isLast?: boolean;
  readonly onRemove?: () => void;
  readonly children: ReactNode;
}

/** A rule as a sentence with fields, and the buttons to move and remove it. */
export function RuleRow({
  path,
  name,
  onMove,
  isFirst = true,
  isLast = true,
  onRemove,
  children,
}: RuleRowProps): ReactNode {
  const wrong = problemsOf(useEditing().problems, path);
  const row = useRef<HTMLLIElement>(null);
  const remove = (): void => {
    focusBeside(row.current);
    onRemove?.();
  };
  const arrow = (by: -1 | 1, isAtEnd: boolean, icon: ReactNode): ReactNode => (
    // Not disabled at the end of the list: that would take the focus from whoever moves the rule there.
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`Move ${name} ${by < 0 ? "up" : "down"}`}
      aria-disabled={isAtEnd}
      data-disabled={isAtEnd}
      onClick={() => !isAtEnd && onMove?.(by)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <li ref={row} className={classes["rule"]} aria-label={name} data-wrong={wrong.length > 0 || undefined}>
      <div className={classes["sentence"]}>{children}</div>
      {onRemove && (
        <div className={classes["tools"]}>
          {onMove && !(isFirst && isLast) && (
            <>
              {arrow(-1, isFirst, <IconArrowUp size={14} aria-hidden />)}
              {arrow(1, isLast, <IconArrowDown size={14} aria-hidden />)}
            </>
          )}
          <CloseButton size="sm" aria-label={`Remove ${name}`} data-remove onClick={remove} />
        </div>
      )}
      {wrong.length > 0 && (
        <Text
          id={problemId(path)}
          size="xs"
          c="var(--mantine-color-error)"
          role="alert"
          className={classes["problem"] ?? ""}
        >
          {wrong.join(" ")}
        </Text>
      )}
    </li>
  );
}

/** The focus goes to the next rule, else to the one before, else to the button that adds rules. */
function focusBeside(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const target =
    beside?.querySelector<HTMLElement>("[data-remove]") ?? document.querySelector<HTMLElement>("[data-add-rule]");
  target?.focus();
}
