import { Text } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ClaimRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { claimsQuery } from "../../api/claims.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { RemoteFilter } from "../../ui/filter/remote-filter.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { useCampaignChoices, useCampaignName } from "../shared/choices.ts";
import { claimStates, type ClaimsSearch } from "./search.ts";
import { claimTones } from "../../words/tones.ts";

const FROM = "/dashboard/$accountId/claims";

const stateChoices = claimStates.map((value) => ({ value, label: value }));

type Changes = { [key in keyof ClaimsSearch]?: ClaimsSearch[key] | undefined };

/** What affiliates ask about sales that they miss. */
export function ClaimsPage(): ReactNode {
  const { id: accountId } = useAccount();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const query = useQuery({ ...claimsQuery(accountId, search), placeholderData: keepPreviousData });
  const { offset: _offset, ...filter } = search;
  const set = (changes: Changes): void => {
    const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined);
    void navigate({ search: Object.fromEntries(next) as ClaimsSearch, replace: true });
  };
  return (
    <Page
      title="Claims"
      note="Affiliates who miss a sale ask here after the service's own answer did not settle it."
      back={{ label: "Conversions", link: { to: "/dashboard/$accountId/conversions", params: { accountId } } }}
    >
      <FilterBar active={Object.keys(filter).length}>
        <ChoiceFilter
          label="State"
          choices={stateChoices}
          value={search.state}
          onChange={(state) => set({ state: state as ClaimsSearch["state"] })}
        />
        <RemoteFilter
          label="Campaign"
          value={search.campaign_id}
          onChange={(campaign_id) => set({ campaign_id })}
          useChoices={useCampaignChoices}
          useNameOf={useCampaignName}
        />
      </FilterBar>
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Claims"
            columns={columnsFor(accountId)}
            rows={query.data?.claims}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            empty={<Empty filtered={Object.keys(filter).length > 0} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => set({ offset: offset > 0 ? offset : undefined })}
            csvHref={csvHref(accountId, "claims", filter)}
          />
        </>
      )}
    </Page>
  );
}

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No claim matches" text="Take a filter away to see more." />;
  return <EmptyState icon={IconHelp} title="No claims" text="No affiliate has asked about a missing sale." />;
}

function columnsFor(accountId: string): readonly Column<ClaimRow>[] {
  return [
    {
      id: "order",
      header: "Order id",
      cell: (row) => (
        <>
          <RowLink link={{ to: "/dashboard/$accountId/claims/$claimId", params: { accountId, claimId: row.id } }}>
            {row.external_id}
          </RowLink>
          <Text size="xs" c="dimmed">
            {row.campaign_name}
          </Text>
        </>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ state }) => <StatusBadge tone={claimTones[state]}>{state}</StatusBadge>,
    },
    { id: "affiliate", header: "Affiliate", cell: (row) => row.affiliate_name },
    {
      id: "message",
      header: "Message",
      wideOnly: true,
      cell: ({ message }) => (
        <Text size="sm" lineClamp={2} {...(message === null ? { c: "dimmed" } : {})}>
          {message ?? "none"}
        </Text>
      ),
    },
    { id: "opened", header: "Asked", cell: (row) => <When at={row.opened_at} /> },
    {
      id: "answered",
      header: "Settled",
      cell: (row) => (row.answered_at === null ? "not yet" : <When at={row.answered_at} />),
    },
  ];
}
