import type { FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { User } from "../../domain/person.ts";
import type { Services } from "../../usecases/context.ts";
import { changePassword } from "../../usecases/people/change-password.ts";
import { describePerson } from "../../usecases/people/describe-person.ts";
import { listOwnSessions } from "../../usecases/people/list-own-sessions.ts";
import { renameSelf } from "../../usecases/people/rename-self.ts";
import { revokeSession } from "../../usecases/people/revoke-session.ts";
import { signIn } from "../../usecases/people/sign-in.ts";
import { signOut } from "../../usecases/people/sign-out.ts";
import { readSignUpState, signUp } from "../../usecases/people/sign-up.ts";
import { confirmSignUp } from "../../usecases/people/verified-sign-up.ts";
import { completeSignIn } from "../../usecases/people/complete-sign-in.ts";
import { visitorOf } from "../request/visitor.ts";
import { reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { person, presentPerson } from "../wire/person.ts";
import {
  codeBody,
  nameBody,
  passwordBody,
  presentPending,
  presentSessions,
  sessions,
  signInResponse,
  signInBody,
  signUpResponse,
  signUpBody,
  signUpState,
} from "../wire/session.ts";
import { done } from "../wire/success.ts";
import { browserCookie, sessionCookie, setSignedIn, testSessionCookie } from "./cookies.ts";
import { joiningRoutes, leavingRoutes } from "./memberships.ts";
import { resetRoutes, verificationRoutes } from "./recovery.ts";
import { personOf, recognizeSession, requireSession, signedInOf } from "./require-session.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { secondFactorRoutes } from "./second-factor.ts";

export const sessionRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.register(doorRoutes(services));
    app.register(ownSessionRoutes(services));
    app.register(resetRoutes(services));
    app.register(verificationRoutes(services));
    app.register(secondFactorRoutes(services));
    app.register(joiningRoutes(services));
    app.register(leavingRoutes(services));
    ready();
  };

const describe = async (services: Services, user: User) =>
  presentPerson(user, {
    ...(await describePerson({ ...services, userId: user.id })),
    mailIsSent: services.settings.mailIsSent,
  });

const describeSelf = (services: Services, request: FastifyRequest) =>
  describe(personOf(services, request), signedInOf(request).user);

const described = { 200: person };

/** Sign-in and sign-out. */
const doorRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    const cookie = sessionCookie(services);
    const testCookie = testSessionCookie(services);
    const known = browserCookie(services);
    const tokensOf = (request: FastifyRequest) => ({
      previousToken: cookie.read(request),
      browserToken: known.read(request),
    });
    app.addHook("onRequest", recognizeSession(services));

    app.get("/api/session/signup", { schema: { response: { 200: signUpState } } }, async () => ({
      ...(await readSignUpState(services)),
      mail_is_sent: services.settings.mailIsSent,
    }));

    const signUpSteps = { 200: signUpResponse };
    app.post("/api/session/signup", { schema: { body: signUpBody, response: signUpSteps } }, async (request, reply) => {
      const { person_name: personName, ...more } = request.body;
      const input = { ...more, personName, previousToken: cookie.read(request) };
      const outcome = await signUp(services, input, visitorOf(request));
      if (outcome.step === "verification") return { verification: presentPending(outcome) };
      setSignedIn(services, reply, outcome);
      return describe(services, outcome.user);
    });

    const confirm = { body: codeBody, response: described };
    app.post("/api/session/signup/confirm", { schema: confirm }, async (request, reply) => {
      const { token, code } = request.body;
      const input = { token, code: code.replaceAll(/\s/g, ""), previousToken: cookie.read(request) };
      const signedUp = await confirmSignUp(services, input, visitorOf(request));
      setSignedIn(services, reply, signedUp);
      return describe(services, signedUp.user);
    });

    const response = { 200: signInResponse };
    app.post("/api/session", { schema: { body: signInBody, response } }, async (request, reply) => {
      const input = { ...request.body, ...tokensOf(request) };
      const outcome = await signIn(services, input, visitorOf(request));
      if (outcome.step === "second_factor") return { second_factor: presentPending(outcome) };
      setSignedIn(services, reply, outcome);
      return describe(services, outcome.user);
    });

    app.post("/api/session/code", { schema: { body: codeBody, response: described } }, async (request, reply) => {
      const input = { ...request.body, ...tokensOf(request) };
      const signedIn = await completeSignIn(services, input, visitorOf(request));
      setSignedIn(services, reply, signedIn);
      return describe(services, signedIn.user);
    });

    app.delete("/api/session", { schema: { response: { 200: done } } }, async (request, reply) => {
      const token = cookie.read(request);
      if (token !== undefined) await signOut(services, token, visitorOf(request));
      cookie.clear(reply);
      // A test person's portal in this browser closes with the member's session.
      const testToken = testCookie.read(request);
      if (testToken !== undefined) {
        await signOut(services, testToken, visitorOf(request));
        testCookie.clear(reply);
      }
      return { success: true as const };
    });
    ready();
  };

const ownSessionRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSession(services));

    app.get("/api/session", { schema: { response: described } }, (request) => describeSelf(services, request));

    app.get("/api/session/list", { schema: { response: { 200: sessions } } }, async (request) =>
      presentSessions(await listOwnSessions(personOf(services, request)), signedInOf(request).session),
    );

    const params = z.object({ session_id: reference("session_id") });
    app.delete("/api/session/list/:session_id", { schema: { params, response: { 200: done } } }, async (request) => {
      const id = idFrom("session", request.params.session_id);
      await revokeSession(personOf(services, request), id, visitorOf(request));
      return { success: true as const };
    });

    app.put("/api/session/name", { schema: { body: nameBody, response: described } }, async (request) => {
      const self = personOf(services, request);
      return describe(self, await renameSelf(self, request.body.name));
    });

    const changed = { 200: done };
    app.post("/api/session/password", { schema: { body: passwordBody, response: changed } }, async (request, reply) => {
      const { current_password: currentPassword, new_password: newPassword } = request.body;
      const sessionId = signedInOf(request).session.id;
      const input = { currentPassword, newPassword, sessionId };
      const browserToken = await changePassword(personOf(services, request), input, visitorOf(request));
      browserCookie(services).set(reply, browserToken);
      return { success: true as const };
    });
    ready();
  };
