import type { FastifyInstance } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { InvitedMemberAnswer, MemberInvitationRow } from "tributary-sdk/pages";
import { z } from "zod";
import { roles } from "../../domain/roles.ts";
import {
  browseMemberInvitations,
  type BrowsedMemberInvitation,
} from "../../usecases/members/browse-member-invitations.ts";
import { inviteMember, type MadeMemberInvitation } from "../../usecases/members/invite-member.ts";
import { renewMemberInvitation } from "../../usecases/members/renew-member-invitation.ts";
import { withdrawMemberInvitation } from "../../usecases/members/withdraw-member-invitation.ts";
import { json } from "../response/responses.ts";
import { choice, emailAddress } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";
import { done } from "../session/schemas.ts";
import { listRoutes } from "./list-routes.ts";
import { presentMail } from "./present.ts";
import { mailFields, ofAccount, ofOne } from "./schemas.ts";

const invitationRow: z.ZodType<MemberInvitationRow> = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(["open", "expired"]),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
const invited: z.ZodType<InvitedMemberAnswer> = z.object({
  email: z.string(),
  role: z.enum(roles),
  invite_link: z.string(),
  expires_at: z.string(),
  ...mailFields,
});
const inviteBody = z.object({ email: emailAddress("email"), role: choice("role", roles) });

export const memberInvitationRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  invitationList(app);

  const made = { 200: json("The link, which is shown here and never again.", invited) };
  const create = { params: ofAccount, body: inviteBody, response: made };
  app.post("/member-invitations", { config: ownersOnly, schema: create }, async (request) =>
    invitedOf(await inviteMember(merchantOf(request), request.body)),
  );

  app.post(
    "/member-invitations/:id/renew",
    { config: ownersOnly, schema: { params: ofOne, response: made } },
    async (request) => {
      const id = idFrom("member_invitation", request.params.id);
      return invitedOf(await renewMemberInvitation(merchantOf(request), id));
    },
  );

  const withdrawn = { 200: json("The link leads nowhere any more.", done) };
  app.delete(
    "/member-invitations/:id",
    { config: ownersOnly, schema: { params: ofOne, response: withdrawn } },
    async (request) => {
      await withdrawMemberInvitation(merchantOf(request), idFrom("member_invitation", request.params.id));
      return { success: true as const };
    },
  );
  ready();
};

const invitedOf = ({ invitation, link, notMailed }: MadeMemberInvitation): z.infer<typeof invited> => ({
  email: invitation.email,
  role: invitation.role,
  invite_link: link,
  expires_at: invitation.expiresAt.toISOString(),
  ...presentMail(notMailed),
});

function invitationList(app: FastifyInstance): void {
  listRoutes(app, {
    path: "member-invitations",
    config: ownersOnly,
    key: "member_invitations",
    query: {},
    filterOf: () => ({}),
    listing: browseMemberInvitations,
    wire: invitationRow,
    present,
    columns: [
      ["id", (row) => row.id],
      ["email", (row) => row.email],
      ["role", (row) => row.role],
      ["state", (row) => row.state],
      ["invited_by", (row) => row.invited_by],
      ["created_at", (row) => row.created_at],
      ["expires_at", (row) => row.expires_at],
    ],
  });
}

const present = ({ invitation, inviterName, state }: BrowsedMemberInvitation): MemberInvitationRow => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  state: state === "expired" ? "expired" : "open",
  invited_by: inviterName,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});
