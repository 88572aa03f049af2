import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, redirect } from "@tanstack/react-router";
import type { PersonResponse } from "tributary-sdk/pages";
import { isSignedOut } from "../api/failure.ts";
import { personQuery } from "../api/session.ts";
import { leaveTestWorld, worldPath } from "../api/world.ts";
import { PageMissing, PageProblem } from "./page-problem.tsx";

export interface Context {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: PageMissing,
  errorComponent: PageProblem,
});

/** The signed-in person. Redirects anyone else to sign in, and back to `next` afterwards. */
export async function signedIn({ queryClient }: Context, next: string | undefined): Promise<PersonResponse> {
  try {
    return await queryClient.ensureQueryData(personQuery);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    if (worldPath !== "") {
      leaveTestWorld();
      return new Promise<never>(() => {});
    }
    throw redirect({ to: "/signin", search: next === undefined ? {} : { next }, replace: true });
  }
}

/** Sends a request only if it is not known yet. False while the server is unavailable. */
export async function isSignedIn({ queryClient }: Context): Promise<boolean> {
  if (queryClient.getQueryState(personQuery.queryKey)?.status === "error") return false;
  return queryClient.ensureQueryData(personQuery).then(
    () => true,
    () => false,
  );
}

/** What `queryOptions` returns, for any type of data. */
export type AnyQuery = Pick<FetchQueryOptions, "queryKey">;

/**
 * Starts to read a page's data while its code loads, or while the pointer is over its link. Nothing waits for it, and it
 * never fails: the page's own query joins the request and shows the error. Queries of the open page are skipped, so an
 * ended session cannot interrupt it from here.
 */
export function readEarly(queryClient: QueryClient, queries: readonly AnyQuery[]): void {
  const start = (query: AnyQuery): void => {
    if (!queryClient.getQueryCache().find(query)?.isActive())
      void queryClient.prefetchQuery(query as FetchQueryOptions);
  };
  queries.forEach(start);
}
