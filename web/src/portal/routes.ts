import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute, signedIn } from "../session/root-route.tsx";
import { offsetOf, textsOf, type RawSearch } from "../format/search-params.ts";
import { ownClaimsSearch } from "./claims/search.ts";
import { ownConversionsSearch } from "./conversions/search.ts";
import { overviewSearch } from "./overview/search.ts";
import { ownPayoutsSearch } from "./payouts/search.ts";

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/portal",
  beforeLoad: async ({ context, location }) => {
    await signedIn(context, location.href);
  },
  component: lazyRouteComponent(() => import("./layout.tsx"), "PortalLayout"),
});

const overviewRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/",
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const campaignsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/campaigns",
  validateSearch: (raw: RawSearch) => offsetOf(raw),
  component: lazyRouteComponent(() => import("./campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/campaigns/$campaignId",
  component: lazyRouteComponent(() => import("./campaigns/campaign-page.tsx"), "CampaignPage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/conversions",
  validateSearch: ownConversionsSearch,
  component: lazyRouteComponent(() => import("./conversions/conversions-page.tsx"), "ConversionsPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/conversions/$conversionId",
  component: lazyRouteComponent(() => import("./conversions/conversion-page.tsx"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/claims",
  validateSearch: ownClaimsSearch,
  component: lazyRouteComponent(() => import("./claims/claims-page.tsx"), "ClaimsPage"),
});

const earningsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings",
  validateSearch: (raw: RawSearch) => textsOf(raw, ["campaign_id"]),
  component: lazyRouteComponent(() => import("./earnings/earnings-page.tsx"), "EarningsPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/payouts",
  validateSearch: ownPayoutsSearch,
  component: lazyRouteComponent(() => import("./payouts/payouts-page.tsx"), "PayoutsPage"),
});

const payoutRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/payouts/$payoutId",
  validateSearch: (raw: RawSearch) => offsetOf(raw),
  component: lazyRouteComponent(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
});

const statementsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/statements",
  component: lazyRouteComponent(() => import("./statements/statements-page.tsx"), "StatementsPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/statements/$affiliateId/$currency/$month",
  component: lazyRouteComponent(() => import("./statements/statement-page.tsx"), "StatementPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/profile",
  component: lazyRouteComponent(() => import("./profile/profile-page.tsx"), "ProfilePage"),
});

export const portalRoutes = portalRoute.addChildren([
  overviewRoute,
  campaignsRoute,
  campaignRoute,
  conversionsRoute,
  conversionRoute,
  claimsRoute,
  earningsRoute,
  payoutsRoute,
  payoutRoute,
  statementsRoute,
  statementRoute,
  profileRoute,
]);
