import { queryOptions } from "@tanstack/react-query";
import type {
  MaturingAnswer,
  MaturingQuery,
  PageQuery,
  PayoutLinesAnswer,
  PortalBalancesAnswer,
  PortalClawBacksAnswer,
  PortalPayoutAnswer,
  PortalPayoutsAnswer,
  PortalPayoutsQuery,
} from "tributary-sdk/pages";
import { get, type Query } from "./http.ts";
import { portalKey } from "./portal.ts";

/** Money of one's own, as everything else of the portal, is below this. */
export const portalPath = (...parts: string[]): string => ["/api/portal", ...parts.map(encodeURIComponent)].join("/");

export const ownBalancesQuery = queryOptions({
  queryKey: portalKey("balances"),
  queryFn: ({ signal }) => get<PortalBalancesAnswer>(portalPath("balances"), {}, signal),
});
export const ownMaturingQuery = (query: MaturingQuery) =>
  queryOptions({
    queryKey: portalKey("maturing", query),
    queryFn: ({ signal }) =>
      get<MaturingAnswer>(portalPath("balances", "maturing"), { ...query } satisfies Query, signal),
  });

export const ownPayoutsQuery = (query: PortalPayoutsQuery) =>
  queryOptions({
    queryKey: portalKey("payouts", query),
    queryFn: ({ signal }) => get<PortalPayoutsAnswer>(portalPath("payouts"), query as Query, signal),
  });
export const ownPayoutQuery = (id: string) =>
  queryOptions({
    queryKey: portalKey("payout", id),
    queryFn: ({ signal }) => get<PortalPayoutAnswer>(portalPath("payouts", id), {}, signal),
  });
export const ownPayoutLinesQuery = (id: string, page: PageQuery) =>
  queryOptions({
    queryKey: portalKey("payout-lines", id, page),
    queryFn: ({ signal }) => get<PayoutLinesAnswer>(portalPath("payouts", id, "lines"), page as Query, signal),
  });

export const ownClawBacksQuery = (page: PageQuery) =>
  queryOptions({
    queryKey: portalKey("claw-backs", page),
    queryFn: ({ signal }) => get<PortalClawBacksAnswer>(portalPath("claw-backs"), page as Query, signal),
  });
