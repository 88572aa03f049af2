import { Group, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AffiliatesQuery, AffiliationRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { affiliatesQuery } from "../../api/affiliates.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { CopyIcon } from "../../ui/copy.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { numberText } from "../../format/numbers.ts";
import { RemoteFilter } from "../../ui/filter/remote-filter.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { useCampaignChoices, useCampaignName } from "../shared/choices.ts";
import { affiliationState } from "../../words/tones.ts";
import { useAffiliationActions } from "./affiliation-actions.ts";

type Filter = Pick<AffiliatesQuery, "status" | "search" | "campaign_id" | "offset">;
type Changes = { [key in keyof Filter]?: Filter[key] | undefined };

interface AffiliateListProps {
  readonly filter: Filter;
  /** The campaign is fixed here, and no filter of the reader's. */
  readonly withinCampaign?: boolean;
  readonly onFilter: (filter: Changes) => void;
  readonly invite: ReactNode;
}

const statusChoices = ["active", "pending", "rejected", "suspended"].map((value) => ({ value, label: value }));

export function AffiliateList({ filter, withinCampaign = false, onFilter, invite }: AffiliateListProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery({ ...affiliatesQuery(accountId, filter), placeholderData: keepPreviousData });
  const columns = useColumns(withinCampaign);
  const set = (changes: Changes): void => onFilter({ ...filter, offset: undefined, ...changes });
  const filtered =
    filter.search !== undefined || filter.status !== undefined || (!withinCampaign && filter.campaign_id !== undefined);
  const { offset: _offset, ...whole } = filter;
  return (
    <>
      <FilterBar
        search={
          <SearchField label="Name, e-mail or code" value={filter.search} onChange={(search) => set({ search })} />
        }
        active={Number(filter.status !== undefined) + Number(!withinCampaign && filter.campaign_id !== undefined)}
      >
        <ChoiceFilter
          label="Status"
          choices={statusChoices}
          value={filter.status}
          onChange={(status) => set({ status: status as Filter["status"] })}
        />
        {!withinCampaign && (
          <RemoteFilter
            label="Campaign"
            value={filter.campaign_id}
            onChange={(campaign_id) => set({ campaign_id })}
            useChoices={useCampaignChoices}
            useNameOf={useCampaignName}
          />
        )}
      </FilterBar>
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Affiliates"
            columns={columns}
            rows={query.data?.affiliates}
            rowId={(row) => row.affiliation_id}
            busy={query.isPlaceholderData}
            empty={filtered ? <NoneMatch /> : <NoneYet invite={invite} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => set({ offset: offset > 0 ? offset : undefined })}
            csvHref={csvHref(accountId, "affiliates", whole)}
          />
        </>
      )}
    </>
  );
}

const NoneMatch = (): ReactNode => <EmptyState title="No affiliate matches" text="Take a filter away to see more." />;

function NoneYet({ invite }: { invite: ReactNode }): ReactNode {
  return (
    <EmptyState
      icon={IconUsers}
      title="No affiliates yet"
      text="People join by accepting an invitation. Invite someone and pass the link on to them."
      action={invite}
    />
  );
}

function useColumns(withinCampaign: boolean): readonly Column<AffiliationRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "name",
      header: "Affiliate",
      cell: (row) => (
        <>
          <RowLink
            link={{ to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: row.id } }}
          >
            {row.name}
          </RowLink>
          <Text size="xs" c="dimmed">
            {row.email}
          </Text>
        </>
      ),
    },
    { id: "status", header: "Status", cell: (row) => <AffiliationBadge row={row} /> },
    withinCampaign
      ? { id: "code", header: "Code", cell: (row) => <Code row={row} /> }
      : {
          id: "campaign",
          header: "Campaign",
          cell: (row) => (
            <>
              <span className="words">{row.campaign_name}</span>
              <Code row={row} />
            </>
          ),
        },
    {
      id: "clicks",
      header: "Clicks",
      align: "right",
      cell: ({ stats }) => <span className="number">{numberText(stats.clicks)}</span>,
    },
    {
      id: "conversions",
      header: "Conversions",
      align: "right",
      cell: ({ stats }) => <span className="number">{numberText(stats.conversions)}</span>,
    },
    { id: "revenue", header: "Revenue", align: "right", cell: (row) => <Revenue row={row} /> },
    { id: "joined", header: "Joined", wideOnly: true, cell: (row) => <When at={row.joined_at} /> },
    { id: "actions", header: "", align: "right", cell: (row) => <AffiliationActions row={row} /> },
  ];
}

export function AffiliationBadge({ row }: { row: AffiliationRow }): ReactNode {
  const { word, tone } = affiliationState(row);
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
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
      <CopyIcon value={row.unique_link} what={`link of ${row.name}`} />
    </Group>
  );
}

export function AffiliationActions({ row }: { row: AffiliationRow }): ReactNode {
  const actions = useAffiliationActions()(row);
  // Someone who waits is answered with one click; the rest is behind the menu.
  const approve = row.status === "pending" ? actions.find(({ kind }) => kind === "approve") : undefined;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {approve && (
        <ActionButton
          className="above"
          size="compact-sm"
          variant="light"
          run={async () => approve.run()}
          aria-label={`Approve ${row.name} for ${row.campaign_name}`}
        >
          Approve
        </ActionButton>
      )}
      <RowMenu of={`${row.name} in ${row.campaign_name}`} actions={actions.filter((action) => action !== approve)} />
    </Group>
  );
}
