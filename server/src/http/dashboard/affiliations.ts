import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { shownStatus, shownStatuses, type Affiliation, type AffiliationAction } from "../../domain/affiliation.ts";
import { changeAffiliation } from "../../usecases/affiliations/change-affiliation.ts";
import type { Services } from "../../usecases/context.ts";
import { json } from "../answers.ts";
import { reference } from "../fields.ts";
import { idFrom } from "../ids.ts";
import { requireSameOrigin } from "../same-origin.ts";
import { merchantOf, requireMember } from "../session/require-member.ts";

const actions = ["approve", "reject", "suspend", "restore"] as const satisfies AffiliationAction[];

const params = z.object({ account_id: reference("account_id"), id: reference("id") });
const answer = z.object({
  success: z.literal(true),
  affiliation: z.object({
    id: z.string(),
    campaign_id: z.string(),
    affiliate_id: z.string(),
    affiliate_code: z.string(),
    status: z.enum(shownStatuses),
    suspended: z.boolean(),
    joined_at: z.string(),
    approved_at: z.string().nullable(),
  }),
});

export const affiliationRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", requireMember(services));
    for (const action of actions) {
      const response = { 200: json("The affiliate as they are now.", answer) };
      app.post(
        `/api/dashboard/:account_id/affiliations/:id/${action}`,
        { schema: { params, response } },
        async (request) => {
          const id = idFrom("affiliation", request.params.id);
          return answerOf(await changeAffiliation(merchantOf(request), { id, action }));
        },
      );
    }
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
