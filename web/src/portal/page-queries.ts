import {
  ownBalancesQuery,
  ownClawBacksQuery,
  ownPayoutLinesQuery,
  ownPayoutQuery,
  ownPayoutsQuery,
} from "../api/portal-money.ts";
import {
  campaignChoicesQuery,
  earningsQuery,
  monthsQuery,
  overviewQuery,
  ownCampaignQuery,
  ownCampaignsQuery,
  ownClaimsQuery,
  ownConversionQuery,
  ownConversionsQuery,
  ownCouponsQuery,
  profileQuery,
} from "../api/portal.ts";
import type { PortalEarningsQuery, SortedPageQuery } from "tributary-sdk/pages";
import type { ownCampaignSorts, payoutLineSorts } from "tributary-sdk/words";
import { secondFactorQuery, sessionsQuery } from "../api/session.ts";
import { ownStatementQuery, type StatementOf } from "../api/statements.ts";
import { currentTime } from "../ui/clock.ts";
import { given } from "../format/without-undefined.ts";
import type { AnyQuery } from "../session/root-route.tsx";
import type { OwnClaimsSearch } from "./claims/search.ts";
import { ownConversionsQueryOf, type OwnConversionsSearch } from "./conversions/search.ts";
import {
  LATEST_CONVERSIONS,
  LATEST_PAYOUTS,
  overviewQueryOf,
  spanBefore,
  spanOf,
  type OverviewSearch,
} from "./overview/search.ts";
import { deductionsQueryOf, payoutsQueryOf, type OwnPayoutsSearch } from "./payouts/search.ts";

// The first queries of each page, with the page's own keys. The router starts them while the page's code loads.

type Queries = readonly AnyQuery[];

export function overview(search: OverviewSearch): Queries {
  const span = spanOf(search, currentTime());
  return [
    monthsQuery,
    ownBalancesQuery,
    campaignChoicesQuery,
    ownConversionsQuery(LATEST_CONVERSIONS),
    ownPayoutsQuery(LATEST_PAYOUTS),
    ...[span, spanBefore(span)].map((each) => overviewQuery(overviewQueryOf(search, each))),
  ];
}

export const campaigns = (page: SortedPageQuery<typeof ownCampaignSorts>): Queries => [ownCampaignsQuery(page)];
export const campaign = (id: string): Queries => [ownCampaignQuery(id), ownCouponsQuery(id)];
export const conversions = (search: OwnConversionsSearch): Queries => [
  ownConversionsQuery(ownConversionsQueryOf(search)),
];
export const conversion = (id: string): Queries => [ownConversionQuery(id)];
export const claims = ({ state, sort, offset }: OwnClaimsSearch): Queries => [
  ownClaimsQuery(given({ state, sort, offset })),
];
export const earnings = ({ sort: _sort, ...asked }: PortalEarningsQuery & { sort?: string }): Queries => [
  ownBalancesQuery,
  earningsQuery(asked),
];
export const payouts = (search: OwnPayoutsSearch): Queries => [
  ownBalancesQuery,
  ownPayoutsQuery(payoutsQueryOf(search)),
  ownClawBacksQuery(deductionsQueryOf(search)),
];
export const payout = (id: string, page: SortedPageQuery<typeof payoutLineSorts>): Queries => [
  ownPayoutQuery(id),
  ownPayoutLinesQuery(id, page),
];
export const statements = (): Queries => [ownBalancesQuery];
export const statement = (of: StatementOf): Queries => [ownStatementQuery(of)];
export const profile = (): Queries => [profileQuery, secondFactorQuery, sessionsQuery];
