import type {
  MaturingResponse,
  MaturingQuery,
  SortedPageQuery,
  PayoutLinesResponse,
  PortalBalancesResponse,
  PortalClawBacksResponse,
  PortalPayoutResponse,
  PortalPayoutsResponse,
  PortalPayoutsQuery,
} from "tributary-sdk/pages";
import type { ownClawBackSorts, payoutLineSorts } from "tributary-sdk/words";
import { portalRead } from "./portal.ts";

export const ownBalancesQuery = portalRead<PortalBalancesResponse>(["balances"]);
export const ownMaturingQuery = (query: MaturingQuery) => portalRead<MaturingResponse>(["balances", "maturing"], query);

export const ownPayoutsQuery = (query: PortalPayoutsQuery) => portalRead<PortalPayoutsResponse>(["payouts"], query);
export const ownPayoutQuery = (id: string) => portalRead<PortalPayoutResponse>(["payouts", id]);
export const ownPayoutLinesQuery = (id: string, page: SortedPageQuery<typeof payoutLineSorts>) =>
  portalRead<PayoutLinesResponse>(["payouts", id, "lines"], page);

export const ownClawBacksQuery = (page: SortedPageQuery<typeof ownClawBackSorts>) =>
  portalRead<PortalClawBacksResponse>(["claw-backs"], page);
