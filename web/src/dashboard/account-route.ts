import { createRoute } from "@tanstack/react-router";
import { FrameProblem, MissingInFrame } from "../session/page-problem.tsx";
import { readEarly, rootRoute, signedIn, type AnyQuery, type Context } from "../session/root-route.tsx";
import { page } from "../ui/lazy.ts";
import { findAccount, type AccountView } from "./shared/account.ts";

interface AccountContext extends Context {
  readonly account: AccountView | undefined;
}

/** Sends no queries if the person is not a member of the account: the page only says so. */
export function read(
  { account, queryClient }: AccountContext,
  choose: (account: AccountView) => readonly AnyQuery[],
): void {
  if (account) readEarly(queryClient, choose(account));
}

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/$accountId",
  beforeLoad: async ({ context, location, params }) => {
    return { account: findAccount(await signedIn(context, location.href), params.accountId) };
  },
  component: page(() => import("./layout.tsx"), "DashboardLayout"),
  errorComponent: FrameProblem,
  notFoundComponent: MissingInFrame,
});
