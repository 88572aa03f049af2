import { useState, type ReactNode } from "react";
import type { PortalClawBacksResponse } from "tributary-sdk/pages";
import { ownClawBacksQuery } from "../../api/portal-money.ts";
import { clawBackColumns } from "../../money/claw-back-columns.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";

type Row = PortalClawBacksResponse["claw_backs"][number];

export function OwnClawBacks(): ReactNode {
  const [offset, setOffset] = useState(0);
  const query = useList(ownClawBacksQuery(offset === 0 ? {} : { offset }));
  return (
    <Listed
      label="Deductions"
      query={query}
      columns={columns}
      rows={query.data?.claw_backs}
      empty="No deductions."
      onOffset={setOffset}
    />
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => (
      <RowLink link={{ to: "/portal/conversions/$conversionId", params: { conversionId: row.conversion_id } }}>
        {row.campaign_name}
      </RowLink>
    ),
  },
  ...clawBackColumns<Row>((payoutId) => ({ to: "/portal/earnings/payouts/$payoutId", params: { payoutId } })),
];
