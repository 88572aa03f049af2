import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readEarly, rootRoute, signedIn, type AnyQuery, type Context } from "../session/root-route.tsx";
import { pageSearch, searchSchema, text } from "../format/search-params.ts";
import { ownClaimsSearch } from "./claims/search.ts";
import { ownConversionsSearch } from "./conversions/search.ts";
import { overviewSearch } from "./overview/search.ts";
import { ownPayoutsSearch } from "./payouts/search.ts";

/** Not in the entry chunk. It loads while the session is read. */
const pageQueries = () => import("./page-queries.ts");

/** Reads nothing for a person who is not an affiliate: their page only says so. */
function read(
  { affiliate, queryClient }: Context & { readonly affiliate: boolean },
  choose: (of: Awaited<ReturnType<typeof pageQueries>>) => readonly AnyQuery[],
): void {
  if (affiliate) readEarly(queryClient, pageQueries().then(choose));
}

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/portal",
  beforeLoad: async ({ context, location }) => {
    void pageQueries();
    const { affiliate } = await signedIn(context, location.href);
    return { affiliate };
  },
  component: lazyRouteComponent(() => import("./layout.tsx"), "PortalLayout"),
});

const overviewRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/",
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of) => of.overview(deps)),
  component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const campaignsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/campaigns",
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of) => of.campaigns(deps)),
  component: lazyRouteComponent(() => import("./campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/campaigns/$campaignId",
  loader: ({ context, params }) => read(context, (of) => of.campaign(params.campaignId)),
  component: lazyRouteComponent(() => import("./campaigns/campaign-page.tsx"), "CampaignPage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/conversions",
  validateSearch: ownConversionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of) => of.conversions(deps)),
  component: lazyRouteComponent(() => import("./conversions/conversions-page.tsx"), "ConversionsPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/conversions/$conversionId",
  loader: ({ context, params }) => read(context, (of) => of.conversion(params.conversionId)),
  component: lazyRouteComponent(() => import("./conversions/conversion-page.tsx"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/claims",
  validateSearch: ownClaimsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of) => of.claims(deps)),
  component: lazyRouteComponent(() => import("./claims/claims-page.tsx"), "ClaimsPage"),
});

const earningsSearch = searchSchema({ campaign_id: text });

const earningsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings",
  validateSearch: earningsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of) => of.earnings(deps)),
  component: lazyRouteComponent(() => import("./earnings/earnings-page.tsx"), "EarningsPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/payouts",
  validateSearch: ownPayoutsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of) => of.payouts(deps)),
  component: lazyRouteComponent(() => import("./payouts/payouts-page.tsx"), "PayoutsPage"),
});

const payoutRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/payouts/$payoutId",
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (of) => of.payout(params.payoutId, deps)),
  component: lazyRouteComponent(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
});

const statementsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/statements",
  loader: ({ context }) => read(context, (of) => of.statements()),
  component: lazyRouteComponent(() => import("./statements/statements-page.tsx"), "StatementsPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/earnings/statements/$affiliateId/$currency/$month",
  loader: ({ context, params }) => read(context, (of) => of.statement(params)),
  component: lazyRouteComponent(() => import("./statements/statement-page.tsx"), "StatementPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: "/profile",
  loader: ({ context }) => read(context, (of) => of.profile()),
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
