import type { LinkOptions } from "@tanstack/react-router";
import type { PortalPayoutRow } from "tributary-sdk/pages";
import { calendarDay } from "../../format/dates.ts";
import { Money } from "../../ui/money.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { badgeColumn, moneyColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { destinationText } from "../../words/payouts.ts";
import { payoutTones } from "../../words/tones.ts";

const linkTo = ({ id }: PortalPayoutRow): LinkOptions => ({
  to: "/portal/earnings/payouts/$payoutId",
  params: { payoutId: id },
});

export const briefPayout = (row: PortalPayoutRow): Brief => ({
  title: <RowLink link={linkTo(row)}>{row.merchant_name}</RowLink>,
  amount: <Money amount={row.amount} currency={row.currency} />,
  note: (
    <>
      {row.paid_on === null ? <When at={row.created_at} /> : `Paid on ${calendarDay(row.paid_on)}`}
      {row.reference !== null && ` · ${row.reference}`}
    </>
  ),
  badge: <StatusBadge tone={payoutTones[row.status]}>{row.status}</StatusBadge>,
});

export const columns: readonly Column<PortalPayoutRow>[] = [
  {
    id: "merchant",
    header: "From",
    sort: "merchant",
    cell: (row) => <RowLink link={linkTo(row)}>{row.merchant_name}</RowLink>,
  },
  sortable(badgeColumn("status", "Status", ({ status }) => [payoutTones[status], status])),
  sortable(moneyColumn("amount", "Amount", (row) => [row.amount, row.currency])),
  { id: "to", header: "To", cell: (row) => destinationText(row.method, row.account_hint) },
  sortable(whenColumn("created", "Created", (row) => row.created_at)),
  {
    id: "paid",
    header: "Paid on",
    sort: "paid",
    sortDown: true,
    cell: (row) => (row.paid_on === null ? "not yet" : calendarDay(row.paid_on)),
  },
  { id: "reference", header: "Reference", cell: (row) => row.reference ?? "none" },
];
