import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalClawBacksResponse } from "tributary-sdk/pages";
import { AnchorLink } from "../ui/link.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { moneyColumn, sortable, whenColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";

type Row = Pick<
  PortalClawBacksResponse["claw_backs"][number],
  "reason" | "amount" | "currency" | "payout_id" | "created_at"
>;

/** A negative deduction returns an earlier one. */
const deductionText = ({ amount }: Pick<Row, "amount">): string => (amount < 0 ? "Deduction returned" : "Deduction");

const deductionWord = ({ amount, payout_id: payoutId }: Pick<Row, "amount" | "payout_id">): string =>
  `${payoutId === null ? "to be " : ""}${amount < 0 ? "returned" : "deducted"}`;

export const deductionBadge = (row: Pick<Row, "amount" | "payout_id">): ReactNode => (
  <StatusBadge tone={row.payout_id === null ? "waiting" : "good"}>{deductionWord(row)}</StatusBadge>
);

/** The columns that merchants and affiliates share. */
export const clawBackColumns = <Of extends Row>(linkOf: (payoutId: string) => LinkOptions): readonly Column<Of>[] => [
  { id: "kind", header: "Type", cell: deductionText },
  { id: "reason", header: "Reason", cell: (row) => row.reason },
  sortable(moneyColumn("amount", "Amount", (row) => [-row.amount, row.currency])),
  {
    id: "status",
    header: "Status",
    sort: "status",
    cell: (row) =>
      row.payout_id === null ? (
        deductionBadge(row)
      ) : (
        <AnchorLink {...linkOf(row.payout_id)} inherit className="above">
          {row.amount < 0 ? "Returned with payout" : "Deducted from payout"}
        </AnchorLink>
      ),
  },
  sortable(whenColumn("created", "Created", (row) => row.created_at)),
];
