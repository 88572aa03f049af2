import { createRoute } from "@tanstack/react-router";
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

export const inviteRoutes = [inviteRoute, joinRoute] as const;
