import { queryOptions } from "@tanstack/react-query";
import { PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  AskClaimBody,
  Done,
  EraseAccountBody,
  OpenClaimBody,
  SortedPageQuery,
  PortalCampaignResponse,
  PortalCampaignsResponse,
  PortalClaimResponse,
  PortalClaimsResponse,
  PortalClaimsQuery,
  PortalConversionResponse,
  PortalConversionsResponse,
  PortalConversionsQuery,
  PortalCouponsResponse,
  PortalEarningsResponse,
  PortalEarningsQuery,
  PortalOverviewResponse,
  PortalOverviewQuery,
  PortalProfileResponse,
  PortalProfileBody,
} from "tributary-sdk/pages";
import type { ownCampaignSorts } from "tributary-sdk/words";
import { get, patch, post, remove, type Query } from "./http.ts";
import { worldPath } from "./world.ts";

export const portalPath = (...parts: string[]): string =>
  [`${worldPath}/api/portal`, ...parts.map(encodeURIComponent)].join("/");

/** Query keys of the portal. A change invalidates all of them, because it may show on any page. */
export const portalKey = (...parts: readonly unknown[]): readonly unknown[] => ["portal", ...parts];

/** A query of the portal. Path and parameters are its key. */
export const portalRead = <Answer>(path: readonly string[], query: object = {}) =>
  queryOptions({
    queryKey: portalKey(...path, query),
    queryFn: ({ signal }) => get<Answer>(portalPath(...path), query as Query, signal),
  });

/** An open page shows new clicks and conversions within seconds. */
const LIVE_MS = 5000;
const live = <Options extends object>(query: Options) => ({ ...query, staleTime: LIVE_MS, refetchInterval: LIVE_MS });

export const overviewQuery = (query: PortalOverviewQuery) =>
  live(portalRead<PortalOverviewResponse>(["overview"], query));

export const ownCampaignsQuery = (query: SortedPageQuery<typeof ownCampaignSorts>) =>
  live(portalRead<PortalCampaignsResponse>(["campaigns"], query));

/** For campaign selects. */
export const campaignChoicesQuery = portalRead<PortalCampaignsResponse>(["campaigns"], { limit: PAGE_SIZE_MAX });

export const ownCampaignQuery = (id: string) => live(portalRead<PortalCampaignResponse>(["campaigns", id]));
export const ownCouponsQuery = (campaignId: string) =>
  live(portalRead<PortalCouponsResponse>(["campaigns", campaignId, "coupons"]));
export const leaveCampaign = (id: string): Promise<Done> => post(portalPath("campaigns", id, "leave"));

export const ownConversionsQuery = (query: PortalConversionsQuery) =>
  live(portalRead<PortalConversionsResponse>(["conversions"], query));
export const ownConversionQuery = (id: string) => live(portalRead<PortalConversionResponse>(["conversions", id]));

export const earningsQuery = (query: PortalEarningsQuery) => portalRead<PortalEarningsResponse>(["earnings"], query);
/** A year of earnings costs more than the other queries, and changes less often. */
const MONTHS_MS = 60_000;
/** The months up to the current one. */
export const monthsQuery = { ...live(earningsQuery({})), refetchInterval: MONTHS_MS };

export const ownClaimsQuery = (query: PortalClaimsQuery) => portalRead<PortalClaimsResponse>(["claims"], query);
export const askClaim = (body: AskClaimBody): Promise<PortalClaimResponse> => post(portalPath("claims"), body);
export const openClaim = (id: string, body: OpenClaimBody): Promise<PortalClaimResponse> =>
  post(portalPath("claims", id, "open"), body);

export const profileQuery = portalRead<PortalProfileResponse>(["profile"]);
export const changeProfile = (body: PortalProfileBody): Promise<PortalProfileResponse> =>
  patch(portalPath("profile"), body);

export const ownDataHref = portalPath("data");
export const eraseAccount = (body: EraseAccountBody): Promise<Done> => remove(portalPath("account"), body);
