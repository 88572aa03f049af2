import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AutoApproveResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { autoApproves } from "tributary-sdk/words";
import { getAutoApprove, setAutoApprove } from "../../usecases/conversions/set-auto-approve.ts";
import { choice } from "../wire/fields.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";

const responseBody: z.ZodType<AutoApproveResponse> = z.object({ auto_approve: z.enum(autoApproves) });
const body = z.object({ auto_approve: choice("auto_approve", autoApproves) });

/** A separate resource, so that campaigns keep their shape in the public API. Only the dashboard sets this. */
export const autoApprovalRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: responseBody };
  const path = "/campaigns/:id/auto-approve";
  app.get(path, { schema: { params: ofOne, response } }, async (request) => ({
    auto_approve: await getAutoApprove(merchantOf(request), idFrom("campaign", request.params.id)),
  }));
  app.put(path, { schema: { params: ofOne, body, response } }, async (request) => {
    const autoApprove = request.body.auto_approve;
    await setAutoApprove(merchantOf(request), { id: idFrom("campaign", request.params.id), autoApprove });
    return { auto_approve: autoApprove };
  });
  ready();
};
