import { Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import type { PortalConversionRow } from "tributary-sdk/pages";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { moneyColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { readyText } from "../../words/commission.ts";

export const columns: readonly Column<PortalConversionRow>[] = [
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => (
      <RowLink
        link={{ to: "/portal/conversions/$conversionId", params: { conversionId: row.id } }}
        note={row.merchant_name}
      >
        {row.campaign_name}
      </RowLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <>
        <StatusBadge tone={conversionTones[row.status]}>{conversionWords[row.status]}</StatusBadge>
        {row.rejection_reason !== null && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {row.rejection_reason}
          </Text>
        )}
      </>
    ),
  },
  sortable(whenColumn("created", "Ordered", (row) => row.created_at)),
  moneyColumn("amount", "Amount", (row) => [row.amount, row.currency]),
  sortable(moneyColumn("commission", "Commission", (row) => [row.commission, row.commission_currency])),
  { id: "ready", header: "Ready", cell: (row) => <Ready row={row} /> },
];

/** Hover and focus show the full sentence. */
function Ready({ row }: { row: PortalConversionRow }): ReactNode {
  return (
    <Tooltip label={row.state} multiline maw={320}>
      <Text span inherit tabIndex={0} className="above">
        {readyText(row)}
      </Text>
    </Tooltip>
  );
}
