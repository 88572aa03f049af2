import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ShopOrderRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { unattributedOrdersQuery } from "../../api/connectors.ts";
import { given } from "../../format/without-undefined.ts";
import { SearchField } from "../../ui/filter/search-field.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { Money } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { moneyColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { When } from "../../ui/when.tsx";
import { unattributedText } from "../../words/connectors.ts";
import { providerWords } from "../../words/providers.ts";
import { useAccount } from "../shared/account.ts";
import type { ConnectorsSearch } from "./search.ts";

interface UnattributedOrdersProps {
  readonly filter: ConnectorsSearch;
  readonly onFilter: OnFilter<ConnectorsSearch>;
}

const sourceText = ({ source }: ShopOrderRow): string => (source === "api" ? "API" : providerWords[source]);

const orderId = (row: ShopOrderRow): ReactNode => (
  <Text span size="sm" fw={500} className="breakable">
    {row.external_id}
  </Text>
);

const columns: readonly Column<ShopOrderRow>[] = [
  { id: "order", header: "Order ID", cell: orderId },
  { id: "reason", header: "Reason", cell: unattributedText },
  { id: "source", header: "From", wideOnly: true, cell: sourceText },
  moneyColumn("amount", "Amount", ({ amount, currency }) => [amount, currency]),
  whenColumn("paid", "Paid", (row) => row.paid_at),
];

const brief = (row: ShopOrderRow): Brief => ({
  title: orderId(row),
  amount: <Money amount={row.amount} currency={row.currency} />,
  note: (
    <>
      {sourceText(row)} · <When at={row.paid_at} />
    </>
  ),
  more: <Text size="xs">{unattributedText(row)}</Text>,
});

/** Orders that the shop reported and that nobody earns commission on, with the reason. */
export function UnattributedOrders({ filter, onFilter }: UnattributedOrdersProps): ReactNode {
  const { id: accountId } = useAccount();
  const { search, offset } = filter;
  const whole = given({ search });
  const query = useList(unattributedOrdersQuery(accountId, given({ search, offset })));
  return (
    <Listed
      label="Orders without an affiliate"
      filters={
        <>
          <Text size="sm" c="dimmed" className="prose">
            Most sales have no affiliate, so a long list is normal. Look here when an affiliate asks about a sale. An
            order moves to the conversions as soon as its click, coupon or customer becomes known.
          </Text>
          <search>
            <SearchField label="Order ID" value={search} onChange={(next) => onFilter({ search: next })} />
          </search>
        </>
      }
      filtered={{ by: whole, noun: "orders" }}
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.orders}
      empty={
        <EmptyState
          icon={IconCircleCheck}
          title="No orders without an affiliate"
          text="Orders that your shop reports and no affiliate brought appear here, each with the reason."
        />
      }
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, "unattributed-orders", whole)}
    />
  );
}
