import { Alert, Button, Group, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { BatchRow } from "tributary-sdk/pages";
import { countText } from "../../format/numbers.ts";
import { useAccount } from "../shared/account.ts";
import { MarkBatchDialog } from "./mark-batch-dialog.tsx";

/** Whether a payment file exists: then the page asks whether it was uploaded. */
const writtenFormats = ({ files }: BatchRow) =>
  files.filter(({ written_at: at }) => at !== null).map(({ format }) => format);

export function useMarkBatch(batch: BatchRow | undefined): {
  action: ReactNode;
  suggestion: ReactNode;
  dialog: ReactNode;
} {
  const { isOwner } = useAccount();
  const [opened, setOpened] = useState(false);
  if (!batch || !isOwner) return { action: null, suggestion: null, dialog: null };
  // It stays open for its report after the last open payout is marked.
  const dialog = <MarkBatchDialog batch={batch} opened={opened} onClose={() => setOpened(false)} />;
  if (batch.status === "making" || batch.totals.created.payouts === 0)
    return { action: null, suggestion: null, dialog };
  const formats = writtenFormats(batch);
  const button = (
    <Button leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={() => setOpened(true)}>
      Mark batch as paid
    </Button>
  );
  if (formats.length === 0) return { action: button, suggestion: null, dialog };
  const title = formats.includes("sepa")
    ? "Uploaded to your bank?"
    : formats.includes("paypal")
      ? "Uploaded to PayPal?"
      : "Paid these payouts?";
  const suggestion = (
    <Alert variant="light" color="teal" title={title} icon={<IconCircleCheck size={18} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Once the money is on its way, mark {countText(batch.totals.created.payouts, "open payout")} as paid in one
          step.
        </Text>
        {button}
      </Group>
    </Alert>
  );
  return { action: null, suggestion, dialog };
}
