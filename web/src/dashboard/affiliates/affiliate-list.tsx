import { Group, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AffiliatesQuery, AffiliationRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { affiliatesQuery } from "../../api/affiliates.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { CopyIcon } from "../../ui/copy.tsx";
import { actionsColumn, countColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { Money } from "../../ui/money.tsx";
import { sentenceCase } from "../../format/sentence-case.ts";
import { countText } from "../../format/numbers.ts";
import { given } from "../../format/without-undefined.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowActions } from "../../ui/table/row-actions.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useAccount } from "../shared/account.ts";
import { affiliationState } from "../../words/tones.ts";
import { ApplicationSummary } from "./application.tsx";
import { useAffiliationActions } from "./affiliation-actions.ts";
import { affiliationFilters } from "./search.ts";

type Filter = Pick<AffiliatesQuery, "status" | "search" | "campaign_id" | "sort" | "offset">;

interface AffiliateListProps {
  readonly filter: Filter;
  readonly onFilter: OnFilter<Filter>;
  readonly invite: ReactNode;
}

/** The affiliates of one campaign. */
export function AffiliateList({ filter, onFilter, invite }: AffiliateListProps): ReactNode {
  const { id: accountId } = useAccount();
  const { campaign_id, status, search, sort, offset } = filter;
  const whole = given({ campaign_id, status, search });
  const query = useList(affiliatesQuery(accountId, given({ ...whole, offset, sort })));
  const columns = useColumns();
  const brief = useBrief();
  const choices = given({ status });
  return (
    <Listed
      label="Affiliates"
      filters={
        <FilterBar
          search={
            <SearchField label="Name, email or code" value={search} onChange={(text) => onFilter({ search: text })} />
          }
          active={Object.keys(choices).length}
        >
          <ChoiceFilter
            label="Status"
            choices={affiliationFilters}
            value={status}
            onChange={(next) => onFilter({ status: next })}
          />
        </FilterBar>
      }
      filtered={{ by: given({ ...choices, search }), noun: "affiliates" }}
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.affiliates}
      rowId={(row) => row.affiliation_id}
      empty={<NoAffiliates invite={invite} />}
      sorting={sortingOf(sort, onFilter)}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, "affiliates", whole)}
    />
  );
}

export const NoAffiliates = ({ invite }: { invite: ReactNode }): ReactNode => (
  <EmptyState
    icon={IconUsers}
    title="No affiliates yet"
    text="Affiliates appear here when they accept your invitation."
    action={invite}
  />
);

function useColumns(): readonly Column<AffiliationRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "name",
      header: "Affiliate",
      sort: "name",
      cell: (row) => (
        <RowLink
          link={{ to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: row.id } }}
          note={<EmailAndApplication row={row} />}
        >
          {row.name}
        </RowLink>
      ),
    },
    { id: "status", header: "Status", sort: "status", cell: (row) => <AffiliationBadge row={row} /> },
    { id: "code", header: "Code", cell: (row) => <Code row={row} /> },
    sortable(countColumn("clicks", "Clicks", ({ stats }) => stats.clicks)),
    sortable(countColumn("conversions", "Conversions", ({ stats }) => stats.conversions)),
    {
      id: "revenue",
      header: "Revenue",
      align: "right",
      sort: "revenue",
      sortDown: true,
      cell: (row) => <Revenue row={row} />,
    },
    sortable({ ...whenColumn("joined", "Joined", (row) => row.joined_at), wideOnly: true }),
    actionsColumn((row) => <AffiliationActions row={row} />),
  ];
}

/** The rows on a phone. */
function useBrief(): (row: AffiliationRow) => Brief {
  const { id: accountId } = useAccount();
  return (row) => ({
    title: (
      <RowLink
        link={{ to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: row.id } }}
      >
        {row.name}
      </RowLink>
    ),
    amount: <Money amount={row.stats.revenue} currency={row.campaign_currency} />,
    note: `${countText(row.stats.clicks, "click")} · ${countText(row.stats.conversions, "conversion")}`,
    badge: <AffiliationBadge row={row} />,
    more:
      row.status === "pending" && row.application ? <ApplicationSummary application={row.application} /> : undefined,
    action: <AffiliationActions row={row} />,
  });
}

/** While the merchant decides, with what the person wrote. */
function EmailAndApplication({ row }: { row: Pick<AffiliationRow, "email" | "status" | "application"> }): ReactNode {
  return (
    <>
      <span className="email">{row.email}</span>
      {row.status === "pending" && row.application && <ApplicationSummary application={row.application} />}
    </>
  );
}

export function AffiliationBadge({ row }: { row: AffiliationRow }): ReactNode {
  const { word, tone } = affiliationState(row);
  return <StatusBadge tone={tone}>{sentenceCase(word)}</StatusBadge>;
}

function Revenue({ row }: { row: AffiliationRow }): ReactNode {
  const { stats, campaign_currency: currency } = row;
  return (
    <>
      <Money amount={stats.revenue} currency={currency} />
      <Text size="xs" c="dimmed" className="number">
        <Money amount={stats.pending_commission} currency={currency} /> pending
      </Text>
    </>
  );
}

function Code({ row }: { row: AffiliationRow }): ReactNode {
  return (
    <Group gap={2} wrap="nowrap">
      <Text span size="sm" ff="monospace" className="number">
        {row.affiliate_code}
      </Text>
      <CopyIcon value={row.unique_link} what={`link for ${row.name}`} />
    </Group>
  );
}

export function AffiliationActions({ row }: { row: AffiliationRow }): ReactNode {
  const actions = useAffiliationActions()(row);
  const approve = row.status === "pending" ? actions.find(({ kind }) => kind === "approve") : undefined;
  return (
    <RowActions
      of={`${row.name} in ${row.campaign_name}`}
      actions={actions}
      approve={approve}
      approveLabel={`Approve ${row.name} for ${row.campaign_name}`}
    />
  );
}
