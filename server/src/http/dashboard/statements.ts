import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { merchantOf } from "../session/require-member.ts";
import { statementRoutes as statementRoutesFor } from "../statement-routes.ts";

export const statementRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  statementRoutesFor(app, merchantOf);
  ready();
};
