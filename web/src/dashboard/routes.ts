import { createRoute, redirect } from "@tanstack/react-router";
import { sessionSorts } from "tributary-sdk/words";
import { oneOf, searchSchema, sortSearch } from "../format/search-params.ts";
import { accountRoute, read } from "./account-route.ts";
import { affiliateSearch, affiliatesSearch } from "./affiliates/search.ts";
import { auditSearch } from "./audit/search.ts";
import { campaignSearch, campaignsSearch } from "./campaigns/search.ts";
import { claimsSearch } from "./claims/search.ts";
import { reviewSearch } from "./review/search.ts";
import { conversionsSearch } from "./conversions/search.ts";
import { developersSearch } from "./developers/search.ts";
import { overviewSearch } from "./overview/search.ts";
import { membersSearch } from "./members/search.ts";
import * as pages from "./page-queries.ts";
import { connectorRoutes } from "./connector-routes.ts";
import { emailRoutes } from "./email-routes.ts";
import { planRoutes } from "./plan-routes.ts";
import { newBatchSearch, payoutSearch, payoutsSearch } from "./payouts/search.ts";
import { page } from "../ui/lazy.ts";

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/",
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.overview(account, deps)),
  component: page(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const campaignsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns",
  validateSearch: campaignsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.campaigns(account, deps)),
  component: page(() => import("./campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

/** No loader: the empty form needs no data. */
const newCampaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/new",
  component: page(() => import("./campaigns/pages.ts"), "NewCampaignPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId",
  validateSearch: campaignSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (account) => pages.campaign(account, params.campaignId, deps)),
  component: page(() => import("./campaigns/pages.ts"), "CampaignPage"),
});

const affiliatesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates",
  validateSearch: affiliatesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.affiliates(account, deps)),
  component: page(() => import("./affiliates/pages.ts"), "AffiliatesPage"),
});

const affiliateRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates/$affiliateId",
  validateSearch: affiliateSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (account) => pages.affiliate(account, params.affiliateId, deps)),
  component: page(() => import("./affiliates/pages.ts"), "AffiliatePage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions",
  validateSearch: conversionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.conversions(account, deps)),
  component: page(() => import("./conversions/pages.ts"), "ConversionsPage"),
});

const reviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions/review",
  validateSearch: reviewSearch,
  loader: ({ context }) => read(context, (account) => pages.review(account)),
  component: page(() => import("./review/review-page.tsx"), "ReviewPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions/$conversionId",
  loader: ({ context, params }) => read(context, (account) => pages.conversion(account, params.conversionId)),
  component: page(() => import("./conversions/pages.ts"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims",
  validateSearch: claimsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.claims(account, deps)),
  component: page(() => import("./claims/pages.ts"), "ClaimsPage"),
});

const claimRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims/$claimId",
  loader: ({ context, params }) => read(context, (account) => pages.claim(account, params.claimId)),
  component: page(() => import("./claims/pages.ts"), "ClaimPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts",
  validateSearch: payoutsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.payouts(account, deps)),
  component: page(() => import("./payouts/payouts-page.tsx"), "PayoutsPage"),
});

const newBatchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/new",
  validateSearch: newBatchSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.newBatch(account, deps)),
  component: page(() => import("./payouts/pages.ts"), "NewBatchPage"),
});

/** No loader: the page shows nothing until a file is chosen. */
const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/import",
  validateSearch: sortSearch,
  component: page(() => import("./payouts/pages.ts"), "ImportPage"),
});

const payoutRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/$payoutId",
  validateSearch: payoutSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (account) => pages.payout(account, params.payoutId, deps)),
  component: page(() => import("./payouts/pages.ts"), "PayoutPage"),
});

const batchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/batches/$batchId",
  validateSearch: payoutsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (account) => pages.batch(account, params.batchId, deps)),
  component: page(() => import("./payouts/pages.ts"), "BatchPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/statements/$affiliateId/$currency/$month",
  loader: ({ context, params }) => read(context, (account) => pages.statement(account, params)),
  component: page(() => import("./payouts/pages.ts"), "StatementPage"),
});

const developersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers",
  validateSearch: developersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.developers(account, deps)),
  component: page(() => import("./developers/pages.ts"), "DevelopersPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers/deliveries/$deliveryId",
  validateSearch: sortSearch,
  loader: ({ context, params }) => read(context, (account) => pages.delivery(account, params.deliveryId)),
  component: page(() => import("./developers/pages.ts"), "DeliveryPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings",
  loader: ({ context }) => read(context, (account) => pages.company(account)),
  component: page(() => import("./settings/company-page.tsx"), "CompanyPage"),
});

const payoutSettingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/payouts",
  validateSearch: sortSearch,
  loader: ({ context }) => read(context, (account) => pages.payoutSettings(account)),
  component: page(() => import("./settings/pages.ts"), "PayoutSettingsPage"),
});

const youRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/you",
  validateSearch: searchSchema({ sort: oneOf(sessionSorts) }),
  loader: ({ context }) => read(context, () => pages.you()),
  component: page(() => import("./settings/pages.ts"), "YouPage"),
});

const auditLogRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/audit-log",
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.auditLog(account, deps)),
  component: page(() => import("./settings/pages.ts"), "AuditLogPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/team",
  validateSearch: membersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.members(account, deps)),
  component: page(() => import("./settings/pages.ts"), "MembersPage"),
});

/** The URL of the team page before settings were split. */
const oldMembersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/members",
  validateSearch: membersSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: "/dashboard/$accountId/settings/team", params, search, replace: true });
  },
});

export const dashboardRoutes = accountRoute.addChildren([
  overviewRoute,
  campaignsRoute,
  newCampaignRoute,
  campaignRoute,
  affiliatesRoute,
  affiliateRoute,
  conversionsRoute,
  reviewRoute,
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
  payoutSettingsRoute,
  youRoute,
  auditLogRoute,
  membersRoute,
  oldMembersRoute,
  ...planRoutes,
  ...connectorRoutes,
  ...emailRoutes,
]);
