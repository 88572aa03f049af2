import type { ReactNode } from "react";
import type { AffiliatePersonRow, AffiliationRow, ApplicationDetails } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { affiliatePeopleQuery } from "../../api/affiliates.ts";
import { given } from "../../format/without-undefined.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { Money } from "../../ui/money.tsx";
import { actionsColumn, countColumn, sortable } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { RowActions } from "../../ui/table/row-actions.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { useAccount } from "../shared/account.ts";
import { CampaignFilter } from "../shared/filters.tsx";
import { AffiliationBadge, NoAffiliates } from "./affiliate-list.tsx";
import { ApplicationSummary } from "./application.tsx";
import { useAffiliationActions } from "./affiliation-actions.ts";
import { CampaignChips } from "./campaign-chips.tsx";
import { useOpenPortalAction } from "./open-portal.tsx";
import { affiliationFilters, personSort, type AffiliatesSearch } from "./search.ts";

interface PeopleListProps {
  readonly filter: AffiliatesSearch;
  readonly onFilter: OnFilter<AffiliatesSearch>;
  readonly invite: ReactNode;
}

/** Each affiliate once, with all their campaigns. */
export function PeopleList({ filter, onFilter, invite }: PeopleListProps): ReactNode {
  const { id: accountId } = useAccount();
  const { campaign_id, status, search, offset, sort } = filter;
  const whole = given({ campaign_id, status, search });
  const query = useList(affiliatePeopleQuery(accountId, given({ ...whole, sort: personSort(sort), offset })));
  const columns = useColumns();
  const brief = useBrief();
  const choices = given({ status, campaign_id });
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
          <CampaignFilter value={campaign_id} onChange={(id) => onFilter({ campaign_id: id })} />
        </FilterBar>
      }
      filtered={{ by: given({ ...choices, search }), noun: "affiliates" }}
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.affiliates}
      sorting={sortingOf(personSort(sort), onFilter)}
      empty={<NoAffiliates invite={invite} />}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, "affiliates/by-person", whole)}
    />
  );
}

function useColumns(): readonly Column<AffiliatePersonRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "name",
      header: "Affiliate",
      sort: "name",
      cell: (row) => (
        <RowLink
          link={{ to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: row.id } }}
          note={
            <>
              <span className="email">{row.email}</span>
              {pendingApplications(row).map((application) => (
                <ApplicationSummary key={application.applied_at} application={application} />
              ))}
            </>
          }
        >
          {row.name}
        </RowLink>
      ),
    },
    { id: "status", header: "Status", cell: (row) => <PersonStatus row={row} /> },
    { id: "campaigns", header: "Campaigns", cell: (row) => <CampaignChips rows={row.affiliations} /> },
    sortable(countColumn("clicks", "Clicks", ({ clicks }) => clicks)),
    sortable(countColumn("conversions", "Conversions", ({ conversions }) => conversions)),
    { ...amountColumn("revenue", "Revenue"), wideOnly: true },
    amountColumn("commission", "Commission"),
    actionsColumn((row) => <PersonActions row={row} />),
  ];
}

/** The rows on a phone. */
function useBrief(): (row: AffiliatePersonRow) => Brief {
  const { id: accountId } = useAccount();
  return (row) => ({
    title: (
      <RowLink
        link={{ to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: row.id } }}
      >
        {row.name}
      </RowLink>
    ),
    amount: amountColumn("commission", "").cell(row),
    note: row.affiliations.map((affiliation) => affiliation.campaign_name).join(", "),
    badge: <PersonStatus row={row} />,
    more: pendingApplications(row).map((application) => (
      <ApplicationSummary key={application.applied_at} application={application} />
    )),
    action: <PersonActions row={row} />,
  });
}

const amountColumn = (of: "revenue" | "commission", header: string): Column<AffiliatePersonRow> => ({
  id: of,
  header,
  align: "right",
  sort: of,
  sortDown: true,
  cell: (row) => {
    const amounts = Object.entries(row.by_currency);
    // One line per currency: amounts in different currencies are never added up.
    return amounts.length === 0
      ? "–"
      : amounts.map(([currency, figures]) => (
          <div key={currency}>
            <Money amount={figures[of]} currency={currency} />
          </div>
        ));
  },
});

const pendingApplications = ({ affiliations }: AffiliatePersonRow): ApplicationDetails[] =>
  affiliations.flatMap(({ status, application }) => (status === "pending" && application ? [application] : []));

/** What most needs attention comes first. */
const order = ["pending", "active", "suspended", "rejected"];
const rankOf = ({ status, suspended }: AffiliationRow): number => order.indexOf(suspended ? "suspended" : status);

function PersonStatus({ row }: { row: AffiliatePersonRow }): ReactNode {
  const [first] = row.affiliations.toSorted((one, other) => rankOf(one) - rankOf(other));
  return first && <AffiliationBadge row={first} />;
}

/** The actions of each campaign. */
function PersonActions({ row }: { row: AffiliatePersonRow }): ReactNode {
  const actionsOf = useAffiliationActions();
  const portalOf = useOpenPortalAction();
  const several = row.affiliations.length > 1;
  const all = row.affiliations.flatMap((affiliation) =>
    actionsOf(affiliation).map((action) => ({
      ...action,
      affiliation,
      label: several ? `${action.label}: ${affiliation.campaign_name}` : action.label,
    })),
  );
  const pending = all.filter(({ kind, affiliation }) => kind === "approve" && affiliation.status === "pending");
  // With several, a single button would not say which one it approves.
  const approve = pending.length === 1 ? pending[0] : undefined;
  return (
    <RowActions
      of={row.name}
      actions={[...portalOf(row), ...all]}
      approve={approve}
      approveLabel={`Approve ${row.name} for ${approve?.affiliation.campaign_name ?? ""}`}
    />
  );
}
