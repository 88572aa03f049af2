import { Text } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ClaimRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { claimsQuery } from "../../api/claims.ts";
import { sentenceCase } from "../../format/sentence-case.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { badgeColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { Page } from "../../ui/page.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { CampaignFilter } from "../shared/filters.tsx";
import { sentClaimStates } from "./search.ts";
import { claimStateText } from "./state-text.ts";
import { claimTones } from "../../words/tones.ts";

const stateChoices = sentClaimStates.map((value) => ({ value, label: sentenceCase(claimStateText[value]) }));

export function ClaimsPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/claims");
  const query = useList(claimsQuery(accountId, filter));
  const { offset: _page, sort, ...whole } = filter;
  const { external_id: _search, ...others } = whole;
  return (
    <Page
      title="Missing-sale claims"
      note="Sales your affiliates believe are missing."
      back={{ label: "Conversions", link: { to: "/dashboard/$accountId/conversions", params: { accountId } } }}
    >
      <Listed
        label="Missing-sale claims"
        filters={
          <FilterBar
            search={
              <SearchField
                label="Order ID"
                width={160}
                value={filter.external_id}
                onChange={(external_id) => onFilter({ external_id })}
              />
            }
            active={Object.keys(others).length}
          >
            <ChoiceFilter
              label="Status"
              choices={stateChoices}
              value={filter.state}
              onChange={(state) => onFilter({ state })}
            />
            <CampaignFilter value={filter.campaign_id} onChange={(campaign_id) => onFilter({ campaign_id })} />
          </FilterBar>
        }
        filtered={{ by: whole, noun: "claims" }}
        query={query}
        columns={columnsFor(accountId)}
        rows={query.data?.claims}
        empty={
          <EmptyState
            icon={IconHelp}
            title="No missing-sale claims"
            text="Claims appear here when affiliates ask you about a missing sale."
          />
        }
        sorting={sortingOf(sort, onFilter)}
        onOffset={(offset, step) => onFilter({ offset }, step)}
        csvHref={csvHref(accountId, "claims", whole)}
      />
    </Page>
  );
}

function columnsFor(accountId: string): readonly Column<ClaimRow>[] {
  return [
    {
      id: "order",
      header: "Order ID",
      sort: "order",
      cell: (row) => (
        <RowLink
          link={{ to: "/dashboard/$accountId/claims/$claimId", params: { accountId, claimId: row.id } }}
          note={row.campaign_name}
        >
          {row.external_id}
        </RowLink>
      ),
    },
    sortable(badgeColumn("status", "Status", ({ state }) => [claimTones[state], claimStateText[state]])),
    { id: "affiliate", header: "Affiliate", sort: "affiliate", cell: (row) => row.affiliate_name },
    {
      id: "message",
      header: "Message",
      wideOnly: true,
      cell: ({ message }) => (
        <Text size="sm" lineClamp={2} {...(message === null ? { c: "dimmed" } : {})}>
          {message ?? "None"}
        </Text>
      ),
    },
    sortable(whenColumn("opened", "Opened", (row) => row.opened_at)),
    {
      id: "resolved",
      header: "Resolved",
      sort: "resolved",
      sortDown: true,
      cell: (row) => (row.answered_at === null ? "Not yet" : <When at={row.answered_at} />),
    },
  ];
}
