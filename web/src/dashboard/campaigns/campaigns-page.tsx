import { Button, Text } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Campaign } from "tributary-sdk";
import { campaignStatuses } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { campaignsQuery } from "../../api/campaigns.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { actionsColumn, badgeColumn, countColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { Money } from "../../ui/money.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink } from "../../ui/table/row-link.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { campaignTones } from "../../words/tones.ts";
import { useCampaignActions } from "./campaign-actions.ts";
import { ruleText } from "../../words/commission.ts";

export function CampaignsPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/campaigns");
  const query = useList(campaignsQuery(accountId, filter));
  const columns = useColumns(accountId);
  const { offset: _page, sort, ...whole } = filter;
  return (
    <Page title="Campaigns" action={canManage && <NewCampaign accountId={accountId} />}>
      <Listed
        label="Campaigns"
        filters={
          <FilterBar
            search={
              <SearchField label="Search by name" value={filter.search} onChange={(search) => onFilter({ search })} />
            }
            active={Number(filter.status !== undefined)}
          >
            <ChoiceFilter
              label="Status"
              choices={campaignStatuses}
              value={filter.status}
              onChange={(status) => onFilter({ status })}
            />
          </FilterBar>
        }
        filtered={{ by: whole, noun: "campaigns" }}
        query={query}
        columns={columns}
        rows={query.data?.campaigns}
        empty={
          <EmptyState
            icon={IconSpeakerphone}
            title="No campaigns yet"
            text="Your campaigns appear here. A campaign sets where links lead and what a conversion pays."
            action={canManage && <NewCampaign accountId={accountId} />}
          />
        }
        sorting={sortingOf(sort, onFilter)}
        onOffset={(offset, step) => onFilter({ offset }, step)}
        csvHref={csvHref(accountId, "campaigns", whole)}
      />
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

function useColumns(accountId: string): readonly Column<Campaign>[] {
  const actionsOf = useCampaignActions();
  return [
    {
      id: "name",
      header: "Campaign",
      sort: "name",
      cell: (campaign) => (
        <RowLink
          link={{ to: "/dashboard/$accountId/campaigns/$campaignId", params: { accountId, campaignId: campaign.id } }}
          note={new URL(campaign.target_url).host}
        >
          {campaign.name}
        </RowLink>
      ),
    },
    sortable(badgeColumn("status", "Status", ({ status }) => [campaignTones[status], status])),
    {
      id: "commission",
      header: "Commission",
      align: "right",
      cell: (campaign) => <span className="number">{ruleText(campaign)}</span>,
    },
    sortable(countColumn("affiliates", "Affiliates", ({ stats }) => stats.total_affiliates)),
    sortable({ ...countColumn("clicks", "Clicks", ({ stats }) => stats.total_clicks), wideOnly: true }),
    sortable(countColumn("conversions", "Conversions", ({ stats }) => stats.total_conversions)),
    {
      id: "spent",
      header: "Spent",
      align: "right",
      sort: "spent",
      sortDown: true,
      cell: (campaign) => <Spent campaign={campaign} />,
    },
    sortable({ ...whenColumn("created", "Created", (campaign) => campaign.created_at), wideOnly: true }),
    actionsColumn((campaign) => <RowMenu of={campaign.name} actions={actionsOf(campaign)} />),
  ];
}

function Spent({ campaign }: { campaign: Campaign }): ReactNode {
  return (
    <>
      <Money amount={campaign.current_spend} currency={campaign.currency} />
      <Text size="xs" c="dimmed" className="number">
        {campaign.max_budget === null ? (
          "No limit"
        ) : (
          <>
            of <Money amount={campaign.max_budget} currency={campaign.currency} />
          </>
        )}
      </Text>
    </>
  );
}
