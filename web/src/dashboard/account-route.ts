import { createRoute } from "@tanstack/react-router";
import { FrameProblem, MissingInFrame } from "../session/page-problem.tsx";
import { readEarly, rootRoute, signedIn, type AnyQuery, type Context } from "../session/root-route.tsx";
import { page } from "../ui/lazy.ts";
import type { AccountView } from "./shared/account.ts";

interface AccountContext extends Context {
  readonly account: Pick<AccountView, "id" | "role"> | undefined;
}

/** Sends no queries if the person is not a member of the account: the page only says so. */
export function read(
  { account, queryClient }: AccountContext,
  choose: (account: Pick<AccountView, "id" | "role">) => readonly AnyQuery[],
): void {
  if (account) readEarly(queryClient, choose(account));
}

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/$accountId",
  beforeLoad: async ({ context, location, params }) => {
    const { accounts } = await signedIn(context, location.href);
    return { account: accounts.find(({ id }) => id === params.accountId) };
  },
  component: page(() => import("./layout.tsx"), "DashboardLayout"),
  errorComponent: FrameProblem,
  notFoundComponent: MissingInFrame,
});
