import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { INVITATION_MESSAGE_MAX, INVITED_EMAILS_MAX } from "tributary-sdk/limits";
import { invitationSorts } from "tributary-sdk/words";
import { z } from "zod";
import { invitationStates } from "../../domain/invitation.ts";
import { browseInvitations } from "../../usecases/affiliates/browse-invitations.ts";
import { inviteAffiliates } from "../../usecases/affiliates/invite-affiliates.ts";
import { renewInvitation } from "../../usecases/affiliates/renew-invitation.ts";
import { withdrawInvitation } from "../../usecases/affiliates/withdraw-invitation.ts";
import { choice, listOf, optional, reference, text } from "../wire/fields.ts";
import { filterId, idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { invitationRow, invited, presentInvitation, presentInvited } from "../wire/invitation.ts";
import { given, sortQuery } from "../wire/query.ts";
import { presentRefusal, refusal } from "../wire/refusal.ts";
import { done } from "../wire/success.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

const inviteBody = z.object({
  campaign_id: reference("campaign_id"),
  // Each address is checked separately, so one wrong line does not lose the others.
  emails: listOf("emails", z.string(), { max: INVITED_EMAILS_MAX }),
  message: optional(text("message", { min: 0, max: INVITATION_MESSAGE_MAX, content: "lines" })),
});

const refused = refusal.extend({ email: z.string() });

export const invitationRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "invitations",
    key: "invitations",
    query: {
      campaign_id: given(reference("campaign_id")),
      state: given(choice("state", invitationStates)),
      sort: sortQuery(invitationSorts),
    },
    filterOf: ({ campaign_id: campaign, ...filter }) => ({ ...filter, campaignId: filterId("campaign", campaign) }),
    listing: browseInvitations,
    wire: invitationRow,
    present: presentInvitation,
    columns: [
      "id",
      "email",
      "campaign_id",
      "campaign_name",
      "state",
      "created_at",
      "expires_at",
      "accepted_at",
      "withdrawn_at",
      "replaced_at",
    ],
  });

  const results = {
    200: z.object({ results: z.array(z.union([invited, refused])) }),
  };
  app.post("/invitations", { schema: { params: ofAccount, body: inviteBody, response: results } }, async (request) => {
    const { campaign_id: campaign, emails, message } = request.body;
    const addresses = emails.map((email) => email.trim());
    const input = { campaignId: idFrom("campaign", campaign), emails: addresses, message };
    const made = await inviteAffiliates(merchantOf(request), input);
    return {
      results: made.map((result) =>
        "made" in result ? presentInvited(result.made) : { email: result.email, ...presentRefusal(result.refused) },
      ),
    };
  });

  app.post("/invitations/:id/renew", { schema: { params: ofOne, response: { 200: invited } } }, async (request) =>
    presentInvited(await renewInvitation(merchantOf(request), idFrom("invitation", request.params.id))),
  );

  app.delete("/invitations/:id", { schema: { params: ofOne, response: { 200: done } } }, async (request) => {
    await withdrawInvitation(merchantOf(request), idFrom("invitation", request.params.id));
    return { success: true as const };
  });
  ready();
};
