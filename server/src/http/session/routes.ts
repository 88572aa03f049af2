import type { FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { User } from "../../domain/person.ts";
import type { Services } from "../../usecases/context.ts";
import { changePassword } from "../../usecases/people/change-password.ts";
import { describePerson } from "../../usecases/people/describe-person.ts";
import { listOwnSessions } from "../../usecases/people/list-own-sessions.ts";
import { revokeSession } from "../../usecases/people/revoke-session.ts";
import { signIn } from "../../usecases/people/sign-in.ts";
import { signOut } from "../../usecases/people/sign-out.ts";
import { isSignUpOpen, signUp } from "../../usecases/people/sign-up.ts";
import { confirmSignUp } from "../../usecases/people/verified-sign-up.ts";
import { completeSignIn } from "../../usecases/people/complete-sign-in.ts";
import { visitorOf } from "../request/visitor.ts";
import { json } from "../response/responses.ts";
import { reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { person, presentPerson } from "../wire/person.ts";
import {
  confirmSignUpBody,
  passwordBody,
  presentAwaitedCode,
  presentSecondStep,
  presentSessions,
  secondStepBody,
  sessions,
  signInAnswer,
  signInBody,
  signUpAnswer,
  signUpBody,
} from "../wire/session.ts";
import { done } from "../wire/success.ts";
import { browserCookie, sessionCookie, setSignedIn } from "./cookies.ts";
import { joiningRoutes, leavingRoutes } from "./memberships.ts";
import { resetRoutes, verificationRoutes } from "./recovery.ts";
import { personOf, recogniseSession, requireSession, signedInOf } from "./require-session.ts";
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

const described = { 200: json("Who is signed in, and which doors are open to them.", person) };

/** In and out. */
const doorRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    const cookie = sessionCookie(services);
    const known = browserCookie(services);
    const tokensOf = (request: FastifyRequest) => ({
      previousToken: cookie.read(request),
      browserToken: known.read(request),
    });
    app.addHook("onRequest", recogniseSession(services));

    const signUpState = { 200: json("Whether sign-up is open.", z.object({ open: z.boolean() })) };
    app.get("/api/session/signup", { schema: { response: signUpState } }, async () => ({
      open: await isSignUpOpen(services),
    }));

    const signUpSteps = { 200: json("Who is signed in now, or that a code was emailed first.", signUpAnswer) };
    app.post("/api/session/signup", { schema: { body: signUpBody, response: signUpSteps } }, async (request, reply) => {
      const input = { ...request.body, previousToken: cookie.read(request) };
      const outcome = await signUp(services, input, visitorOf(request));
      if (outcome.step === "verification") return presentAwaitedCode(outcome);
      setSignedIn(services, reply, outcome);
      return describe(services, outcome.user);
    });

    const confirm = { body: confirmSignUpBody, response: described };
    app.post("/api/session/signup/confirm", { schema: confirm }, async (request, reply) => {
      const { token, code } = request.body;
      const input = { token, code: code.replaceAll(/\s/g, ""), previousToken: cookie.read(request) };
      const signedUp = await confirmSignUp(services, input, visitorOf(request));
      setSignedIn(services, reply, signedUp);
      return describe(services, signedUp.user);
    });

    const answers = { 200: json("Who is signed in now, or that a code is asked for first.", signInAnswer) };
    app.post("/api/session", { schema: { body: signInBody, response: answers } }, async (request, reply) => {
      const input = { ...request.body, ...tokensOf(request) };
      const outcome = await signIn(services, input, visitorOf(request));
      if (outcome.step === "second_factor") return presentSecondStep(outcome);
      setSignedIn(services, reply, outcome);
      return describe(services, outcome.user);
    });

    app.post("/api/session/code", { schema: { body: secondStepBody, response: described } }, async (request, reply) => {
      const input = { ...request.body, ...tokensOf(request) };
      const signedIn = await completeSignIn(services, input, visitorOf(request));
      setSignedIn(services, reply, signedIn);
      return describe(services, signedIn.user);
    });

    const left = { 200: json("Signed out.", done) };
    app.delete("/api/session", { schema: { response: left } }, async (request, reply) => {
      const token = cookie.read(request);
      if (token !== undefined) await signOut(services, token, visitorOf(request));
      cookie.clear(reply);
      return { success: true as const };
    });
    ready();
  };

const ownSessionRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSession(services));

    app.get("/api/session", { schema: { response: described } }, (request) =>
      describe(services, signedInOf(request).user),
    );

    const listed = { 200: json("The person's sessions, the one seen last first.", sessions) };
    app.get("/api/session/list", { schema: { response: listed } }, async (request) =>
      presentSessions(await listOwnSessions(personOf(services, request)), signedInOf(request).session),
    );

    const params = z.object({ session_id: reference("session_id") });
    const ended = { 200: json("The session has ended.", done) };
    app.delete("/api/session/list/:session_id", { schema: { params, response: ended } }, async (request) => {
      const id = idFrom("session", request.params.session_id);
      await revokeSession(personOf(services, request), id, visitorOf(request));
      return { success: true as const };
    });

    const changed = { 200: json("The password has changed, and the other sessions have ended.", done) };
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
