import { createRoute } from "@tanstack/react-router";
import { readEarly, rootRoute, signedIn, type AnyQuery, type Context } from "../session/root-route.tsx";
import { FrameProblem, MissingInFrame } from "../session/page-problem.tsx";
import { listSearch, month, oneOf, searchSchema, text } from "../format/search-params.ts";
import { ownClaimsSearch } from "./claims/search.ts";
import { ownConversionsSearch } from "./conversions/search.ts";
import * as pages from "./page-queries.ts";
import { overviewSearch } from "./overview/search.ts";
import { ownPayoutsSearch } from "./payouts/search.ts";
import { page } from "../ui/lazy.ts";
import { ownCampaignSorts, ownEarningsSorts, payoutLineSorts, sessionSorts, statementSorts } from "tributary-sdk/words";

/** Reads nothing for a person who is not an affiliate: their page only says so. */
function read(
  { affiliate, queryClient }: Context & { readonly affiliate: boolean },
  queries: () => readonly AnyQuery[],
): void {
  if (affiliate) readEarly(queryClient, queries());
}

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/portal",
  beforeLoad: async ({ context, location }) => {
    const { affiliate } = await signedIn(context, location.href);
    return { affiliate };
  },
  component: page(() => import("./layout.tsx"), "PortalLayout"),
  errorComponent: FrameProblem,
  notFoundComponent: MissingInFrame,
});

const overviewRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/",
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, () => pages.overview(deps)),
  component: page(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const ownCampaignsSearch = listSearch(ownCampaignSorts);

const campaignsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/campaigns",
  validateSearch: ownCampaignsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, () => pages.campaigns(deps)),
  component: page(() => import("./campaigns/pages.ts"), "CampaignsPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/campaigns/$campaignId",
  loader: ({ context, params }) => read(context, () => pages.campaign(params.campaignId)),
  component: page(() => import("./campaigns/pages.ts"), "CampaignPage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/conversions",
  validateSearch: ownConversionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, () => pages.conversions(deps)),
  component: page(() => import("./conversions/pages.ts"), "ConversionsPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/conversions/$conversionId",
  loader: ({ context, params }) => read(context, () => pages.conversion(params.conversionId)),
  component: page(() => import("./conversions/pages.ts"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/claims",
  validateSearch: ownClaimsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, () => pages.claims(deps)),
  component: page(() => import("./conversions/pages.ts"), "ClaimsPage"),
});

const earningsSearch = searchSchema({ campaign_id: text, until: month, sort: oneOf(ownEarningsSorts) });

const earningsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings",
  validateSearch: earningsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, () => pages.earnings(deps)),
  component: page(() => import("./earnings/pages.ts"), "EarningsPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/payouts",
  validateSearch: ownPayoutsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, () => pages.payouts(deps)),
  component: page(() => import("./earnings/pages.ts"), "PayoutsPage"),
});

const ownPayoutSearch = listSearch(payoutLineSorts);

const payoutRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/payouts/$payoutId",
  validateSearch: ownPayoutSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, () => pages.payout(params.payoutId, deps)),
  component: page(() => import("./earnings/pages.ts"), "PayoutPage"),
});

const statementsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/statements",
  validateSearch: searchSchema({ sort: oneOf(statementSorts) }),
  loader: ({ context }) => read(context, () => pages.statements()),
  component: page(() => import("./earnings/pages.ts"), "StatementsPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/statements/$affiliateId/$currency/$month",
  loader: ({ context, params }) => read(context, () => pages.statement(params)),
  component: page(() => import("./earnings/pages.ts"), "StatementPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/profile",
  validateSearch: searchSchema({ sort: oneOf(sessionSorts) }),
  loader: ({ context }) => read(context, () => pages.profile()),
  component: page(() => import("./profile/profile-page.tsx"), "ProfilePage"),
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
