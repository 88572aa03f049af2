import { createRoute } from "@tanstack/react-router";
import { page } from "../ui/lazy.ts";
import { accountRoute, read } from "./account-route.ts";
import { connectorSearch, connectorsSearch, newConnectorSearch } from "./connectors/search.ts";
import * as pages from "./page-queries.ts";

const connectorsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/connectors",
  validateSearch: connectorsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.connectors(account, deps)),
  component: page(() => import("./connectors/connectors-page.tsx"), "ConnectorsPage"),
});

const newConnectorRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/connectors/new",
  validateSearch: newConnectorSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => read(context, (account) => pages.newConnector(account, deps)),
  component: page(() => import("./connectors/pages.ts"), "NewConnectorPage"),
});

const connectorRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/connectors/$connectorId",
  validateSearch: connectorSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => read(context, (account) => pages.connector(account, params.connectorId, deps)),
  component: page(() => import("./connectors/pages.ts"), "ConnectorPage"),
});

export const connectorRoutes = [connectorsRoute, newConnectorRoute, connectorRoute] as const;
