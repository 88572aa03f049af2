import type { FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { shownStatus, affiliateStatuses, type Affiliation, type AffiliationAction } from "../../domain/affiliation.ts";
import { changeAffiliation } from "../../usecases/affiliates/change-affiliation.ts";
import { json } from "../response/responses.ts";
import { idFrom } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";
import { ofOne } from "./schemas.ts";

const actions = ["approve", "reject", "suspend", "restore"] as const satisfies AffiliationAction[];

const answer = z.object({
  success: z.literal(true),
  affiliation: z.object({
    id: z.string(),
    campaign_id: z.string(),
    affiliate_id: z.string(),
    affiliate_code: z.string(),
    status: z.enum(affiliateStatuses),
    suspended: z.boolean(),
    joined_at: z.string(),
    approved_at: z.string().nullable(),
  }),
});

export const affiliationRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const schema = { params: ofOne, response: { 200: json("The affiliate as they are now.", answer) } };
  const act = async (request: FastifyRequest, action: AffiliationAction) => {
    const id = idFrom("affiliation", (request.params as { id: string }).id);
    return answerOf(await changeAffiliation(merchantOf(request), { id, action }));
  };
  for (const action of actions) app.post(`/affiliations/:id/${action}`, { schema }, (request) => act(request, action));
  app.delete("/affiliations/:id", { schema }, (request) => act(request, "remove"));
  ready();
};

const answerOf = (affiliation: Affiliation): z.infer<typeof answer> => ({
  success: true,
  affiliation: {
    id: affiliation.id,
    campaign_id: affiliation.campaignId,
    affiliate_id: affiliation.affiliateId,
    affiliate_code: affiliation.code,
    ...shownStatus(affiliation.status),
    joined_at: affiliation.joinedAt.toISOString(),
    approved_at: affiliation.approvedAt?.toISOString() ?? null,
  },
});
