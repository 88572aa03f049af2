import { Skeleton, Stack } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PortalOverviewResponse } from "tributary-sdk/pages";
import { ownBalancesQuery, ownPayoutsQuery } from "../../api/portal-money.ts";
import { campaignChoicesQuery, monthsQuery, overviewQuery, ownConversionsQuery } from "../../api/portal.ts";
import { useNow } from "../../ui/clock.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import { BalanceTotals } from "../payouts/balance-totals.tsx";
import { Activity } from "./activity.tsx";
import { Figures } from "./figures.tsx";
import { Hero } from "./hero.tsx";
import classes from "./home.module.css";
import { Maturing } from "./maturing.tsx";
import { OverTime } from "./over-time.tsx";
import { OwnLink } from "./own-link.tsx";
import { LATEST_CONVERSIONS, LATEST_PAYOUTS, overviewQueryOf, spanBefore, spanOf } from "./search.ts";
import { SpanFilter } from "./span-filter.tsx";

export function OverviewPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/");
  const span = spanOf(filter, useNow());
  const query = useQuery({ ...overviewQuery(overviewQueryOf(filter, span)), placeholderData: keepPreviousData });
  const before = useQuery({
    ...overviewQuery(overviewQueryOf(filter, spanBefore(span))),
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const isLoading = useQueries({
    queries: [
      monthsQuery,
      ownBalancesQuery,
      campaignChoicesQuery,
      ownConversionsQuery(LATEST_CONVERSIONS),
      ownPayoutsQuery(LATEST_PAYOUTS),
    ],
    combine: (parts) => parts.some(({ isPending }) => isPending),
  });
  const { campaign_id: campaignId } = filter;
  return (
    <Page title="Overview">
      {isLoading || query.isPending ? (
        <Outline />
      ) : (
        <Stack gap="xl">
          <div className={classes["cards"]}>
            <Hero />
            <OwnLink />
          </div>
          <BalanceTotals />
          <Activity />
          <SpanFilter span={span} onChange={({ from, to }) => onFilter({ from, to })}>
            <CampaignFilter value={campaignId} onChange={(id) => onFilter({ campaign_id: id })} />
          </SpanFilter>
          <Loaded query={query}>
            {(overview) => (
              <Stack gap="xl">
                <Figures overview={overview} campaignId={campaignId} />
                {nothingYet(overview) ? (
                  <Nothing />
                ) : (
                  <>
                    <OverTime overview={overview} before={before.data} />
                    <Maturing overview={overview} />
                  </>
                )}
              </Stack>
            )}
          </Loaded>
        </Stack>
      )}
    </Page>
  );
}

/** Shown until every part is loaded: parts that appear one by one would push each other down. */
const Outline = (): ReactNode => (
  <Stack gap="xl" aria-busy="true">
    <div className={classes["cards"]}>
      <Skeleton h={220} />
      <Skeleton h={220} />
    </div>
    <Skeleton h={360} />
  </Stack>
);

const nothingYet = ({ span, now }: PortalOverviewResponse): boolean =>
  span.clicks === 0 && span.conversions === 0 && Object.keys(now).length === 0;

function Nothing(): ReactNode {
  return (
    <EmptyState
      icon={IconSpeakerphone}
      title="No clicks in this period"
      text="Copy your link from a campaign and share it with your audience. Clicks appear here within seconds."
      action={<ButtonLink to="/portal/campaigns">Get your link</ButtonLink>}
    />
  );
}
