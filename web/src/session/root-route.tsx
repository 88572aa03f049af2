import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, redirect } from "@tanstack/react-router";
import type { PersonAnswer } from "tributary-sdk/pages";
import { isSignedOut } from "../api/failure.ts";
import { personQuery } from "../api/session.ts";
import { PageMissing, PageProblem } from "./outside.tsx";

interface Context {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: PageMissing,
  errorComponent: PageProblem,
});

/** Who is signed in; whoever is not goes to sign in first, and comes back to `next`. */
export async function signedIn({ queryClient }: Context, next: string | undefined): Promise<PersonAnswer> {
  try {
    return await queryClient.ensureQueryData(personQuery);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    throw redirect({ to: "/signin", search: next === undefined ? {} : { next }, replace: true });
  }
}
