import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Services } from "../../usecases/context.ts";
import { openApplicationPage } from "../../usecases/affiliates/application-page.ts";
import { enterInvitation } from "../../usecases/affiliates/enter-invitation.ts";
import { TwinClocks } from "../../usecases/twins/twin-clocks.ts";
import { openInvitation } from "../../usecases/affiliates/open-invitation.ts";
import { openMemberInvitation } from "../../usecases/members/open-member-invitation.ts";
import { statusOf } from "../response/errors.ts";
import { reference } from "../wire/fields.ts";
import { pageSender } from "./pages.ts";

const ofToken = z.object({ token: reference("token") });
const ofSlug = z.object({ slug: reference("slug") });

/**
 * The built page, which loads the invitation or the offer itself. The status is set here for clients that do not run scripts.
 * Opening the page changes nothing, because link previews and mail scanners open it before the person does.
 */
export const invitePage =
  (services: Services, folder: string): FastifyPluginAsyncZod =>
  async (app) => {
    const send = await pageSender(folder);
    app.get("/invite/:token", { schema: { hide: true, params: ofToken } }, async (request, reply) => {
      const { status, isOfTwin } = await openAffiliateInvitation(services, request.params.token);
      hideToken(reply);
      // Test people have pages of their own.
      if (isOfTwin) return reply.redirect(`/test/invite/${request.params.token}`);
      return send(reply.code(status));
    });
    app.get("/test/invite/:token", { schema: { hide: true, params: ofToken } }, async (request, reply) => {
      const { status, isOfTwin } = await openAffiliateInvitation(services, request.params.token);
      hideToken(reply);
      return send(reply.code(isOfTwin ? status : NOT_FOUND));
    });
    app.get("/join/:token", { schema: { hide: true, params: ofToken } }, async (request, reply) => {
      const status = await statusAfter(openMemberInvitation(services, request.params.token));
      hideToken(reply);
      return send(reply.code(status));
    });
    app.get("/p/:slug", { schema: { hide: true, params: ofSlug } }, async (request, reply) => {
      void reply.code(await statusAfter(openApplicationPage(services, request.params.slug)));
      return send(reply);
    });
  };

/** The URL contains the token: no other site may read it from a referrer. */
const hideToken = (reply: FastifyReply): FastifyReply =>
  reply.header("x-robots-tag", "noindex").header("referrer-policy", "no-referrer");

const clocks = new TwinClocks();

async function openAffiliateInvitation(
  services: Services,
  token: string,
): Promise<{ status: number; isOfTwin: boolean }> {
  let isOfTwin = false;
  const status = await statusAfter(
    enterInvitation(services, clocks, token).then((entered) => {
      isOfTwin = entered.twin !== null;
      return openInvitation(entered, token);
    }),
  );
  return { status, isOfTwin };
}

const NOT_FOUND = 404;
const OK = 200;

async function statusAfter(opening: Promise<unknown>): Promise<number> {
  try {
    await opening;
    return OK;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return statusOf(error);
  }
}
