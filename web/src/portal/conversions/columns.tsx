import { Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import type { PortalConversionRow } from "tributary-sdk/pages";
import { conversionTones } from "../../words/tones.ts";
import type { Column } from "../../ui/table/columns.ts";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { readyText } from "../../words/commission.ts";

export const columns: readonly Column<PortalConversionRow>[] = [
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => (
      <>
        <RowLink link={{ to: "/portal/conversions/$conversionId", params: { conversionId: row.id } }}>
          {row.campaign_name}
        </RowLink>
        <Text size="xs" c="dimmed">
          {row.merchant_name}
        </Text>
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <>
        <StatusBadge tone={conversionTones[row.status]}>{row.status}</StatusBadge>
        {row.rejection_reason !== null && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {row.rejection_reason}
          </Text>
        )}
      </>
    ),
  },
  { id: "created", header: "Ordered", cell: (row) => <When at={row.created_at} /> },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  },
  {
    id: "commission",
    header: "Commission",
    align: "right",
    cell: (row) => <Money amount={row.commission} currency={row.commission_currency} />,
  },
  { id: "ready", header: "Ready to pay", cell: (row) => <Ready row={row} /> },
];

/** A few words; the whole sentence on hover and focus. */
function Ready({ row }: { row: PortalConversionRow }): ReactNode {
  return (
    <Tooltip label={row.state} multiline maw={320}>
      <Text span inherit tabIndex={0} className="above">
        {readyText(row)}
      </Text>
    </Tooltip>
  );
}
