import { Group, Kbd, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { conversionWords } from "../../words/tones.ts";
import { decidedStatus } from "../conversions/decided.tsx";
import { useDecisions } from "../conversions/decisions.tsx";
import { UndoButton } from "../conversions/undo-button.tsx";
import { focusRow } from "./focus-row.ts";
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
        <UndoButton
          rightSection={
            <Kbd size="xs" aria-hidden className={classes["key"] ?? ""}>
              U
            </Kbd>
          }
          onUndo={onUndo}
          onFocusLost={() => focusRow(last.row.id)}
        />
      )}
    </Group>
  );
}
