import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AffiliateResponse, AffiliationRow } from "tributary-sdk/pages";
import { affiliateQuery } from "../../api/affiliates.ts";
import { CopyField } from "../../ui/copy.tsx";
import { actionsColumn, countColumn, moneyColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { FactStrip } from "../../ui/facts.tsx";
import { moneyText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { ConversionList } from "../conversions/conversion-list.tsx";
import { AffiliateMoney } from "../payouts/affiliate-money.tsx";
import { AffiliationActions, AffiliationBadge } from "./affiliate-list.tsx";

const FROM = "/dashboard/$accountId/affiliates/$affiliateId";

export function AffiliatePage(): ReactNode {
  const { id: accountId } = useAccount();
  const { affiliateId } = useParams({ from: FROM });
  const query = useQuery(affiliateQuery(accountId, affiliateId));
  const person = query.data?.affiliate;
  return (
    <Page
      title={person?.name ?? "Affiliate"}
      note={person && <Since email={person.email} at={person.created_at} />}
      back={{ label: "Affiliates", link: { to: "/dashboard/$accountId/affiliates", params: { accountId } } }}
    >
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Page>
  );
}

function Since({ email, at }: { email: string; at: string }): ReactNode {
  return (
    <>
      {email} · affiliate since <When at={at} />
    </>
  );
}

function Details({ affiliate, affiliations, by_currency: byCurrency }: AffiliateResponse): ReactNode {
  const { filter, onFilter } = useFilter(FROM);
  return (
    <Stack gap="xl">
      <Totals byCurrency={byCurrency} />
      <Section title="Campaigns">
        <Affiliations rows={affiliations} />
      </Section>
      <AffiliateMoney affiliateId={affiliate.id} />
      <Section title="Conversions">
        <ConversionList filter={{ ...filter, affiliate_id: affiliate.id }} within="affiliate" onFilter={onFilter} />
      </Section>
    </Stack>
  );
}

function Totals({ byCurrency }: { byCurrency: AffiliateResponse["by_currency"] }): ReactNode {
  const currencies = Object.entries(byCurrency);
  if (currencies.length === 0) return <FactStrip facts={[{ label: "Conversions", value: "0" }]} />;
  return currencies.map(([currency, totals]) => (
    <FactStrip
      key={currency}
      facts={[
        {
          label: currencies.length > 1 ? `Conversions in ${currency}` : "Conversions",
          value: numberText(totals.conversions),
        },
        { label: "Revenue", value: moneyText(totals.revenue, currency) },
        { label: "Pending commission", value: moneyText(totals.pending_commission, currency) },
        { label: "Approved commission", value: moneyText(totals.approved_commission, currency) },
      ]}
    />
  ));
}

function Affiliations({ rows }: { rows: readonly AffiliationRow[] }): ReactNode {
  const { id: accountId } = useAccount();
  const columns: Column<AffiliationRow>[] = [
    {
      id: "campaign",
      header: "Campaign",
      cell: (row) => (
        <RowLink
          link={{
            to: "/dashboard/$accountId/campaigns/$campaignId",
            params: { accountId, campaignId: row.campaign_id },
          }}
        >
          {row.campaign_name}
        </RowLink>
      ),
    },
    { id: "status", header: "Status", cell: (row) => <AffiliationBadge row={row} /> },
    { id: "link", header: "Link", cell: (row) => <CopyField value={row.unique_link} what="link" /> },
    countColumn("clicks", "Clicks", ({ stats }) => stats.clicks),
    countColumn("conversions", "Conversions", ({ stats }) => stats.conversions),
    moneyColumn("pending", "Pending", (row) => [row.stats.pending_commission, row.campaign_currency]),
    whenColumn("joined", "Joined", (row) => row.joined_at),
    actionsColumn((row) => <AffiliationActions row={row} />),
  ];
  return (
    <DataTable
      label="Campaigns of this affiliate"
      columns={columns}
      rows={rows}
      rowId={(row) => row.affiliation_id}
      empty={<Text size="sm">Not in any campaign.</Text>}
    />
  );
}
