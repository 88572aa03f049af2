import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { createQueryClient } from "./api/query-client.ts";
import { personQuery } from "./api/session.ts";
import { affiliatesSearch } from "./dashboard/affiliates/search.ts";
import { auditSearch } from "./dashboard/audit/search.ts";
import { campaignSearch, campaignsSearch } from "./dashboard/campaigns/search.ts";
import { claimsSearch } from "./dashboard/claims/search.ts";
import { conversionsSearch } from "./dashboard/conversions/search.ts";
import { developersSearch } from "./dashboard/developers/search.ts";
import { overviewSearch } from "./dashboard/overview/search.ts";
import { membersSearch } from "./dashboard/members/search.ts";
import { newBatchSearch, payoutsSearch } from "./dashboard/payouts/search.ts";
import { portalRoutes } from "./portal/routes.ts";
import { rootRoute, signedIn } from "./root-route.tsx";
import { lastSide } from "./session/last-side.ts";
import { isOwnPath, offsetOf, parseSearch, stringifySearch, type RawSearch } from "./ui/search-params.ts";

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context }) => {
    const person = await signedIn(context, undefined);
    const [account] = person.accounts;
    if (person.affiliate && (!account || lastSide() === "portal")) throw redirect({ to: "/portal", replace: true });
    throw account
      ? redirect({ to: "/dashboard/$accountId", params: { accountId: account.id }, replace: true })
      : redirect({ to: "/dashboard/$accountId", params: { accountId: "none" }, replace: true });
  },
});

const dashboardHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true });
  },
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signin",
  validateSearch: (raw: RawSearch): { next?: string; ended?: "yes"; forgot?: "yes" } => ({
    ...(isOwnPath(raw["next"]) ? { next: raw["next"] } : {}),
    ...(raw["ended"] === "yes" ? { ended: "yes" } : {}),
    ...(raw["forgot"] === "yes" ? { forgot: "yes" } : {}),
  }),
  component: lazyRouteComponent(() => import("./session/sign-in.tsx"), "SignInPage"),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signup",
  component: lazyRouteComponent(() => import("./session/sign-up.tsx"), "SignUpPage"),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset/$token",
  component: lazyRouteComponent(() => import("./session/reset.tsx"), "ResetPage"),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invite/$token",
  component: lazyRouteComponent(() => import("./invite/invite-page.tsx"), "InvitePage"),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join/$token",
  component: lazyRouteComponent(() => import("./join/join-page.tsx"), "JoinPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/$accountId",
  beforeLoad: async ({ context, location }) => {
    await signedIn(context, location.href);
  },
  component: lazyRouteComponent(() => import("./dashboard/layout.tsx"), "DashboardLayout"),
});

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/",
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import("./dashboard/overview/overview-page.tsx"), "OverviewPage"),
});

const campaignsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns",
  validateSearch: campaignsSearch,
  component: lazyRouteComponent(() => import("./dashboard/campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

const newCampaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/new",
  component: lazyRouteComponent(() => import("./dashboard/campaigns/new-campaign-page.tsx"), "NewCampaignPage"),
});

const campaignRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId",
  validateSearch: campaignSearch,
  component: lazyRouteComponent(() => import("./dashboard/campaigns/campaign-page.tsx"), "CampaignPage"),
});

const affiliatesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates",
  validateSearch: affiliatesSearch,
  component: lazyRouteComponent(() => import("./dashboard/affiliates/affiliates-page.tsx"), "AffiliatesPage"),
});

const affiliateRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates/$affiliateId",
  validateSearch: conversionsSearch,
  component: lazyRouteComponent(() => import("./dashboard/affiliates/affiliate-page.tsx"), "AffiliatePage"),
});

const conversionsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions",
  validateSearch: conversionsSearch,
  component: lazyRouteComponent(() => import("./dashboard/conversions/conversions-page.tsx"), "ConversionsPage"),
});

const conversionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/conversions/$conversionId",
  component: lazyRouteComponent(() => import("./dashboard/conversions/conversion-page.tsx"), "ConversionPage"),
});

const claimsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims",
  validateSearch: claimsSearch,
  component: lazyRouteComponent(() => import("./dashboard/claims/claims-page.tsx"), "ClaimsPage"),
});

const claimRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/claims/$claimId",
  component: lazyRouteComponent(() => import("./dashboard/claims/claim-page.tsx"), "ClaimPage"),
});

const payoutsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts",
  validateSearch: payoutsSearch,
  component: lazyRouteComponent(() => import("./dashboard/payouts/payouts-page.tsx"), "PayoutsPage"),
});

const newBatchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/new",
  validateSearch: newBatchSearch,
  component: lazyRouteComponent(() => import("./dashboard/payouts/new-batch-page.tsx"), "NewBatchPage"),
});

const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/import",
  component: lazyRouteComponent(() => import("./dashboard/payouts/import-page.tsx"), "ImportPage"),
});

const payoutRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/$payoutId",
  validateSearch: (raw: RawSearch) => offsetOf(raw),
  component: lazyRouteComponent(() => import("./dashboard/payouts/payout-page.tsx"), "PayoutPage"),
});

const batchRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/batches/$batchId",
  validateSearch: payoutsSearch,
  component: lazyRouteComponent(() => import("./dashboard/payouts/batch-page.tsx"), "BatchPage"),
});

const statementRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/payouts/statements/$affiliateId/$currency/$month",
  component: lazyRouteComponent(() => import("./dashboard/payouts/statement-page.tsx"), "StatementPage"),
});

const developersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers",
  validateSearch: developersSearch,
  component: lazyRouteComponent(() => import("./dashboard/developers/developers-page.tsx"), "DevelopersPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/developers/deliveries/$deliveryId",
  validateSearch: (raw: RawSearch) => offsetOf(raw),
  component: lazyRouteComponent(() => import("./dashboard/developers/delivery-page.tsx"), "DeliveryPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./dashboard/settings/settings-page.tsx"), "SettingsPage"),
});

const auditLogRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/audit-log",
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import("./dashboard/audit/audit-log-page.tsx"), "AuditLogPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/settings/members",
  validateSearch: membersSearch,
  component: lazyRouteComponent(() => import("./dashboard/members/members-page.tsx"), "MembersPage"),
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  dashboardHomeRoute,
  signInRoute,
  signUpRoute,
  resetRoute,
  inviteRoute,
  joinRoute,
  portalRoutes,
  accountRoute.addChildren([
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
  ]),
]);

export const queryClient = createQueryClient(leaveForSignIn);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  // What a page has not checked is taken out of the address.
  search: { strict: true },
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** Somebody who was signed in a moment ago is told why they are asked again, and comes back to where they were. */
function leaveForSignIn(): void {
  if (queryClient.getQueryData(personQuery.queryKey) === undefined) return;
  queryClient.removeQueries({ queryKey: personQuery.queryKey });
  const { href, pathname } = router.state.location;
  // An invitation is for strangers too, and asks by itself.
  if (pathname === "/signin" || pathname.startsWith("/invite/") || pathname.startsWith("/join/")) return;
  void router.navigate({ to: "/signin", search: { next: href, ended: "yes" } });
}
