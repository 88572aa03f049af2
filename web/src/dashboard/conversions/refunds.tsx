import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef, useState, type ReactNode } from "react";
import type { Refund } from "tributary-sdk";
import type { ConversionRow } from "tributary-sdk/pages";
import { cancelRefund, refundsQuery } from "../../api/refunds.ts";
import { moneyText } from "../../format/numbers.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useNow } from "../../ui/clock.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { lazily } from "../../ui/lazy.ts";
import { Money } from "../../ui/money.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionsColumn, badgeColumn, moneyColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { When } from "../../ui/when.tsx";
import { cancelText } from "../../words/refunds.ts";
import type { Tone } from "../../words/tones.ts";
import { useAccount, useChange } from "../shared/account.ts";

const RefundDialog = lazily(() => import("./refund-dialog.tsx"), "RefundDialog");

export function Refunds({ row }: { row: ConversionRow }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const query = useQuery(refundsQuery(accountId, row.id));
  const [isRecording, setRecording] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // The dialog mounts open, so it does not know what had the focus before.
  const close = (): void => {
    setRecording(false);
    opener.current?.focus();
  };
  const refundable = query.data?.refundable ?? 0;
  return (
    <Section
      title="Refunds"
      action={
        canManage &&
        refundable > 0 && (
          <Button ref={opener} variant="default" size="xs" onClick={() => setRecording(true)}>
            Record refund
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ refunds }) => (
          <DataTable
            label="Refunds"
            columns={columnsOf(row)}
            brief={briefOf(row)}
            rows={refunds}
            rowId={({ id }) => id}
            empty="No refunds have been recorded for this order."
          />
        )}
      </Loaded>
      {isRecording && (
        <Suspense>
          <RefundDialog row={row} refundable={refundable} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}

/** A lowered total of an edited order is recorded as a refund. */
const isOfEdit = ({ external_id: id }: Refund): boolean => id.startsWith("edit:");

const badgeOf = (refund: Refund): readonly [Tone, string] => {
  if (refund.counted) return ["good", "counted"];
  return ["quiet", isOfEdit(refund) ? "replaced" : "cancelled"];
};

const columnsOf = (row: ConversionRow): readonly Column<Refund>[] => [
  whenColumn("recorded", "Recorded", (refund) => refund.recorded_at),
  moneyColumn("amount", "Amount", (refund) => [refund.amount, refund.currency]),
  { id: "refund", header: "Refund ID", cell: (refund) => <RefundId refund={refund} /> },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason }) =>
      reason ?? (
        <Text span inherit c="dimmed">
          –
        </Text>
      ),
  },
  badgeColumn("status", "Status", badgeOf),
  actionsColumn((refund) => <CancelButton refund={refund} row={row} />),
];

const RefundId = ({ refund }: { refund: Refund }): ReactNode => (
  <Text span inherit className="breakable">
    {isOfEdit(refund) ? "Order edit" : refund.external_id}
  </Text>
);

const briefOf =
  (row: ConversionRow) =>
  (refund: Refund): Brief => {
    const [tone, word] = badgeOf(refund);
    return {
      title: refund.reason ?? "Refund",
      amount: <Money amount={refund.amount} currency={refund.currency} />,
      note: (
        <>
          <When at={refund.recorded_at} /> · <RefundId refund={refund} />
        </>
      ),
      badge: <StatusBadge tone={tone}>{word}</StatusBadge>,
      action: <CancelButton refund={refund} row={row} />,
    };
  };

function CancelButton({ refund, row }: { refund: Refund; row: ConversionRow }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const confirm = useConfirm();
  const change = useChange();
  const now = useNow();
  if (!canManage || !refund.counted || isOfEdit(refund)) return null;
  const amount = moneyText(refund.amount, refund.currency);
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      aria-label={`Cancel refund of ${amount}`}
      run={async () =>
        confirm({
          title: `Cancel the refund of ${amount}?`,
          body: `For a refund that failed, or a dispute you won. ${cancelText(refund, row, now)}`,
          action: "Cancel refund",
          keep: "Keep refund",
          dangerous: true,
          run: () => change(cancelRefund(accountId, refund.id), () => `Cancelled the refund of ${amount}.`),
        })
      }
    >
      Cancel refund
    </ActionButton>
  );
}
