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
import { portalRead } from "./portal.ts";

export const ownBalancesQuery = portalRead<PortalBalancesAnswer>(["balances"]);
export const ownMaturingQuery = (query: MaturingQuery) => portalRead<MaturingAnswer>(["balances", "maturing"], query);

export const ownPayoutsQuery = (query: PortalPayoutsQuery) => portalRead<PortalPayoutsAnswer>(["payouts"], query);
export const ownPayoutQuery = (id: string) => portalRead<PortalPayoutAnswer>(["payouts", id]);
export const ownPayoutLinesQuery = (id: string, page: PageQuery) =>
  portalRead<PayoutLinesAnswer>(["payouts", id, "lines"], page);

export const ownClawBacksQuery = (page: PageQuery) => portalRead<PortalClawBacksAnswer>(["claw-backs"], page);
