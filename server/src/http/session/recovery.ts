import { EMAIL_CODE_MAX } from "tributary-sdk/limits";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../usecases/context.ts";
import { askForReset, resetPassword } from "../../usecases/people/reset-password.ts";
import { confirmAddress, sendAddressCode } from "../../usecases/people/verify-address.ts";
import { visitorOf } from "../request/visitor.ts";
import { emailAddress, reference, text } from "../wire/fields.ts";
import { newPassword } from "../wire/person.ts";
import { done } from "../wire/success.ts";
import { browserCookie } from "./cookies.ts";
import { personOf, recognizeSession, requireSession } from "./require-session.ts";

/** For people who forgot their password and can read their email. */
export const resetRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", recognizeSession(services));

    const askBody = z.object({ email: emailAddress("email") });
    app.post("/api/session/reset", { schema: { body: askBody, response: { 200: done } } }, async (request) => {
      await askForReset(services, request.body.email, visitorOf(request));
      return { success: true as const };
    });

    const params = z.object({ token: reference("token") });
    const body = z.object({ password: newPassword("password") });
    const reset = { 200: done };
    app.post("/api/session/reset/:token", { schema: { params, body, response: reset } }, async (request, reply) => {
      const input = { token: request.params.token, password: request.body.password };
      browserCookie(services).set(reply, await resetPassword(services, input, visitorOf(request)));
      return { success: true as const };
    });
    ready();
  };

/** A signed-in person verifies their email address. */
export const verificationRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSession(services));

    app.post("/api/session/verification", { schema: { response: { 200: done } } }, async (request) => {
      await sendAddressCode(personOf(services, request));
      return { success: true as const };
    });

    const body = z.object({ code: text("code", { max: EMAIL_CODE_MAX }) });
    app.post("/api/session/verification/confirm", { schema: { body, response: { 200: done } } }, async (request) => {
      await confirmAddress(personOf(services, request), request.body.code.replaceAll(/\s/g, ""));
      return { success: true as const };
    });
    ready();
  };
