import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../session/root-route.tsx";

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invite/$token",
  component: lazyRouteComponent(() => import("./invite-page.tsx"), "InvitePage"),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join/$token",
  component: lazyRouteComponent(() => import("./join-page.tsx"), "JoinPage"),
});

export const inviteRoutes = [inviteRoute, joinRoute] as const;
