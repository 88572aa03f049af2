import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { OwnPlan } from "tributary-sdk/pages";
import { dayOf } from "../../format/dates.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { Section } from "../../ui/section.tsx";
import { countColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { When, WhenWithDay } from "../../ui/when.tsx";

type Customer = OwnPlan["customers"][number];

const columns: readonly Column<Customer>[] = [
  { id: "customer", header: "Customer", cell: (row) => <Name row={row} /> },
  { id: "first", header: "First order", cell: (row) => <FirstOrder row={row} /> },
  countColumn("payments", "Paid orders", (row) => row.payments),
  { id: "pays", header: "Pays you", cell: (row) => <Pays row={row} /> },
];

const brief = (row: Customer): Brief => ({
  title: <Name row={row} />,
  amount: <Pays row={row} />,
  note:
    row.first_order_at === null ? (
      "No paid order yet"
    ) : (
      <>
        First order <When at={row.first_order_at} /> · {countText(row.payments, "paid order")}
      </>
    ),
});

/** Only the newest ones, so they cannot be sorted. */
export function Customers({ plan: { customers, customers_total: total } }: { plan: OwnPlan }): ReactNode {
  const newest = total > customers.length ? ` The newest ${customers.length} of ${numberText(total)}.` : "";
  return (
    <Section
      title="Your customers"
      note={`People who ordered through you, and how long their orders pay you.${newest}`}
    >
      <DataTable
        label="Your customers"
        columns={columns}
        brief={brief}
        rows={customers}
        rowId={({ customer }) => customer}
        empty="Customers appear here after their first order through your link, if the shop reports who ordered."
      />
    </Section>
  );
}

/** A pseudonym: affiliates do not see who their customers are. */
const Name = ({ row }: { row: Customer }): ReactNode => (
  <Text span inherit className="number">
    {row.customer}
  </Text>
);

/** A free order, such as a trial, does not count. */
const FirstOrder = ({ row: { first_order_at: at } }: { row: Customer }): ReactNode =>
  at === null ? (
    <Text span inherit c="dimmed">
      Not yet
    </Text>
  ) : (
    <WhenWithDay at={at} />
  );

const Pays = ({ row }: { row: Customer }): ReactNode => (
  <Text span inherit {...(row.pays === "no_more" && { c: "dimmed" })}>
    {paysText(row)}
  </Text>
);

function paysText({ pays, pays_until: until, pays_months: months, payments_left: left }: Customer): string {
  if (pays === "until" && until !== null) return `Until ${dayOf(until)}`;
  if (pays === "months" && months !== null) return `For ${countText(months, "month")} from the first order`;
  if (pays === "payments_left" && left !== null) return `For ${countText(left, "more order")}`;
  return pays === "always" ? "For every order" : "No longer";
}
