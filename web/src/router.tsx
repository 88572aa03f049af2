import { createRoute, createRouter, isRedirect, redirect } from "@tanstack/react-router";
import { createQueryClient } from "./api/query-client.ts";
import { onServerBack } from "./api/reachability.ts";
import { personQuery, signUpQuery } from "./api/session.ts";
import { leaveTestWorld, worldPath } from "./api/world.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { parseSearch, stringifySearch } from "./format/search-params.ts";
import { inviteRoutes } from "./invite/routes.ts";
import { portalRoutes } from "./portal/routes.ts";
import { lastSide } from "./session/last-side.ts";
import { RouteProblem } from "./session/page-problem.tsx";
import { rootRoute, signedIn, type Context } from "./session/root-route.tsx";
import { sessionRoutes } from "./session/routes.ts";

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context }) => {
    const person = await signedIn(context, undefined).catch((error: unknown) => signUpFirst(context, error));
    const [account] = person.accounts;
    if (person.affiliate && (!account || lastSide() === "portal")) throw redirect({ to: "/portal", replace: true });
    throw account
      ? redirect({ to: "/dashboard/$accountId", params: { accountId: account.id }, replace: true })
      : redirect({ to: "/dashboard/$accountId", params: { accountId: "none" }, replace: true });
  },
});

/** The first person on a new server has no account to sign in to. */
async function signUpFirst({ queryClient }: Context, error: unknown): Promise<never> {
  if (!isRedirect(error)) throw error;
  const { open, first } = await queryClient.ensureQueryData(signUpQuery);
  throw open && first ? redirect({ to: "/signup", replace: true }) : error;
}

const dashboardHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  dashboardHomeRoute,
  ...sessionRoutes,
  ...inviteRoutes,
  portalRoutes,
  dashboardRoutes,
]);

export const queryClient = createQueryClient(leaveForSignIn);

export const router = createRouter({
  routeTree,
  basepath: worldPath || "/",
  context: { queryClient },
  parseSearch,
  stringifySearch,
  // Removes parameters that no page has validated.
  search: { strict: true },
  defaultPreload: "intent",
  // Each query sets how long its data stays fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // What was typed for one record, or its open dialog, must not reach the next one.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: RouteProblem,
});

/** Retries everything that failed in the meantime. */
onServerBack(() => {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  if (router.state.matches.some(({ status }) => status === "error")) void router.invalidate();
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** They stay open without a session: people may be writing. */
const PUBLIC = ["/invite/", "/join/", "/p/"];

/** After an ended session: the sign-in page says so and returns here. */
function leaveForSignIn(): void {
  const { href, pathname } = router.state.location;
  if (PUBLIC.some((path) => pathname.startsWith(path))) return;
  if (queryClient.getQueryData(personQuery.queryKey) === undefined) return;
  queryClient.removeQueries({ queryKey: personQuery.queryKey });
  if (pathname === "/signin") return;
  if (worldPath !== "") return leaveTestWorld();
  void router.navigate({ to: "/signin", search: { next: href, ended: "yes" }, replace: true });
}
