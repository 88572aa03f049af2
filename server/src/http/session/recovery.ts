import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../usecases/context.ts";
import { askForReset, resetPassword } from "../../usecases/people/reset-password.ts";
import { confirmAddress, sendAddressCode } from "../../usecases/people/verify-address.ts";
import { visitorOf } from "../request/visitor.ts";
import { json } from "../response/responses.ts";
import { emailAddress, reference, text } from "../wire/fields.ts";
import { newPassword } from "../wire/person.ts";
import { done } from "../wire/success.ts";
import { browserCookie } from "./cookies.ts";
import { personOf, recogniseSession, requireSession } from "./require-session.ts";

const CODE_MAX = 20;

/** Whoever has lost their password proves that they have the mailbox. */
export const resetRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", recogniseSession(services));

    const asked = { 200: json("If there is such a person, a mail is on its way to them.", done) };
    const askBody = z.object({ email: emailAddress("email") });
    app.post("/api/session/reset", { schema: { body: askBody, response: asked } }, async (request) => {
      await askForReset(services, request.body.email, visitorOf(request));
      return { success: true as const };
    });

    const params = z.object({ token: reference("token") });
    const body = z.object({ password: newPassword("password") });
    const reset = { 200: json("The password has changed, and all sessions have ended.", done) };
    app.post("/api/session/reset/:token", { schema: { params, body, response: reset } }, async (request, reply) => {
      const input = { token: request.params.token, password: request.body.password };
      browserCookie(services).set(reply, await resetPassword(services, input, visitorOf(request)));
      return { success: true as const };
    });
    ready();
  };

/** Whoever is signed in proves that the address is theirs. */
export const verificationRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSession(services));

    const sent = { 200: json("A mail with a code is on its way.", done) };
    app.post("/api/session/verification", { schema: { response: sent } }, async (request) => {
      await sendAddressCode(personOf(services, request));
      return { success: true as const };
    });

    const body = z.object({ code: text("code", { max: CODE_MAX }) });
    const confirmed = { 200: json("The address is verified.", done) };
    app.post("/api/session/verification/confirm", { schema: { body, response: confirmed } }, async (request) => {
      await confirmAddress(personOf(services, request), request.body.code.replaceAll(/\s/g, ""));
      return { success: true as const };
    });
    ready();
  };
