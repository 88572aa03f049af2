import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { merchantOf } from "./require-member.ts";
import { statementRoutes as statementRoutesFor } from "../statements/routes.ts";

export const statementRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  statementRoutesFor(app, merchantOf);
  ready();
};
