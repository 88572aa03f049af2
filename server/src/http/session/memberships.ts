import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { JoinedAccountResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { roles } from "../../domain/roles.ts";
import type { Services } from "../../usecases/context.ts";
import type { NewPerson } from "../../usecases/affiliates/accept-invitation.ts";
import {
  acceptMemberInvitation,
  acceptMemberInvitationAsNewPerson,
  type JoinedAccount,
} from "../../usecases/members/accept-member-invitation.ts";
import { leaveAccount } from "../../usecases/members/leave-account.ts";
import { openMemberInvitation } from "../../usecases/members/open-member-invitation.ts";
import { visitorOf } from "../request/visitor.ts";
import { optional, reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { openedMemberInvitation, presentOpenedMemberInvitation } from "../wire/member-invitation.ts";
import { newPassword, personName } from "../wire/person.ts";
import { done } from "../wire/success.ts";
import { setSignedIn } from "./cookies.ts";
import { personOf, recognizeSession, requireSession, signedInIfAny } from "./require-session.ts";

const params = z.object({ token: reference("token") });

const acceptBody = z.object({ name: optional(personName), password: optional(newPassword("password")) }).nullish();
const joinedResponse: z.ZodType<JoinedAccountResponse> = z.object({
  success: z.literal(true),
  account: z.object({ id: z.string(), name: z.string(), role: z.enum(roles) }),
});

/** How people join an account. Works without a session, because the token grants access. */
export const joiningRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", recognizeSession(services));

    const opened = { 200: openedMemberInvitation };
    app.get("/api/session/member-invitations/:token", { schema: { params, response: opened } }, async (request) =>
      presentOpenedMemberInvitation(await openMemberInvitation(services, request.params.token)),
    );

    const schema = { params, body: acceptBody, response: { 200: joinedResponse } };
    app.post("/api/session/member-invitations/:token/accept", { schema }, async (request, reply) => {
      const { name, password } = request.body ?? {};
      const person = name === undefined || password === undefined ? undefined : { name, password };
      const input = { token: request.params.token, person };
      const { account, role } = await accept(services, input, { request, reply });
      return { success: true as const, account: { id: account.id, name: account.name, role } };
    });
    ready();
  };

/** A session takes precedence over the body: nobody can register as a new person while signed in as another. */
async function accept(
  services: Services,
  input: { token: string; person: NewPerson | undefined },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<JoinedAccount> {
  const signedIn = signedInIfAny(request);
  const visitor = visitorOf(request);
  if (signedIn) return acceptMemberInvitation(services, { token: input.token, ...signedIn }, visitor);
  const {
    sessionToken: token,
    browserToken,
    ...joined
  } = await acceptMemberInvitationAsNewPerson(services, input, visitor);
  setSignedIn(services, reply, { token, browserToken });
  return joined;
}

/**
 * Not under the account's routes: every member may leave, but viewers may not use routes that change something there.
 */
export const leavingRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSession(services));

    const ofAccount = z.object({ account_id: reference("account_id") });
    app.delete(
      "/api/session/accounts/:account_id",
      { schema: { params: ofAccount, response: { 200: done } } },
      async (request) => {
        const accountId = idFrom("account", request.params.account_id);
        await leaveAccount(personOf(services, request), accountId, visitorOf(request));
        return { success: true as const };
      },
    );
    ready();
  };
