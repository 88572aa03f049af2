import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { type Affiliation } from "../../domain/affiliation.ts";
import type { Services } from "../../usecases/context.ts";
import {
  acceptInvitation,
  acceptInvitationAsNewPerson,
  type NewPerson,
} from "../../usecases/affiliates/accept-invitation.ts";
import { enterInvitation } from "../../usecases/affiliates/enter-invitation.ts";
import { TwinClocks } from "../../usecases/twins/twin-clocks.ts";
import { openInvitation } from "../../usecases/affiliates/open-invitation.ts";
import { visitorOf } from "../request/visitor.ts";
import { setSignedIn } from "../session/cookies.ts";
import { recognizeSession, signedInIfAny } from "../session/require-session.ts";
import { requireSameOrigin } from "../session/same-origin.ts";
import { isInTestWorld } from "../session/test-world.ts";
import { joinedAffiliation, presentJoinedAffiliation } from "../wire/affiliation.ts";
import { optional, reference } from "../wire/fields.ts";
import { openedInvitation, presentOpenedInvitation } from "../wire/invitation.ts";
import { newPassword, personName } from "../wire/person.ts";

const params = z.object({ token: reference("token") });

const acceptBody = z.object({ name: optional(personName), password: optional(newPassword("password")) }).nullish();

export const invitationRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    const clocks = new TwinClocks();
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", recognizeSession(services));

    /** An invitation is acceptable in its own world only. Its page leads there. */
    const enter = async (request: FastifyRequest<{ Params: z.infer<typeof params> }>): Promise<Services> => {
      const entered = await enterInvitation(services, clocks, request.params.token);
      if ((entered.twin !== null) !== isInTestWorld(request)) throw new AppError("invitation_not_found");
      return entered;
    };

    const opened = { 200: openedInvitation };
    app.get("/api/portal/invitations/:token", { schema: { params, response: opened } }, async (request) =>
      presentOpenedInvitation(await openInvitation(await enter(request), request.params.token)),
    );

    const schema = { params, body: acceptBody, response: { 200: joinedAffiliation } };
    app.post("/api/portal/invitations/:token/accept", { schema }, async (request, reply) => {
      const { name, password } = request.body ?? {};
      const person = name === undefined || password === undefined ? undefined : { name, password };
      const entered = await enter(request);
      const affiliation = await accept(entered, { token: request.params.token, person }, { request, reply });
      return presentJoinedAffiliation(affiliation, services.settings.baseUrl);
    });
    ready();
  };

/** A session takes precedence over the body: nobody can register as a new person while signed in as another. */
async function accept(
  services: Services,
  input: { token: string; person: NewPerson | undefined },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Affiliation> {
  const signedIn = signedInIfAny(request);
  if (signedIn) return acceptInvitation(services, input.token, signedIn);
  const joined = await acceptInvitationAsNewPerson(services, input, visitorOf(request));
  setSignedIn(services, reply, { token: joined.sessionToken, browserToken: joined.browserToken });
  return joined.affiliation;
}
