import { Button, Checkbox, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { ConversionAction, ConversionRow } from "tributary-sdk/pages";
import { countText, moneyText, sumByCurrency } from "../../format/numbers.ts";
import { NoteField } from "../../ui/dialog/note-field.tsx";
import { flagWords } from "../../words/flags.ts";
import { reasonQuestion } from "./conversion-actions.tsx";

export interface BulkWork {
  readonly action: ConversionAction;
  readonly rows: readonly ConversionRow[];
}

const verbs: Record<ConversionAction, string> = { approve: "Approve", reject: "Reject", unreject: "Restore" };
export const past: Record<ConversionAction, string> = {
  approve: "approved",
  reject: "rejected",
  unreject: "restored",
};

interface BulkQuestionProps {
  readonly work: BulkWork;
  readonly onCancel: () => void;
  readonly onStart: (rows: readonly ConversionRow[], reason: string) => void;
}

/** Flagged conversions are approved only if they are ticked here. */
export function BulkQuestion({ work, onCancel, onStart }: BulkQuestionProps): ReactNode {
  const { action, rows } = work;
  const [reason, setReason] = useState("");
  const isFlagged = ({ warning_signs }: ConversionRow): boolean => action === "approve" && warning_signs.length > 0;
  const flagged = rows.filter(isFlagged);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => ticked.has(row.id) || !isFlagged(row));
  return (
    <Stack gap="md">
      <Text size="sm">
        {chosen.length === 0
          ? "Every selected conversion is flagged. Tick the ones you want to approve."
          : `${verbs[action]} ${countText(chosen.length, "conversion")} with commissions of ${sumsOf(chosen)}. If one can't be ${past[action]}, the rest still go through.`}
      </Text>
      {flagged.length > 0 && <Flagged rows={flagged} ticked={ticked} onTick={setTicked} />}
      {action === "reject" && (
        <NoteField
          note={{ ...reasonQuestion, help: "Visible to the affiliates. Optional." }}
          value={reason}
          onChange={setReason}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          color={action === "reject" ? "red.9" : "teal"}
          disabled={chosen.length === 0}
          onClick={() => onStart(chosen, reason.trim())}
          data-autofocus
        >
          {verbs[action]} {countText(chosen.length, "conversion")}
        </Button>
      </Group>
    </Stack>
  );
}

interface FlaggedProps {
  readonly rows: readonly ConversionRow[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

function Flagged({ rows, ticked, onTick }: FlaggedProps): ReactNode {
  const toggle = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    onTick(next);
  };
  return (
    <Stack gap="xs" component="fieldset" className="plain">
      <Checkbox
        fw={500}
        label={`Also approve ${countText(rows.length, "flagged conversion")}`}
        checked={ticked.size === rows.length}
        indeterminate={ticked.size > 0 && ticked.size < rows.length}
        onChange={() => onTick(ticked.size === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}
      />
      <ScrollArea.Autosize mah={240} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap={6} pl={28}>
          {rows.map((row) => (
            <Checkbox
              key={row.id}
              size="xs"
              checked={ticked.has(row.id)}
              onChange={() => toggle(row.id)}
              label={`${row.external_id} · ${moneyText(row.commission, row.commission_currency)} for ${row.affiliate_name}`}
              description={row.warning_signs.map((sign) => flagWords[sign].short).join(" · ")}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

/** One sum per currency: amounts in different currencies are never added up. */
function sumsOf(rows: readonly ConversionRow[]): string {
  const sums = sumByCurrency(rows.map((row) => [row.commission_currency, row.commission]));
  return Object.entries(sums)
    .map(([currency, sum]) => moneyText(sum, currency))
    .join(" and ");
}
