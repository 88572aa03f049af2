import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Services } from "../../usecases/context.ts";
import { openApplicationPage } from "../../usecases/affiliates/application-page.ts";
import { applyAsNewPerson, applyAsPerson, confirmApplication } from "../../usecases/affiliates/apply-to-campaign.ts";
import { visitorOf } from "../request/visitor.ts";
import { sessionCookie, setSignedIn } from "../session/cookies.ts";
import { recognizeSession, signedInIfAny } from "../session/require-session.ts";
import { requireSameOrigin } from "../session/same-origin.ts";
import { joinedAffiliation, presentJoinedAffiliation } from "../wire/affiliation.ts";
import { applyBody, applyResponse, presentShownPage, shownPage } from "../wire/application.ts";
import { reference } from "../wire/fields.ts";
import { codeBody, presentPending } from "../wire/session.ts";

const params = z.object({ slug: reference("slug") });

/** The public page of a campaign: anyone may open it and apply. */
export const applicationRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.addHook("onRequest", requireSameOrigin(services));
    app.addHook("onRequest", recognizeSession(services));
    const { settings } = services;
    const path = "/api/portal/applications/:slug";

    app.get(path, { schema: { params, response: { 200: shownPage } } }, async (request) =>
      presentShownPage(await openApplicationPage(services, request.params.slug), settings),
    );

    const applying = { params, body: applyBody, response: { 200: applyResponse } };
    app.post(path, { schema: applying }, async (request) => {
      const { slug } = request.params;
      const { name, email, password, website, audience = "", note = "" } = request.body;
      const signedIn = signedInIfAny(request);
      // A test person stays in their twin.
      if (signedIn && signedIn.twin !== null) throw new AppError("application_page_not_found");
      const user = signedIn?.user;
      if (user) {
        const input = { slug, application: { website, audience, note }, user };
        const affiliation = await applyAsPerson(services, input, visitorOf(request));
        if (affiliation === "received") return { step: affiliation };
        return { step: "joined" as const, ...presentJoinedAffiliation(affiliation, settings.baseUrl) };
      }
      if (name === undefined || email === undefined)
        throw new AppError("invalid_request", { text: "name and email are required." });
      const applicant = { email, password, application: { name, website, audience, note } };
      const outcome = await applyAsNewPerson(services, { slug, applicant }, visitorOf(request));
      if (outcome.step === "received") return outcome;
      return { step: outcome.step, verification: presentPending(outcome) };
    });

    const confirming = { params, body: codeBody, response: { 200: joinedAffiliation } };
    app.post(`${path}/confirm`, { schema: confirming }, async (request, reply) => {
      const { token, code } = request.body;
      const previousToken = sessionCookie(services).read(request);
      const input = { slug: request.params.slug, token, code: code.replaceAll(/\s/g, ""), previousToken };
      const joined = await confirmApplication(services, input, visitorOf(request));
      setSignedIn(services, reply, joined);
      return presentJoinedAffiliation(joined.affiliation, settings.baseUrl);
    });
    ready();
  };
