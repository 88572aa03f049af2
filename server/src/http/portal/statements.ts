import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { statementRoutes as statementRoutesFor } from "../statement-routes.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const statementRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  statementRoutesFor(app, affiliateOf);
  ready();
};
