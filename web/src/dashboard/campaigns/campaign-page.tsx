import { Button, Stack, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { Campaign } from "tributary-sdk";
import type { AutoApprove } from "tributary-sdk/pages";
import { planTerms } from "tributary-sdk/plan";
import { campaignNumbersQuery, campaignQuery, updateCampaign } from "../../api/campaigns.ts";
import { autoApproveQuery } from "../../api/payout-settings.ts";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Meter } from "../../ui/chart/meter.tsx";
import { amountsText, countText, moneyText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useNow } from "../../ui/clock.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { NumbersHead } from "../shared/numbers/numbers-head.tsx";
import { numbersQueryOf } from "../shared/numbers/span.ts";
import { AffiliateList } from "../affiliates/affiliate-list.tsx";
import { LazyInvite } from "../affiliates/lazy-invite.tsx";
import { AuditLink } from "../audit/audit-link.tsx";
import { ConversionList } from "../conversions/conversion-list.tsx";
import { conversionsSearch } from "../conversions/search.ts";
import { CouponList } from "../coupons/coupon-list.tsx";
import { couponFilter } from "../coupons/search.ts";
import { CampaignCommission } from "../plans/campaign-commission.tsx";
import { campaignTones } from "../../words/tones.ts";
import { useCampaignActions } from "./campaign-actions.ts";
import { CampaignForm } from "./campaign-form.tsx";
import { changesOf, valuesOf, type CampaignValues } from "./campaign-values.ts";
import { PublicPage } from "./public-page.tsx";
import { affiliateFilter } from "./search.ts";
import { ruleText } from "../../words/commission.ts";
import { planFormat } from "../../words/plans.ts";

const FROM = "/dashboard/$accountId/campaigns/$campaignId";
const tabs = [
  { value: "affiliates", label: "Affiliates" },
  { value: "conversions", label: "Conversions" },
  { value: "coupons", label: "Coupons" },
  { value: "commission", label: "Commission" },
  { value: "page", label: "Public page" },
  { value: "settings", label: "Settings" },
] as const;

export function CampaignPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { campaignId } = useParams({ from: FROM });
  const query = useQuery(campaignQuery(accountId, campaignId));
  const campaign = query.data?.campaign;
  const [inviting, setInviting] = useState(false);
  const actionsOf = useCampaignActions();
  const invite = canManage && campaign?.status !== "archived" && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      Invite affiliates
    </Button>
  );
  return (
    <Page
      title={campaign?.name ?? "Campaign"}
      beside={campaign && <StatusBadge tone={campaignTones[campaign.status]}>{campaign.status}</StatusBadge>}
      note={campaign && <Terms campaign={campaign} />}
      back={{ label: "Campaigns", link: { to: "/dashboard/$accountId/campaigns", params: { accountId } } }}
      action={
        campaign && (
          <>
            {invite}
            <RowMenu of={campaign.name} actions={actionsOf(campaign)} />
          </>
        )
      }
    >
      <Loaded query={query}>{(data) => <Details campaign={data.campaign} invite={invite} />}</Loaded>
      {inviting && <LazyInvite onClose={() => setInviting(false)} campaignId={campaignId} />}
    </Page>
  );
}

function Terms({ campaign }: { campaign: Campaign }): ReactNode {
  return (
    <span className="breakable">
      Pays {paysText(campaign)} · {numberText(campaign.attribution_window)}-day attribution window ·{" "}
      {campaign.maturation_days === 0 ? "no" : `${numberText(campaign.maturation_days)}-day`} hold period ·{" "}
      {campaign.visibility} · leads to {campaign.target_url}
    </span>
  );
}

function paysText(campaign: Campaign): string {
  const { plan, currency } = campaign;
  if (!plan)
    return campaign.commission_type === "percentage"
      ? `${ruleText(campaign)} of each order`
      : `${ruleText(campaign)} for each conversion`;
  const [first = "", ...more] = planTerms(plan, planFormat(currency));
  return more.length === 0 ? first : `${first}, with ${countText(more.length, "more rule")}`;
}

function Details({ campaign, invite }: { campaign: Campaign; invite: ReactNode }): ReactNode {
  const { filter, onFilter } = useFilter(FROM);
  const { id: accountId } = useAccount();
  const { tab = "affiliates", span, currency } = filter;
  return (
    <Stack gap="lg">
      <NumbersHead
        search={filter}
        onSearch={onFilter}
        query={campaignNumbersQuery(accountId, campaign.id, numbersQueryOf(filter, useNow()))}
      />
      <SoFar campaign={campaign} />
      <Budget campaign={campaign} />
      <PageTabs
        label="Campaign sections"
        tabs={tabs}
        value={tab}
        onChange={(next) => onFilter({ ...withoutAll(filter), span, currency, tab: next })}
      >
        <Stack gap="lg">
          {tab === "affiliates" && (
            <AffiliateList filter={affiliateFilter(filter, campaign.id)} onFilter={onFilter} invite={invite} />
          )}
          {tab === "conversions" && (
            <ConversionList
              filter={{ ...conversionsSearch(filter), campaign_id: campaign.id }}
              within="campaign"
              onFilter={onFilter}
            />
          )}
          {tab === "coupons" && (
            <CouponList campaignId={campaign.id} filter={couponFilter(filter)} onFilter={onFilter} />
          )}
          {tab === "commission" && <CampaignCommission campaignId={campaign.id} />}
          {tab === "page" && <PublicPage campaign={campaign} />}
          {tab === "settings" && (
            <>
              <Settings campaign={campaign} />
              <AuditLink subject={campaign.id}>Change history</AuditLink>
            </>
          )}
        </Stack>
      </PageTabs>
    </Stack>
  );
}

/** Totals since the campaign started, without rejected conversions. */
function SoFar({ campaign }: { campaign: Campaign }): ReactNode {
  const { stats, currency, by_currency: others } = campaign;
  const revenue = { [currency]: stats.total_revenue };
  for (const [code, totals] of Object.entries(others)) revenue[code] = totals.total_revenue;
  return (
    <Text size="sm" c="dimmed">
      All time: {countText(stats.total_affiliates, "affiliate")}, {countText(stats.total_clicks, "click")},{" "}
      {countText(stats.total_conversions, "conversion")}, {amountsText(revenue, "no")} revenue.
    </Text>
  );
}

function Budget({ campaign }: { campaign: Campaign }): ReactNode {
  const { max_budget: limit, current_spend: used, currency } = campaign;
  if (limit === null)
    return (
      <Text size="sm" c="dimmed">
        {moneyText(used, currency)} in pending and approved commissions. No budget limit.
      </Text>
    );
  const left = limit - used;
  return (
    <Meter
      label="Budget used"
      used={used}
      limit={limit}
      usedText={moneyText(used, currency)}
      limitText={`${moneyText(limit, currency)} budget`}
      restText={left > 0 ? `${moneyText(left, currency)} left` : "Used up: new conversions are not accepted"}
    />
  );
}

function Settings({ campaign }: { campaign: Campaign }): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(autoApproveQuery(accountId, campaign.id));
  return (
    <Loaded query={query}>
      {({ auto_approve: choice }) => <SettingsForm campaign={campaign} autoApprove={choice} />}
    </Loaded>
  );
}

function SettingsForm({ campaign, autoApprove }: { campaign: Campaign; autoApprove: AutoApprove }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const save = async (values: CampaignValues, before: CampaignValues): Promise<void> => {
    await change(
      updateCampaign(accountId, campaign.id, changesOf(before, values)),
      () => "Saved. Existing conversions keep their terms.",
    );
  };
  return (
    <Stack gap="lg">
      {!canManage && (
        <Text size="sm" c="dimmed">
          You have view-only access to campaigns. Managers and owners can change them.
        </Text>
      )}
      {campaign.plan && (
        <Text size="sm" c="dimmed">
          The commission below is the base commission of the{" "}
          <AnchorLink
            to="/dashboard/$accountId/campaigns/$campaignId/plan"
            params={{ accountId, campaignId: campaign.id }}
            size="sm"
          >
            plan
          </AnchorLink>
          . If you change it, you create a new version of the plan.
        </Text>
      )}
      <CampaignForm
        initial={valuesOf(campaign, autoApprove)}
        submitLabel="Save changes"
        currencyFixed={campaign.stats.total_conversions > 0}
        readOnly={!canManage}
        onSubmit={save}
      />
    </Stack>
  );
}
