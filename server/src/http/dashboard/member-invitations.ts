import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { memberInvitationSorts } from "tributary-sdk/words";
import { z } from "zod";
import { roles } from "../../domain/roles.ts";
import { browseMemberInvitations } from "../../usecases/members/browse-member-invitations.ts";
import { inviteMember } from "../../usecases/members/invite-member.ts";
import { renewMemberInvitation } from "../../usecases/members/renew-member-invitation.ts";
import { withdrawMemberInvitation } from "../../usecases/members/withdraw-member-invitation.ts";
import { choice, emailAddress } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import {
  invitedMember,
  memberInvitationRow,
  presentInvitedMember,
  presentMemberInvitation,
} from "../wire/member-invitation.ts";
import { sortQuery } from "../wire/query.ts";
import { done } from "../wire/success.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const inviteBody = z.object({ email: emailAddress("email"), role: choice("role", roles) });

export const memberInvitationRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "member-invitations",
    config: ownersOnly,
    key: "member_invitations",
    query: { sort: sortQuery(memberInvitationSorts) },
    filterOf: (query) => query,
    listing: browseMemberInvitations,
    wire: memberInvitationRow,
    present: presentMemberInvitation,
    columns: ["id", "email", "role", "state", "invited_by", "created_at", "expires_at"],
  });

  const made = { 200: invitedMember };
  const create = { params: ofAccount, body: inviteBody, response: made };
  app.post("/member-invitations", { config: ownersOnly, schema: create }, async (request) =>
    presentInvitedMember(await inviteMember(merchantOf(request), request.body)),
  );

  app.post(
    "/member-invitations/:id/renew",
    { config: ownersOnly, schema: { params: ofOne, response: made } },
    async (request) => {
      const id = idFrom("member_invitation", request.params.id);
      return presentInvitedMember(await renewMemberInvitation(merchantOf(request), id));
    },
  );

  app.delete(
    "/member-invitations/:id",
    { config: ownersOnly, schema: { params: ofOne, response: { 200: done } } },
    async (request) => {
      await withdrawMemberInvitation(merchantOf(request), idFrom("member_invitation", request.params.id));
      return { success: true as const };
    },
  );
  ready();
};
