import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { changeApplicationPage, getApplicationPage } from "../../usecases/affiliates/application-page.ts";
import { pageBody, pageResponse, presentPage } from "../wire/application.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";

/** A separate resource, so that campaigns keep their shape in the public API. */
export const applicationPageRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: pageResponse };
  const path = "/campaigns/:id/page";
  app.get(path, { schema: { params: ofOne, response } }, async (request) => {
    const context = merchantOf(request);
    return presentPage(await getApplicationPage(context, idFrom("campaign", request.params.id)), context.settings);
  });
  app.put(path, { schema: { params: ofOne, body: pageBody, response } }, async (request) => {
    const context = merchantOf(request);
    const { slug, open: isOpen } = request.body;
    const id = idFrom("campaign", request.params.id);
    return presentPage(await changeApplicationPage(context, id, { slug, isOpen }), context.settings);
  });
  ready();
};
