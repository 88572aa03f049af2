import { Group, Text, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CouponRow } from "tributary-sdk/pages";
import { numberText } from "../../format/numbers.ts";
import { CopyIcon } from "../../ui/copy.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionsColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { RowMenu, type RowAction } from "../../ui/table/row-menu.tsx";
import { couponState, leakText, mayHaveLeaked, shareWithoutClick, withoutClickText } from "../../words/coupons.ts";
import classes from "./coupons.module.css";

interface Shown {
  readonly accountId: string;
  readonly actionsOf: (row: CouponRow) => readonly RowAction[];
  /** Opens the history. */
  readonly open: (row: CouponRow) => void;
}

export const couponColumns = ({ accountId, actionsOf, open }: Shown): readonly Column<CouponRow>[] => [
  { id: "code", header: "Code", sort: "code", cell: (row) => <Code row={row} open={open} /> },
  { id: "holder", header: "Holder", sort: "holder", cell: (row) => <Holder row={row} accountId={accountId} /> },
  { id: "status", header: "Status", cell: (row) => <Status row={row} /> },
  {
    id: "with",
    header: "With a click",
    align: "right",
    cell: ({ orders }) => <span className="number">{numberText(orders.with_click)}</span>,
  },
  { id: "without", header: "Without a click", align: "right", cell: (row) => <WithoutClick row={row} /> },
  sortable({ ...whenColumn<CouponRow>("created", "Since", (row) => row.starts_at), wideOnly: true }),
  actionsColumn((row) => <RowMenu of={row.code} actions={actionsOf(row)} />),
];

/** The rows on a phone. */
export const couponBrief =
  ({ actionsOf, open }: Shown): ((row: CouponRow) => Brief) =>
  (row) => ({
    title: <Code row={row} open={open} />,
    amount: <Leak row={row} />,
    note: `${row.holder.name} · ${isUsed(row) ? `${withoutClickText(row.orders)} without a click` : "no orders yet"}`,
    badge: <Status row={row} />,
    action: <RowMenu of={row.code} actions={actionsOf(row)} />,
  });

const Code = ({ row, open }: { row: CouponRow } & Pick<Shown, "open">): ReactNode => (
  <Group gap={2} wrap="nowrap">
    <UnstyledButton className={classes["code"] ?? ""} title={row.code} onClick={() => open(row)}>
      {row.code}
    </UnstyledButton>
    <CopyIcon value={row.code} what={`code ${row.code}`} />
  </Group>
);

const Holder = ({ row: { holder }, accountId }: { row: CouponRow; accountId: string }): ReactNode => (
  <AnchorLink
    to="/dashboard/$accountId/affiliates/$affiliateId"
    params={{ accountId, affiliateId: holder.affiliate_id }}
    size="sm"
    className="breakable"
  >
    {holder.name}
  </AnchorLink>
);

function Status({ row }: { row: CouponRow }): ReactNode {
  const { word, tone } = couponState(row);
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

const isUsed = ({ orders }: CouponRow): boolean => orders.with_click + orders.without_click > 0;

/** The number, its share and a bar, so that a leak stands out in a long list. */
function WithoutClick({ row }: { row: CouponRow }): ReactNode {
  const { orders } = row;
  const share = shareWithoutClick(orders);
  return (
    <div className={classes["share"]}>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Leak row={row} />
        <span className="number">
          {numberText(orders.without_click)}
          {isUsed(row) && (
            <Text span inherit c="dimmed">
              {" "}
              ({share}%)
            </Text>
          )}
        </span>
      </Group>
      {isUsed(row) && (
        <div className={classes["bar"]} aria-hidden>
          <div style={{ width: `${share}%` }} data-leak={mayHaveLeaked(orders)} />
        </div>
      )}
    </div>
  );
}

/** Hover and focus say what the figures may mean. */
function Leak({ row }: { row: CouponRow }): ReactNode {
  if (!mayHaveLeaked(row.orders)) return null;
  return (
    <Tooltip label={leakText(row)} multiline maw={320}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the meaning of the sign must be reachable by keyboard too */}
      <span className="above sign" tabIndex={0}>
        <IconAlertTriangle size={16} aria-hidden />
        <VisuallyHidden>May have leaked</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
