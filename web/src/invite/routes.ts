import { createRoute } from "@tanstack/react-router";
import { applicationPageQuery } from "../api/applications.ts";
import { invitationQuery } from "../api/invitation.ts";
import { memberInvitationQuery } from "../api/members.ts";
import { rootRoute } from "../session/root-route.tsx";
import { page } from "../ui/lazy.ts";

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invite/$token",
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(invitationQuery(params.token)),
  component: page(() => import("./pages.ts"), "InvitePage"),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join/$token",
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(memberInvitationQuery(params.token)),
  component: page(() => import("./pages.ts"), "JoinPage"),
});

const applyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/p/$slug",
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(applicationPageQuery(params.slug)),
  component: page(() => import("./pages.ts"), "ApplyPage"),
});

export const inviteRoutes = [inviteRoute, joinRoute, applyRoute] as const;
