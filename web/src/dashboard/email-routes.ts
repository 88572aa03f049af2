import { createRoute } from "@tanstack/react-router";
import { page } from "../ui/lazy.ts";
import { accountRoute, read } from "./account-route.ts";
import * as pages from "./page-queries.ts";
import { emailsSearch } from "./test-mode/search.ts";

const emailsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/emails",
  validateSearch: emailsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.emails(account, deps)),
  component: page(() => import("./test-mode/pages.ts"), "EmailsPage"),
});

const emailRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/emails/$emailId",
  loader: ({ context, params }) => read(context, (account) => pages.email(account, params.emailId)),
  component: page(() => import("./test-mode/pages.ts"), "EmailPage"),
});

/** The mail box of a test account. */
export const emailRoutes = [emailsRoute, emailRoute] as const;
