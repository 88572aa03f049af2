import type { FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { type AffiliationAction } from "../../domain/affiliation.ts";
import { changeAffiliation } from "../../usecases/affiliates/change-affiliation.ts";
import { changedAffiliation, presentChangedAffiliation } from "../wire/affiliation.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";

const actions = ["approve", "reject", "suspend", "restore"] as const satisfies AffiliationAction[];

export const affiliationRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const schema = { params: ofOne, response: { 200: changedAffiliation } };
  const act = async (request: FastifyRequest, action: AffiliationAction) => {
    const id = idFrom("affiliation", (request.params as { id: string }).id);
    return presentChangedAffiliation(await changeAffiliation(merchantOf(request), { id, action }));
  };
  for (const action of actions) app.post(`/affiliations/:id/${action}`, { schema }, (request) => act(request, action));
  app.delete("/affiliations/:id", { schema }, (request) => act(request, "remove"));
  ready();
};
