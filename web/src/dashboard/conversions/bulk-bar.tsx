import { Anchor, Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import type { ConversionAction, ConversionRow, ConversionsQuery } from "tributary-sdk/pages";
import { matchingConversions } from "../../api/conversions.ts";
import { messageOf } from "../../api/failure.ts";
import { notifyProblem } from "../../ui/notice/notify.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { useAccount } from "../shared/account.ts";
import type { BulkWork } from "./bulk-question.tsx";
import classes from "./bulk-bar.module.css";
import { lazily } from "../../ui/lazy.ts";

const BulkDialog = lazily(() => import("./bulk-dialog.tsx"), "BulkDialog");

interface BulkBarProps {
  readonly rows: readonly ConversionRow[];
  /** The filter of the list, to select conversions on other pages too. */
  readonly filter: ConversionsQuery;
  readonly total: number;
  readonly totalIsAtLeast: boolean;
  readonly allOnPage: boolean;
  readonly onSelect: (rows: readonly ConversionRow[]) => void;
}

const verbs: Record<ConversionAction, string> = { approve: "Approve", reject: "Reject", unreject: "Restore" };
const actions: readonly ConversionAction[] = ["approve", "reject", "unreject"];

/** The number of selected conversions and the actions for them. Shown over the page while any is selected. */
export function BulkBar(props: BulkBarProps): ReactNode {
  const { rows, filter, total, allOnPage, onSelect } = props;
  const [work, setWork] = useState<BulkWork>();
  const clear = (): void => onSelect([]);
  const finish = (): void => {
    setWork(undefined);
    clear();
  };
  return (
    <>
      {rows.length > 0 && (
        <Paper className={classes["bar"] ?? ""} component="section" aria-label="Selection" shadow="md">
          <Group gap="sm">
            <Text component="output" size="sm" fw={500}>
              {numberText(rows.length)} selected
            </Text>
            {allOnPage && total > rows.length && <SelectAll key={JSON.stringify(filter)} {...props} />}
            <Group gap="xs" ml="auto">
              {actions.map((action) => {
                const able = rows.filter((row) => row.actions.includes(action));
                if (able.length === 0) return null;
                return (
                  <Button
                    key={action}
                    size="xs"
                    variant={action === "approve" ? "filled" : "default"}
                    onClick={() => setWork({ action, rows: able })}
                  >
                    {verbs[action]} {countText(able.length, "conversion")}
                  </Button>
                );
              })}
              <CloseButton aria-label="Clear selection" onClick={clear} />
            </Group>
          </Group>
        </Paper>
      )}
      {work && (
        <Suspense>
          <BulkDialog work={work} onCancel={() => setWork(undefined)} onFinished={finish} />
        </Suspense>
      )}
    </>
  );
}

function SelectAll({ filter, total, totalIsAtLeast, onSelect }: BulkBarProps): ReactNode {
  const { id: accountId } = useAccount();
  const [loading, setLoading] = useState(false);
  const selectAll = async (): Promise<void> => {
    setLoading(true);
    try {
      onSelect(await matchingConversions(accountId, filter));
    } catch (error) {
      notifyProblem(messageOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Anchor component="button" size="sm" onClick={() => void selectAll()} disabled={loading}>
      {loading
        ? "Loading…"
        : totalIsAtLeast
          ? "Select all matching conversions"
          : `Select all ${numberText(total)} matching conversions`}
    </Anchor>
  );
}
