import type { LinkOptions } from "@tanstack/react-router";
import type { PortalClawBacksAnswer } from "tributary-sdk/pages";
import { AnchorLink } from "../ui/link.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { moneyColumn, whenColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";

type Row = Pick<
  PortalClawBacksAnswer["claw_backs"][number],
  "reason" | "amount" | "currency" | "payout_id" | "created_at"
>;

/** What merchant and affiliate see of a claw-back alike. */
export const clawBackColumns = <Of extends Row>(linkOf: (payoutId: string) => LinkOptions): readonly Column<Of>[] => [
  { id: "reason", header: "Reason", cell: (row) => row.reason },
  moneyColumn("amount", "Amount", (row) => [-row.amount, row.currency]),
  {
    id: "state",
    header: "State",
    cell: ({ payout_id: payoutId }) =>
      payoutId === null ? (
        <StatusBadge tone="waiting">carried over</StatusBadge>
      ) : (
        <AnchorLink {...linkOf(payoutId)} size="sm" className="above">
          taken off a payout
        </AnchorLink>
      ),
  },
  whenColumn("created", "Clawed back", (row) => row.created_at),
];
