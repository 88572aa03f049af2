import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { statementRoutes as statementRoutesFor } from "../statements/routes.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const statementRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  statementRoutesFor(app, affiliateOf);
  ready();
};
