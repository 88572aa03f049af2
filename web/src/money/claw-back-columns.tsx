import type { LinkOptions } from "@tanstack/react-router";
import type { PortalClawBacksResponse } from "tributary-sdk/pages";
import { AnchorLink } from "../ui/link.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { moneyColumn, sortable, whenColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";

type Row = Pick<
  PortalClawBacksResponse["claw_backs"][number],
  "reason" | "amount" | "currency" | "payout_id" | "created_at"
>;

/** The columns that merchants and affiliates share. */
export const clawBackColumns = <Of extends Row>(linkOf: (payoutId: string) => LinkOptions): readonly Column<Of>[] => [
  { id: "reason", header: "Reason", cell: (row) => row.reason },
  sortable(moneyColumn("amount", "Amount", (row) => [-row.amount, row.currency])),
  {
    id: "status",
    header: "Status",
    sort: "status",
    cell: ({ payout_id: payoutId }) =>
      payoutId === null ? (
        <StatusBadge tone="waiting">not yet deducted</StatusBadge>
      ) : (
        <AnchorLink {...linkOf(payoutId)} inherit className="above">
          Deducted from payout
        </AnchorLink>
      ),
  },
  sortable(whenColumn("created", "Created", (row) => row.created_at)),
];
