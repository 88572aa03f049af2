import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../usecases/context.ts";
import { renewRecoveryCodes, turnOffSecondFactor } from "../../usecases/people/change-second-factor.ts";
import { beginSetUp, confirmSetUp } from "../../usecases/people/set-up-second-factor.ts";
import { showSecondFactor } from "../../usecases/people/show-second-factor.ts";
import { visitorOf } from "../request/visitor.ts";
import { givenCode, givenPassword } from "../wire/person.ts";
import { done } from "../wire/success.ts";
import { personOf, requireSession, signedInOf } from "./require-session.ts";

const PATH = "/api/session/second-factor";

const stateResponse = z.object({ since: z.string().nullable(), recovery_codes_left: z.number() });
const setUpResponse = z.object({ secret: z.string(), otpauth_url: z.string() });
const codesResponse = z.object({ recovery_codes: z.array(z.string()) });

const setUpBody = z.object({ password: givenPassword("password") });
const confirmBody = z.object({ code: givenCode });
const bothProofs = z.object({ password: givenPassword("password"), code: givenCode });

/** A signed-in person turns two-factor authentication on or off. */
export const secondFactorRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSession(services));

    app.get(PATH, { schema: { response: { 200: stateResponse } } }, async (request) => {
      const { since, recoveryCodesLeft } = await showSecondFactor(personOf(services, request));
      return { since: since?.toISOString() ?? null, recovery_codes_left: recoveryCodesLeft };
    });

    app.post(`${PATH}/setup`, { schema: { body: setUpBody, response: { 200: setUpResponse } } }, async (request) => {
      const { secret, address } = await beginSetUp(
        personOf(services, request),
        request.body.password,
        visitorOf(request),
      );
      return { secret, otpauth_url: address };
    });

    const confirmed = {
      200: codesResponse,
    };
    app.post(`${PATH}/confirm`, { schema: { body: confirmBody, response: confirmed } }, async (request) => {
      const input = { code: request.body.code, sessionId: signedInOf(request).session.id };
      return { recovery_codes: [...(await confirmSetUp(personOf(services, request), input, visitorOf(request)))] };
    });

    const renewed = { 200: codesResponse };
    app.post(`${PATH}/recovery-codes`, { schema: { body: bothProofs, response: renewed } }, async (request) => ({
      recovery_codes: [...(await renewRecoveryCodes(personOf(services, request), request.body, visitorOf(request)))],
    }));

    app.delete(PATH, { schema: { body: bothProofs, response: { 200: done } } }, async (request) => {
      await turnOffSecondFactor(personOf(services, request), request.body, visitorOf(request));
      return { success: true as const };
    });
    ready();
  };
