import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AutoApproveResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { autoApproves } from "tributary-sdk/words";
import { getAutoApprove } from "../../usecases/conversions/set-auto-approve.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";

const responseBody: z.ZodType<AutoApproveResponse> = z.object({ auto_approve: z.enum(autoApproves) });

/** A separate resource, so that campaigns keep their shape in the public API. */
export const autoApprovalRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: responseBody };
  app.get("/campaigns/:id/auto-approve", { schema: { params: ofOne, response } }, async (request) => ({
    auto_approve: await getAutoApprove(merchantOf(request), idFrom("campaign", request.params.id)),
  }));
  ready();
};
