import { createRoute } from "@tanstack/react-router";
import { page } from "../ui/lazy.ts";
import { accountRoute, read } from "./account-route.ts";
import * as pages from "./page-queries.ts";

const campaignPlanRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId/plan",
  loader: ({ context, params }) => read(context, (account) => pages.campaignPlan(account, params.campaignId)),
  component: page(() => import("./plans/pages.ts"), "CampaignPlanPage"),
});

const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId/groups",
  loader: ({ context, params }) => read(context, (account) => pages.groups(account, params.campaignId)),
  component: page(() => import("./plans/pages.ts"), "GroupsPage"),
});

const groupPlanRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId/groups/$groupId/plan",
  loader: ({ context, params }) =>
    read(context, (account) => pages.groupPlan(account, params.campaignId, params.groupId)),
  component: page(() => import("./plans/pages.ts"), "GroupPlanPage"),
});

const affiliatePlanRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/affiliates/$affiliateId/plan/$affiliationId",
  loader: ({ context, params }) => read(context, (account) => pages.affiliatePlan(account, params)),
  component: page(() => import("./plans/pages.ts"), "AffiliatePlanPage"),
});

const pasteCouponsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/campaigns/$campaignId/coupons/paste",
  loader: ({ context, params }) => read(context, (account) => pages.pasteCoupons(account, params.campaignId)),
  component: page(() => import("./coupons/paste-page.tsx"), "PasteCouponsPage"),
});

/** The pages below a campaign, and the plan of an affiliate. */
export const planRoutes = [
  campaignPlanRoute,
  groupsRoute,
  groupPlanRoute,
  affiliatePlanRoute,
  pasteCouponsRoute,
] as const;
