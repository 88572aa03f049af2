import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signUpQuery } from "../api/session.ts";
import { isOwnPath, oneOf, searchSchema } from "../format/search-params.ts";
import { rootRoute } from "./root-route.tsx";

const signInSearch = searchSchema({
  next: (value) => (isOwnPath(value) ? value : undefined),
  ended: oneOf(["yes"]),
  forgot: oneOf(["yes"]),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signin",
  validateSearch: signInSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(signUpQuery),
  component: lazyRouteComponent(() => import("./pages.ts"), "SignInPage"),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signup",
  loader: ({ context }) => void context.queryClient.prefetchQuery(signUpQuery),
  component: lazyRouteComponent(() => import("./pages.ts"), "SignUpPage"),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset/$token",
  component: lazyRouteComponent(() => import("./pages.ts"), "ResetPage"),
});

export const sessionRoutes = [signInRoute, signUpRoute, resetRoute] as const;
