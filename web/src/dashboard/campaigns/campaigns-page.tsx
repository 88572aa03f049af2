import { Button, Text } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Campaign } from "tributary-sdk";
import { campaignStatuses } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { campaignsQuery } from "../../api/campaigns.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { campaignTones } from "../../words/tones.ts";
import { useCampaignActions } from "./campaign-actions.ts";
import type { CampaignsSearch } from "./search.ts";
import { ruleText } from "../../words/commission.ts";

const FROM = "/dashboard/$accountId/campaigns";
const statusChoices = campaignStatuses.map((value) => ({ value, label: value }));

export function CampaignsPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const query = useQuery({ ...campaignsQuery(accountId, search), placeholderData: keepPreviousData });
  const columns = useColumns(accountId);
  const filter = (next: Partial<{ [key in keyof CampaignsSearch]: CampaignsSearch[key] | undefined }>): void =>
    void navigate({ search: (now) => ({ ...now, offset: undefined, ...next }) as CampaignsSearch, replace: true });
  const filtered = search.search !== undefined || search.status !== undefined;
  return (
    <Page title="Campaigns" action={canManage && <NewCampaign accountId={accountId} />}>
      <FilterBar
        search={
          <SearchField label="Search by name" value={search.search} onChange={(text) => filter({ search: text })} />
        }
        active={Number(search.status !== undefined)}
      >
        <ChoiceFilter
          label="Status"
          choices={statusChoices}
          value={search.status}
          onChange={(status) => filter({ status: status as CampaignsSearch["status"] })}
        />
      </FilterBar>
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Campaigns"
            columns={columns}
            rows={query.data?.campaigns}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            empty={filtered ? <NoneMatch /> : <NoneYet canManage={canManage} accountId={accountId} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => filter({ offset })}
            csvHref={csvHref(accountId, "campaigns", { status: search.status, search: search.search })}
          />
        </>
      )}
    </Page>
  );
}

function NewCampaign({ accountId }: { accountId: string }): ReactNode {
  return (
    <Link to="/dashboard/$accountId/campaigns/new" params={{ accountId }}>
      <Button component="span" leftSection={<IconPlus size={16} aria-hidden />}>
        New campaign
      </Button>
    </Link>
  );
}

const NoneMatch = (): ReactNode => <EmptyState title="No campaign matches" text="Take a filter away to see more." />;

function NoneYet({ canManage, accountId }: { canManage: boolean; accountId: string }): ReactNode {
  return (
    <EmptyState
      icon={IconSpeakerphone}
      title="No campaigns yet"
      text="A campaign says where links lead and what a conversion pays. Affiliates join it by invitation."
      action={canManage && <NewCampaign accountId={accountId} />}
    />
  );
}

function useColumns(accountId: string): readonly Column<Campaign>[] {
  const actionsOf = useCampaignActions();
  return [
    {
      id: "name",
      header: "Campaign",
      cell: (campaign) => (
        <>
          <RowLink
            link={{ to: "/dashboard/$accountId/campaigns/$campaignId", params: { accountId, campaignId: campaign.id } }}
          >
            {campaign.name}
          </RowLink>
          <Text size="xs" c="dimmed">
            {new URL(campaign.target_url).host}
          </Text>
        </>
      ),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ status }) => <StatusBadge tone={campaignTones[status]}>{status}</StatusBadge>,
    },
    {
      id: "commission",
      header: "Commission",
      align: "right",
      cell: (campaign) => <span className="number">{ruleText(campaign)}</span>,
    },
    {
      id: "affiliates",
      header: "Affiliates",
      align: "right",
      cell: ({ stats }) => <span className="number">{numberText(stats.total_affiliates)}</span>,
    },
    {
      id: "clicks",
      header: "Clicks",
      align: "right",
      wideOnly: true,
      cell: ({ stats }) => <span className="number">{numberText(stats.total_clicks)}</span>,
    },
    {
      id: "conversions",
      header: "Conversions",
      align: "right",
      cell: ({ stats }) => <span className="number">{numberText(stats.total_conversions)}</span>,
    },
    { id: "spent", header: "Spent", align: "right", cell: (campaign) => <Spent campaign={campaign} /> },
    { id: "created", header: "Created", wideOnly: true, cell: ({ created_at: at }) => <When at={at} /> },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (campaign) => <RowMenu of={campaign.name} actions={actionsOf(campaign)} />,
    },
  ];
}

function Spent({ campaign }: { campaign: Campaign }): ReactNode {
  return (
    <>
      <Money amount={campaign.current_spend} currency={campaign.currency} />
      <Text size="xs" c="dimmed" className="number">
        {campaign.max_budget === null ? (
          "no limit"
        ) : (
          <>
            of <Money amount={campaign.max_budget} currency={campaign.currency} />
          </>
        )}
      </Text>
    </>
  );
}
