import { Text, Tooltip } from "@mantine/core";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalConversionRow } from "tributary-sdk/pages";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { moneyColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import { Money } from "../../ui/money.tsx";
import { OrderAmount, RefundNote } from "../../ui/order-amount.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { kindText, readyText } from "../../words/commission.ts";

export const columns: readonly Column<PortalConversionRow>[] = [
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => (
      <RowLink link={linkTo(row)} note={aboutText(row)}>
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
  {
    ...moneyColumn<PortalConversionRow>("amount", "Amount", (row) => [row.amount, row.currency]),
    cell: (row) => (row.kind === "bonus" ? "–" : <OrderAmount row={row} />),
  },
  sortable(moneyColumn("commission", "Commission", (row) => [row.commission, row.commission_currency])),
  { id: "ready", header: "Ready", cell: (row) => <Ready row={row} /> },
];

const linkTo = ({ id }: PortalConversionRow): LinkOptions => ({
  to: "/portal/conversions/$conversionId",
  params: { conversionId: id },
});

/** Whether it is a renewal or a bonus, the coupon, and the merchant, who may be cut off on a phone. */
const aboutText = (row: PortalConversionRow): string =>
  [kindText(row), row.coupon_code === undefined ? undefined : `Coupon ${row.coupon_code}`, row.merchant_name]
    .filter((text) => text !== undefined)
    .join(" · ");

/** Two lines: what it pays for which campaign, and its age and status. */
export const briefConversion = (row: PortalConversionRow): Brief => ({
  title: <RowLink link={linkTo(row)}>{row.campaign_name}</RowLink>,
  amount: <Money amount={row.commission} currency={row.commission_currency} />,
  note: (
    <>
      <When at={row.created_at} /> · {row.rejection_reason ?? aboutText(row)}
      <RefundNote row={row} />
    </>
  ),
  badge: <StatusBadge tone={conversionTones[row.status]}>{conversionWords[row.status]}</StatusBadge>,
});

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
