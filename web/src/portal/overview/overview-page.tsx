import { Stack } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalOverviewAnswer } from "tributary-sdk/pages";
import { overviewQuery } from "../../api/portal.ts";
import { useNow } from "../../format/clock.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import { Figures } from "./figures.tsx";
import { Maturing } from "./maturing.tsx";
import { OverTime } from "./over-time.tsx";
import { overviewQueryOf, spanBefore, spanOf, type OverviewSearch } from "./search.ts";
import { SpanFilter } from "./span-filter.tsx";

const FROM = "/portal/";

export function OverviewPage(): ReactNode {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const span = spanOf(search, useNow());
  const query = useQuery({ ...overviewQuery(overviewQueryOf(search, span)), placeholderData: keepPreviousData });
  const before = useQuery({
    ...overviewQuery(overviewQueryOf(search, spanBefore(span))),
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const { campaign_id: campaignId } = search;
  const go = (next: OverviewSearch): void => void navigate({ search: next, replace: true });
  const chosen = search.from === undefined || search.to === undefined ? {} : { from: search.from, to: search.to };
  return (
    <Page title="Overview">
      <SpanFilter
        span={span}
        onChange={(next) => go({ ...(campaignId === undefined ? {} : { campaign_id: campaignId }), ...next })}
      >
        <CampaignFilter
          value={campaignId}
          onChange={(id) => go({ ...chosen, ...(id === undefined ? {} : { campaign_id: id }) })}
        />
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
    </Page>
  );
}

const nothingYet = ({ span, now }: PortalOverviewAnswer): boolean =>
  span.clicks === 0 && span.conversions === 0 && Object.keys(now).length === 0;

function Nothing(): ReactNode {
  return (
    <EmptyState
      icon={IconSpeakerphone}
      title="No clicks in these days"
      text="Copy your link from a campaign and put it where your readers are. Clicks show here within seconds."
      action={<ButtonLink to="/portal/campaigns">Get your link</ButtonLink>}
    />
  );
}
