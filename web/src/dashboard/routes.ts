import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { pageSearch } from "../format/search-params.ts";
import { readEarly, rootRoute, signedIn, type AnyQuery, type Context } from "../session/root-route.tsx";
import { affiliatesSearch } from "./affiliates/search.ts";
import { auditSearch } from "./audit/search.ts";
import { campaignSearch, campaignsSearch } from "./campaigns/search.ts";
import { claimsSearch } from "./claims/search.ts";
import { conversionsSearch } from "./conversions/search.ts";
import { developersSearch } from "./developers/search.ts";
import { overviewSearch } from "./overview/search.ts";
import type { AccountView } from "./shared/account.ts";
import { membersSearch } from "./members/search.ts";
import { newBatchSearch, payoutsSearch } from "./payouts/search.ts";

/** Not part of the first script: it loads while the session is being fetched. */
const pageQueries = () => import("./page-queries.ts");

interface AccountContext extends Context {
  readonly account: Pick<AccountView, "id" | "role"> | undefined;
}

/** Sends no queries if the person is not a member of the account: the page only says so. */
function read(
  { account, queryClient }: AccountContext,
  choose: (
    of: Awaited<ReturnType<typeof pageQueries>>,
    account: Pick<AccountView, "id" | "role">,
  ) => readonly AnyQuery[],
): void {
  if (account)
    readEarly(
      queryClient,
      pageQueries().then((of) => choose(of, account)),
    );
}

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/$accountId",
  beforeLoad: async ({ context, location, params }) => {
    void pageQueries();
    const { accounts } = await signedIn(context, location.href);
    return { account: accounts.find(({ id }) => id === params.accountId) };
  },
  component: lazyRouteComponent(() => import("./layout.tsx"), "DashboardLayout"),
});

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/",
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.overview(account, deps)),
  component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const campaignsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns",
  validateSearch: campaignsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.campaigns(account, deps)),
  component: lazyRouteComponent(() => import("./campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

/** No loader: the empty form needs no data. */
const newCampaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/new",
  component: lazyRouteComponent(() => import("./campaigns/new-campaign-page.tsx"), "NewCampaignPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId",
  validateSearch: campaignSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (of, account) => of.campaign(account, params.campaignId, deps)),
  component: lazyRouteComponent(() => import("./campaigns/campaign-page.tsx"), "CampaignPage"),
});

const affiliatesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates",
  validateSearch: affiliatesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.affiliates(account, deps)),
  component: lazyRouteComponent(() => import("./affiliates/affiliates-page.tsx"), "AffiliatesPage"),
});

const affiliateRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates/$affiliateId",
  validateSearch: conversionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    read(context, (of, account) => of.affiliate(account, params.affiliateId, deps)),
  component: lazyRouteComponent(() => import("./affiliates/affiliate-page.tsx"), "AffiliatePage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions",
  validateSearch: conversionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.conversions(account, deps)),
  component: lazyRouteComponent(() => import("./conversions/conversions-page.tsx"), "ConversionsPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions/$conversionId",
  loader: ({ context, params }) => read(context, (of, account) => of.conversion(account, params.conversionId)),
  component: lazyRouteComponent(() => import("./conversions/conversion-page.tsx"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims",
  validateSearch: claimsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.claims(account, deps)),
  component: lazyRouteComponent(() => import("./claims/claims-page.tsx"), "ClaimsPage"),
});

const claimRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims/$claimId",
  loader: ({ context, params }) => read(context, (of, account) => of.claim(account, params.claimId)),
  component: lazyRouteComponent(() => import("./claims/claim-page.tsx"), "ClaimPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts",
  validateSearch: payoutsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.payouts(account, deps)),
  component: lazyRouteComponent(() => import("./payouts/payouts-page.tsx"), "PayoutsPage"),
});

const newBatchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/new",
  validateSearch: newBatchSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.newBatch(account, deps)),
  component: lazyRouteComponent(() => import("./payouts/new-batch-page.tsx"), "NewBatchPage"),
});

/** No loader: the page shows nothing until a file is chosen. */
const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/import",
  component: lazyRouteComponent(() => import("./payouts/import-page.tsx"), "ImportPage"),
});

const payoutRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/$payoutId",
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (of, account) => of.payout(account, params.payoutId, deps)),
  component: lazyRouteComponent(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
});

const batchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/batches/$batchId",
  validateSearch: payoutsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (of, account) => of.batch(account, params.batchId, deps)),
  component: lazyRouteComponent(() => import("./payouts/batch-page.tsx"), "BatchPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/statements/$affiliateId/$currency/$month",
  loader: ({ context, params }) => read(context, (of, account) => of.statement(account, params)),
  component: lazyRouteComponent(() => import("./payouts/statement-page.tsx"), "StatementPage"),
});

const developersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers",
  validateSearch: developersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.developers(account, deps)),
  component: lazyRouteComponent(() => import("./developers/developers-page.tsx"), "DevelopersPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers/deliveries/$deliveryId",
  validateSearch: pageSearch,
  loader: ({ context, params }) => read(context, (of, account) => of.delivery(account, params.deliveryId)),
  component: lazyRouteComponent(() => import("./developers/delivery-page.tsx"), "DeliveryPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings",
  loader: ({ context }) => read(context, (of, account) => of.settings(account)),
  component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
});

const auditLogRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/audit-log",
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.auditLog(account, deps)),
  component: lazyRouteComponent(() => import("./audit/audit-log-page.tsx"), "AuditLogPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/members",
  validateSearch: membersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (of, account) => of.members(account, deps)),
  component: lazyRouteComponent(() => import("./members/members-page.tsx"), "MembersPage"),
});

export const dashboardRoutes = accountRoute.addChildren([
  overviewRoute,
  campaignsRoute,
  newCampaignRoute,
  campaignRoute,
  affiliatesRoute,
  affiliateRoute,
  conversionsRoute,
  conversionRoute,
  claimsRoute,
  claimRoute,
  payoutsRoute,
  newBatchRoute,
  importRoute,
  payoutRoute,
  batchRoute,
  statementRoute,
  developersRoute,
  deliveryRoute,
  settingsRoute,
  auditLogRoute,
  membersRoute,
]);
