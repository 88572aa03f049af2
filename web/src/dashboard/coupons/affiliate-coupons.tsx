import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AffiliationRow, CouponRow } from "tributary-sdk/pages";
import { affiliateCouponsQuery } from "../../api/coupons.ts";
import { numberText } from "../../format/numbers.ts";
import { CopyField } from "../../ui/copy.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { Lines, Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { countColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { couponState, withoutClickText } from "../../words/coupons.ts";
import { useAccount } from "../shared/account.ts";

interface AffiliateCouponsProps {
  readonly affiliateId: string;
  readonly rows: readonly AffiliationRow[];
}

interface HeldCoupon extends CouponRow {
  readonly campaign: { readonly id: string; readonly name: string };
}

/** The coupons of an affiliate in all their campaigns. */
export function AffiliateCoupons({ affiliateId, rows }: AffiliateCouponsProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(affiliateCouponsQuery(accountId, affiliateId));
  return (
    <Section title="Coupons" note="Orders with these codes count for this affiliate, even without a click.">
      <Loaded query={query} skeleton={<Lines count={2} />}>
        {({ coupons, pagination: { total } }) => (
          <>
            <DataTable
              label="This affiliate's coupons"
              columns={columnsOf(accountId)}
              rows={withCampaigns(coupons, rows)}
              rowId={({ id }) => id}
              empty="No coupons. Create one on the Coupons tab of a campaign."
            />
            {total > coupons.length && (
              <Text size="sm" c="dimmed">
                Showing {numberText(coupons.length)} of {numberText(total)}. The others are on the Coupons tab of each
                campaign.
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Campaigns that the affiliate joined since the page was loaded are missing. */
const withCampaigns = (coupons: readonly CouponRow[], rows: readonly AffiliationRow[]): readonly HeldCoupon[] =>
  coupons.flatMap((coupon) => {
    const row = rows.find(({ affiliation_id: id }) => id === coupon.holder.affiliation_id);
    return row ? [{ ...coupon, campaign: { id: row.campaign_id, name: row.campaign_name } }] : [];
  });

const columnsOf = (accountId: string): readonly Column<HeldCoupon>[] => [
  { id: "code", header: "Code", cell: ({ code }) => <CopyField value={code} what={`code ${code}`} /> },
  {
    id: "campaign",
    header: "Campaign",
    cell: ({ campaign }) => (
      <AnchorLink
        to="/dashboard/$accountId/campaigns/$campaignId"
        params={{ accountId, campaignId: campaign.id }}
        search={{ tab: "coupons" }}
        size="sm"
      >
        {campaign.name}
      </AnchorLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => {
      const { word, tone } = couponState(row);
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  },
  countColumn("orders", "Orders", ({ orders }) => orders.with_click + orders.without_click),
  {
    id: "without",
    header: "Without a click",
    align: "right",
    cell: ({ orders }) => <span className="number">{withoutClickText(orders)}</span>,
  },
  { ...whenColumn<HeldCoupon>("since", "Since", (row) => row.starts_at), wideOnly: true },
];
