import { queryOptions } from "@tanstack/react-query";
import { PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  AskClaimBody,
  Done,
  EraseAccountBody,
  OpenClaimBody,
  PageQuery,
  PortalCampaignAnswer,
  PortalCampaignsAnswer,
  PortalClaimAnswer,
  PortalClaimsAnswer,
  PortalClaimsQuery,
  PortalConversionAnswer,
  PortalConversionsAnswer,
  PortalConversionsQuery,
  PortalEarningsAnswer,
  PortalEarningsQuery,
  PortalOverviewAnswer,
  PortalOverviewQuery,
  PortalProfileAnswer,
  PortalProfileBody,
} from "tributary-sdk/pages";
import { get, patch, post, remove, type Query } from "./http.ts";

const pathOf = (...parts: string[]): string => ["/api/portal", ...parts.map(encodeURIComponent)].join("/");

/** Whatever was read of the affiliate's side; a change of anything may show anywhere in it. */
export const portalKey = (...parts: readonly unknown[]): readonly unknown[] => ["portal", ...parts];

/** Clicks and conversions show within seconds of their happening, also on a page that stays open. */
const LIVE_MS = 5000;
const live = { staleTime: LIVE_MS, refetchInterval: LIVE_MS } as const;

export const overviewQuery = (query: PortalOverviewQuery) =>
  queryOptions({
    queryKey: portalKey("overview", query),
    queryFn: ({ signal }) => get<PortalOverviewAnswer>(pathOf("overview"), query as Query, signal),
    ...live,
  });

export const ownCampaignsQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: portalKey("campaigns", query),
    queryFn: ({ signal }) => get<PortalCampaignsAnswer>(pathOf("campaigns"), query as Query, signal),
    ...live,
  });

/** For choosing one of them. */
export const campaignChoicesQuery = queryOptions({
  queryKey: portalKey("campaign-choices"),
  queryFn: ({ signal }) => get<PortalCampaignsAnswer>(pathOf("campaigns"), { limit: PAGE_SIZE_MAX }, signal),
});

export const ownCampaignQuery = (id: string) =>
  queryOptions({
    queryKey: portalKey("campaign", id),
    queryFn: ({ signal }) => get<PortalCampaignAnswer>(pathOf("campaigns", id), {}, signal),
    ...live,
  });
export const leaveCampaign = (id: string): Promise<Done> => post(pathOf("campaigns", id, "leave"));

export const ownConversionsQuery = (query: PortalConversionsQuery) =>
  queryOptions({
    queryKey: portalKey("conversions", query),
    queryFn: ({ signal }) => get<PortalConversionsAnswer>(pathOf("conversions"), query as Query, signal),
    ...live,
  });
export const ownConversionQuery = (id: string) =>
  queryOptions({
    queryKey: portalKey("conversion", id),
    queryFn: ({ signal }) => get<PortalConversionAnswer>(pathOf("conversions", id), {}, signal),
    ...live,
  });

export const earningsQuery = (query: PortalEarningsQuery) =>
  queryOptions({
    queryKey: portalKey("earnings", query),
    queryFn: ({ signal }) => get<PortalEarningsAnswer>(pathOf("earnings"), query as Query, signal),
  });

export const ownClaimsQuery = (query: PortalClaimsQuery) =>
  queryOptions({
    queryKey: portalKey("claims", query),
    queryFn: ({ signal }) => get<PortalClaimsAnswer>(pathOf("claims"), query as Query, signal),
  });
export const askClaim = (body: AskClaimBody): Promise<PortalClaimAnswer> => post(pathOf("claims"), body);
export const openClaim = (id: string, body: OpenClaimBody): Promise<PortalClaimAnswer> =>
  post(pathOf("claims", id, "open"), body);

export const profileQuery = queryOptions({
  queryKey: portalKey("profile"),
  queryFn: ({ signal }) => get<PortalProfileAnswer>(pathOf("profile"), {}, signal),
});
export const changeProfile = (body: PortalProfileBody): Promise<PortalProfileAnswer> => patch(pathOf("profile"), body);

export const ownDataHref = pathOf("data");
export const eraseAccount = (body: EraseAccountBody): Promise<Done> => remove(pathOf("account"), body);
