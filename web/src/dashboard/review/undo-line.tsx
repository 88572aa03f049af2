import { Button, Group, Kbd, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { conversionWords } from "../../words/tones.ts";
import { decidedStatus } from "../conversions/decided.tsx";
import { useDecisions } from "../conversions/decisions.tsx";
import classes from "./review.module.css";

/** The latest decision that can still be undone. It keeps its height, so that nothing below it moves. */
export function UndoLine({ onUndo }: { onUndo: () => void }): ReactNode {
  const last = [...useDecisions().values()].findLast(({ state }) => state === "held");
  return (
    <Group gap="sm" className={classes["undo"] ?? ""}>
      <Text component="output" size="sm">
        {last && `${conversionWords[decidedStatus[last.action]]} ${last.row.external_id}.`}
      </Text>
      {last && (
        <Button
          size="compact-sm"
          variant="default"
          rightSection={
            <Kbd size="xs" aria-hidden className={classes["key"] ?? ""}>
              U
            </Kbd>
          }
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}
