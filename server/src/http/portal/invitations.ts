import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { shownStatus, affiliateStatuses, type Affiliation } from "../../domain/affiliation.ts";
import { commissionTypes, commissionValueOf } from "../../domain/commission.ts";
import type { Services } from "../../usecases/context.ts";
import {
  acceptInvitation,
  acceptInvitationAsNewPerson,
  type NewPerson,
} from "../../usecases/affiliates/accept-invitation.ts";
import { openInvitation, type OpenInvitation } from "../../usecases/affiliates/open-invitation.ts";
import { json } from "../response/responses.ts";
import { optional, reference } from "../wire/fields.ts";
import { requireSameOrigin } from "../session/same-origin.ts";
import { setSignedIn } from "../session/cookies.ts";
import { visitorOf } from "../request/visitor.ts";
import { recogniseSession, signedInIfAny } from "../session/require-session.ts";
import { newPassword, personName } from "../session/schemas.ts";

const params = z.object({ token: reference("token") });

const invitationAnswer = z.object({
  invitation: z.object({
    email: z.string(),
    expires_at: z.string(),
    merchant: z.object({ name: z.string() }),
    campaign: z.object({
      name: z.string(),
      commission_type: z.enum(commissionTypes),
      commission_value: z.number(),
      currency: z.string(),
      attribution_window: z.number(),
      maturation_days: z.number(),
      needs_approval: z.boolean(),
    }),
  }),
});

const acceptBody = z.object({ name: optional(personName), password: optional(newPassword("password")) }).nullish();
const acceptAnswer = z.object({
  success: z.literal(true),
  affiliation: z.object({
    id: z.string(),
    campaign_id: z.string(),
    affiliate_id: z.string(),
    status: z.enum(affiliateStatuses),
    affiliate_code: z.string(),
    unique_link: z.string(),
    joined_at: z.string(),
  }),
});

export const invitationRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", recogniseSession(services));

    const opened = { 200: json("What the invitation offers. Looking at it uses nothing up.", invitationAnswer) };
    app.get("/api/portal/invitations/:token", { schema: { params, response: opened } }, async (request) =>
      invitationAnswerOf(await openInvitation(services, request.params.token)),
    );

    const accepted = { 200: json("The person is an affiliate of the campaign now.", acceptAnswer) };
    const schema = { params, body: acceptBody, response: accepted };
    app.post("/api/portal/invitations/:token/accept", { schema }, async (request, reply) => {
      const { name, password } = request.body ?? {};
      const person = name === undefined || password === undefined ? undefined : { name, password };
      const affiliation = await accept(services, { token: request.params.token, person }, { request, reply });
      return acceptAnswerOf(affiliation, services.settings.baseUrl);
    });
    ready();
  };

/** A session decides over what the body says: nobody becomes a new person while they are signed in as another. */
async function accept(
  services: Services,
  input: { token: string; person: NewPerson | undefined },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Affiliation> {
  const signedIn = signedInIfAny(request);
  if (signedIn) return acceptInvitation(services, input.token, signedIn.user);
  const joined = await acceptInvitationAsNewPerson(services, input, visitorOf(request));
  setSignedIn(services, reply, { token: joined.sessionToken, browserToken: joined.browserToken });
  return joined.affiliation;
}

const invitationAnswerOf = (open: OpenInvitation): z.infer<typeof invitationAnswer> => ({
  invitation: {
    email: open.invitation.email,
    expires_at: open.invitation.expiresAt.toISOString(),
    merchant: { name: open.merchantName },
    campaign: {
      name: open.campaign.name,
      commission_type: open.campaign.commission.type,
      commission_value: commissionValueOf(open.campaign.commission),
      currency: open.campaign.currency,
      attribution_window: open.campaign.attributionWindowDays,
      maturation_days: open.campaign.maturationDays,
      needs_approval: open.campaign.visibility === "private",
    },
  },
});

const acceptAnswerOf = (affiliation: Affiliation, baseUrl: string): z.infer<typeof acceptAnswer> => ({
  success: true,
  affiliation: {
    id: affiliation.id,
    campaign_id: affiliation.campaignId,
    affiliate_id: affiliation.affiliateId,
    status: shownStatus(affiliation.status).status,
    affiliate_code: affiliation.code,
    unique_link: `${baseUrl}/r/${affiliation.code}`,
    joined_at: affiliation.joinedAt.toISOString(),
  },
});
