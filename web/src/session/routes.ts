import { createRoute, redirect } from "@tanstack/react-router";
import { signUpQuery } from "../api/session.ts";
import { isOwnPath, oneOf, searchSchema } from "../format/search-params.ts";
import { isSignedIn, rootRoute } from "./root-route.tsx";
import { page } from "../ui/lazy.ts";

const signInSearch = searchSchema({
  next: (value) => (isOwnPath(value) ? value : undefined),
  ended: oneOf(["yes"]),
  forgot: oneOf(["yes"]),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signin",
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    if (await isSignedIn(context)) throw redirect({ href: search.next ?? "/", replace: true });
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(signUpQuery),
  component: page(() => import("./pages.ts"), "SignInPage"),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signup",
  loader: ({ context }) => void context.queryClient.prefetchQuery(signUpQuery),
  component: page(() => import("./pages.ts"), "SignUpPage"),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset/$token",
  component: page(() => import("./pages.ts"), "ResetPage"),
});

export const sessionRoutes = [signInRoute, signUpRoute, resetRoute] as const;
