import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AffiliateResponse, AffiliationRow } from "tributary-sdk/pages";
import { affiliateNumbersQuery, affiliateQuery } from "../../api/affiliates.ts";
import { useNow } from "../../ui/clock.ts";
import { CopyField } from "../../ui/copy.tsx";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { actionsColumn, countColumn, moneyColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column, Sorting } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { sortingOf } from "../../ui/table/listed.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { When } from "../../ui/when.tsx";
import { ConversionList } from "../conversions/conversion-list.tsx";
import { conversionsSearch } from "../conversions/search.ts";
import { AffiliateCoupons } from "../coupons/affiliate-coupons.tsx";
import { AffiliateMoney } from "../payouts/affiliate-money.tsx";
import { AffiliateCommission } from "../plans/affiliate-commission.tsx";
import { useAccount } from "../shared/account.ts";
import { NumbersHead } from "../shared/numbers/numbers-head.tsx";
import { numbersQueryOf } from "../shared/numbers/span.ts";
import { affiliationState } from "../../words/tones.ts";
import { ApplicationFacts } from "./application.tsx";
import { AffiliationActions, AffiliationBadge } from "./affiliate-list.tsx";
import { OpenPortalButton } from "./open-portal.tsx";
import { linkSort, statementSort } from "./search.ts";

const FROM = "/dashboard/$accountId/affiliates/$affiliateId";
const tabs = [
  { value: "activity", label: "Activity" },
  { value: "money", label: "Money" },
  { value: "commission", label: "Commission" },
  { value: "links", label: "Links and coupons" },
] as const;

export function AffiliatePage(): ReactNode {
  const { id: accountId } = useAccount();
  const { affiliateId } = useParams({ from: FROM });
  const query = useQuery(affiliateQuery(accountId, affiliateId));
  const person = query.data?.affiliate;
  return (
    <Page
      title={person?.name ?? "Affiliate"}
      note={person && <Since email={person.email} at={person.created_at} />}
      action={person && <OpenPortalButton affiliate={person} />}
      back={{ label: "Affiliates", link: { to: "/dashboard/$accountId/affiliates", params: { accountId } } }}
    >
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Page>
  );
}

function Since({ email, at }: { email: string; at: string }): ReactNode {
  return (
    <>
      <span className="breakable">{email}</span> · affiliate since <When at={at} />
    </>
  );
}

function Details({ affiliate, affiliations }: AffiliateResponse): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter(FROM);
  const { tab = "activity", span, currency } = filter;
  return (
    <Stack gap="xl">
      {affiliations.map((row) => (
        <PendingApplication key={row.affiliation_id} row={row} />
      ))}
      <NumbersHead
        search={filter}
        onSearch={onFilter}
        query={affiliateNumbersQuery(accountId, affiliate.id, numbersQueryOf(filter, useNow()))}
      />
      <PageTabs
        label="Affiliate sections"
        tabs={tabs}
        value={tab}
        onChange={(next) => onFilter({ ...withoutAll(filter), span, currency, tab: next })}
      >
        <Stack gap="xl">
          {tab === "activity" && (
            <ConversionList
              filter={{ ...conversionsSearch(filter), affiliate_id: affiliate.id }}
              within="affiliate"
              onFilter={onFilter}
            />
          )}
          {tab === "money" && (
            <AffiliateMoney
              affiliateId={affiliate.id}
              sorting={{ ...sortingOf(statementSort(filter.sort), onFilter), inPage: true }}
            />
          )}
          {tab === "commission" && (
            <AffiliateCommission affiliateId={affiliate.id} name={affiliate.name} rows={affiliations} />
          )}
          {tab === "links" && (
            <>
              <Links rows={affiliations} sorting={{ ...sortingOf(linkSort(filter.sort), onFilter), inPage: true }} />
              <AffiliateCoupons affiliateId={affiliate.id} rows={affiliations} />
              <Applications rows={affiliations} />
            </>
          )}
        </Stack>
      </PageTabs>
    </Stack>
  );
}

/** An application to decide on, with the actions next to it. */
function PendingApplication({ row }: { row: AffiliationRow }): ReactNode {
  if (row.status !== "pending" || !row.application) return null;
  return (
    <Section title={`Application to ${row.campaign_name}`} action={<AffiliationActions row={row} />}>
      <ApplicationFacts application={row.application} />
    </Section>
  );
}

/** Applications that are no longer pending. */
const Applications = ({ rows }: { rows: readonly AffiliationRow[] }): ReactNode =>
  rows.map(
    ({ affiliation_id: id, campaign_name: campaign, status, application }) =>
      status !== "pending" &&
      application && (
        <Section key={id} title={`Application to ${campaign}`}>
          <ApplicationFacts application={application} />
        </Section>
      ),
  );

function Links({ rows, sorting }: { rows: readonly AffiliationRow[]; sorting: Sorting }): ReactNode {
  const { id: accountId } = useAccount();
  const columns: Column<AffiliationRow>[] = [
    {
      id: "campaign",
      header: "Campaign",
      sort: "name",
      sortValue: (row) => row.campaign_name,
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
    {
      id: "status",
      header: "Status",
      sort: "status",
      sortValue: (row) => affiliationState(row).word,
      cell: (row) => <AffiliationBadge row={row} />,
    },
    { id: "link", header: "Link", cell: (row) => <CopyField value={row.unique_link} what="link" /> },
    sortable(countColumn("clicks", "Clicks", ({ stats }) => stats.clicks)),
    sortable(countColumn("conversions", "Conversions", ({ stats }) => stats.conversions)),
    sortable(moneyColumn("revenue", "Revenue", (row) => [row.stats.revenue, row.campaign_currency])),
    sortable(whenColumn("joined", "Joined", (row) => row.joined_at)),
    actionsColumn((row) => <AffiliationActions row={row} />),
  ];
  return (
    <DataTable
      label="This affiliate's campaigns"
      columns={columns}
      rows={rows}
      rowId={(row) => row.affiliation_id}
      sorting={sorting}
      empty={<Text size="sm">Not in any campaign.</Text>}
    />
  );
}
