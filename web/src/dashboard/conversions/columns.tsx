import { Group, Stack, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { orderTitle } from "../../words/plans.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { PersonCell } from "../../ui/avatar.tsx";
import { actionsColumn, moneyColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import { Money } from "../../ui/money.tsx";
import { OrderAmount, RefundNote } from "../../ui/order-amount.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowActions } from "../../ui/table/row-actions.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Decided, decidedStatus } from "./decided.tsx";
import { useDecisions } from "./decisions.tsx";
import { useConversionActions } from "./conversion-actions.tsx";
import { Maturation } from "./maturation.tsx";
import { flagWords } from "../../words/flags.ts";

export type Hidden = "campaign" | "affiliate";

/** The columns of every conversion list. A list within a campaign or of an affiliate hides that column. */
export function useConversionColumns(hidden: Hidden | undefined): readonly Column<ConversionRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "external_id",
      header: "Order ID",
      cell: (row) => <OrderId row={row} accountId={accountId} />,
    },
    { id: "status", header: "Status", sort: "status", cell: (row) => <Status row={row} /> },
    affiliateColumn(hidden),
    {
      ...sortable(moneyColumn<ConversionRow>("amount", "Amount", (row) => [row.amount, row.currency])),
      cell: (row) => <OrderAmount row={row} />,
    },
    sortable(moneyColumn("commission", "Commission", (row) => [row.commission, row.commission_currency])),
    sortable(whenColumn("created", "Tracked", (row) => row.created_at)),
    { id: "maturation", header: "Hold period", wideOnly: true, cell: (row) => <Maturation conversion={row} /> },
    actionsColumn((row) => <Actions row={row} />),
  ];
}

/** The rows on a phone, without what the page already shows. */
export function useConversionBrief(hidden: Hidden | undefined): (row: ConversionRow) => Brief {
  const { id: accountId } = useAccount();
  return (row) => ({
    title: <OrderId row={row} accountId={accountId} />,
    amount: <Money amount={row.amount} currency={row.currency} />,
    note: (
      <>
        {hidden === "affiliate" ? row.campaign_name : row.affiliate_name} · <When at={row.created_at} />
        <RefundNote row={row} />
      </>
    ),
    badge: <Status row={row} />,
    action: <BriefActions row={row} />,
  });
}

const OrderId = ({ row, accountId }: { row: ConversionRow; accountId: string }): ReactNode => (
  <Group gap={6} wrap="nowrap">
    <RowLink
      link={{ to: "/dashboard/$accountId/conversions/$conversionId", params: { accountId, conversionId: row.id } }}
    >
      {orderTitle(row)}
    </RowLink>
    <Signs row={row} />
  </Group>
);

/** Affiliate and campaign, without the one the page already shows. */
function affiliateColumn(hidden: Hidden | undefined): Column<ConversionRow> {
  if (hidden === "affiliate") return { id: "campaign", header: "Campaign", cell: (row) => row.campaign_name };
  if (hidden === "campaign")
    return { id: "affiliate", header: "Affiliate", cell: (row) => <PersonCell name={row.affiliate_name} /> };
  return {
    id: "affiliate",
    header: "Affiliate",
    cell: (row) => <PersonCell name={row.affiliate_name} note={row.campaign_name} />,
  };
}

function Status({ row }: { row: ConversionRow }): ReactNode {
  const decision = useDecisions().get(row.id);
  const status = decision ? decidedStatus[decision.action] : row.status;
  return <StatusBadge tone={conversionTones[status]}>{conversionWords[status]}</StatusBadge>;
}

function Actions({ row }: { row: ConversionRow }): ReactNode {
  const actions = useConversionActions()(row);
  const decision = useDecisions().get(row.id);
  if (decision) return <Decided decision={decision} />;
  return (
    <RowActions
      of={row.external_id}
      actions={actions}
      approve={actions.find(({ kind }) => kind === "approve")}
      approveLabel={`Approve ${row.external_id}`}
    />
  );
}

/** In two lines there is no room for a button: approval is the first item of the menu. */
function BriefActions({ row }: { row: ConversionRow }): ReactNode {
  const actions = useConversionActions()(row);
  const decision = useDecisions().get(row.id);
  if (decision) return <Decided decision={decision} />;
  return <RowMenu of={row.external_id} actions={actions} />;
}

export function Signs({ row }: { row: Pick<ConversionRow, "warning_signs"> }): ReactNode {
  if (row.warning_signs.length === 0) return null;
  const words = row.warning_signs.map((sign) => flagWords[sign].short).join(", ");
  return (
    <Tooltip
      label={
        <Stack gap={2}>
          {row.warning_signs.map((sign) => (
            <Text key={sign} size="sm">
              {flagWords[sign].short}: {flagWords[sign].long}
            </Text>
          ))}
        </Stack>
      }
      multiline
      maw={320}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the meaning of the flag must be reachable by keyboard too */}
      <span className="above sign" tabIndex={0}>
        <IconAlertTriangle size={16} aria-hidden />
        <VisuallyHidden>Flagged: {words}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
