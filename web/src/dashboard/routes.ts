import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { offsetOf, type RawSearch } from "../format/search-params.ts";
import { rootRoute, signedIn } from "../session/root-route.tsx";
import { affiliatesSearch } from "./affiliates/search.ts";
import { auditSearch } from "./audit/search.ts";
import { campaignSearch, campaignsSearch } from "./campaigns/search.ts";
import { claimsSearch } from "./claims/search.ts";
import { conversionsSearch } from "./conversions/search.ts";
import { developersSearch } from "./developers/search.ts";
import { overviewSearch } from "./overview/search.ts";
import { membersSearch } from "./members/search.ts";
import { newBatchSearch, payoutsSearch } from "./payouts/search.ts";

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/$accountId",
  beforeLoad: async ({ context, location }) => {
    await signedIn(context, location.href);
  },
  component: lazyRouteComponent(() => import("./layout.tsx"), "DashboardLayout"),
});

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/",
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const campaignsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns",
  validateSearch: campaignsSearch,
  component: lazyRouteComponent(() => import("./campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

const newCampaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/new",
  component: lazyRouteComponent(() => import("./campaigns/new-campaign-page.tsx"), "NewCampaignPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId",
  validateSearch: campaignSearch,
  component: lazyRouteComponent(() => import("./campaigns/campaign-page.tsx"), "CampaignPage"),
});

const affiliatesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates",
  validateSearch: affiliatesSearch,
  component: lazyRouteComponent(() => import("./affiliates/affiliates-page.tsx"), "AffiliatesPage"),
});

const affiliateRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates/$affiliateId",
  validateSearch: conversionsSearch,
  component: lazyRouteComponent(() => import("./affiliates/affiliate-page.tsx"), "AffiliatePage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions",
  validateSearch: conversionsSearch,
  component: lazyRouteComponent(() => import("./conversions/conversions-page.tsx"), "ConversionsPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions/$conversionId",
  component: lazyRouteComponent(() => import("./conversions/conversion-page.tsx"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims",
  validateSearch: claimsSearch,
  component: lazyRouteComponent(() => import("./claims/claims-page.tsx"), "ClaimsPage"),
});

const claimRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims/$claimId",
  component: lazyRouteComponent(() => import("./claims/claim-page.tsx"), "ClaimPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts",
  validateSearch: payoutsSearch,
  component: lazyRouteComponent(() => import("./payouts/payouts-page.tsx"), "PayoutsPage"),
});

const newBatchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/new",
  validateSearch: newBatchSearch,
  component: lazyRouteComponent(() => import("./payouts/new-batch-page.tsx"), "NewBatchPage"),
});

const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/import",
  component: lazyRouteComponent(() => import("./payouts/import-page.tsx"), "ImportPage"),
});

const payoutRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/$payoutId",
  validateSearch: (raw: RawSearch) => offsetOf(raw),
  component: lazyRouteComponent(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
});

const batchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/batches/$batchId",
  validateSearch: payoutsSearch,
  component: lazyRouteComponent(() => import("./payouts/batch-page.tsx"), "BatchPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/statements/$affiliateId/$currency/$month",
  component: lazyRouteComponent(() => import("./payouts/statement-page.tsx"), "StatementPage"),
});

const developersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers",
  validateSearch: developersSearch,
  component: lazyRouteComponent(() => import("./developers/developers-page.tsx"), "DevelopersPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers/deliveries/$deliveryId",
  validateSearch: (raw: RawSearch) => offsetOf(raw),
  component: lazyRouteComponent(() => import("./developers/delivery-page.tsx"), "DeliveryPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
});

const auditLogRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/audit-log",
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import("./audit/audit-log-page.tsx"), "AuditLogPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/members",
  validateSearch: membersSearch,
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
