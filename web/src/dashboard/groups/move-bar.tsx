import { Button, CloseButton, Group, Menu, Paper, Text } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { GroupRow } from "tributary-sdk/pages";
import { countText, numberText } from "../../format/numbers.ts";
import classes from "./groups.module.css";

interface MoveBarProps {
  readonly count: number;
  readonly groups: readonly GroupRow[];
  readonly onMove: (groupId: string | null) => void;
  readonly onClear: () => void;
}

/** Shown over the page while affiliates are selected: works without dragging. */
export function MoveBar({ count, groups, onMove, onClear }: MoveBarProps): ReactNode {
  return (
    <Paper className={classes["bar"] ?? ""} component="section" aria-label="Selection" shadow="md">
      <Group gap="sm">
        <Text component="output" size="sm" fw={500}>
          {numberText(count)} selected
        </Text>
        <Group gap="xs" ml="auto">
          <Menu position="top-end">
            <Menu.Target>
              <Button size="xs" rightSection={<IconChevronUp size={14} aria-hidden />}>
                Move {countText(count, "affiliate")} to…
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes["menu"] ?? ""}>
              {groups.map(({ id, name }) => (
                <Menu.Item key={id} onClick={() => onMove(id)}>
                  {name}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => onMove(null)}>Without group</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <CloseButton aria-label="Clear selection" onClick={onClear} />
        </Group>
      </Group>
    </Paper>
  );
}
