import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError, type ErrorKind } from "../domain/errors.ts";
import type { Services } from "../usecases/context.ts";
import { openInvitation } from "../usecases/invitations/open-invitation.ts";
import { reference } from "./fields.ts";
import { INVITE_SCRIPT_PATH, INVITE_STYLE_PATH, inviteScript, inviteStyle } from "./invite/assets.ts";
import { invitationPage, refusalPage } from "./invite/html.ts";
import { recogniseSession, signedInIfAny } from "./session/require-session.ts";

const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const refusals: Partial<Record<ErrorKind, { status: number; title: string }>> = {
  missing: { status: 404, title: "Unknown invitation" },
  gone: { status: 410, title: "This invitation is over" },
  forbidden: { status: 403, title: "This invitation cannot be accepted" },
};

const params = z.object({ token: reference("token") });

/** Opening it uses nothing up: link previews and mail scanners come before the person does. */
export const invitePage =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.get(INVITE_SCRIPT_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(inviteScript),
    );
    app.get(INVITE_STYLE_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").send(inviteStyle),
    );
    app.get(
      "/invite/:token",
      { schema: { hide: true, params }, onRequest: recogniseSession(services) },
      async (request, reply) => {
        const { status, text } = await render(services, request, request.params.token);
        return sendPage(reply, status, text);
      },
    );
    ready();
  };

async function render(
  services: Services,
  request: FastifyRequest,
  token: string,
): Promise<{ status: number; text: string }> {
  try {
    const open = await openInvitation(services, token);
    return { status: 200, text: invitationPage(open, signedInIfAny(request)?.user) };
  } catch (error) {
    const refusal = error instanceof AppError ? refusals[error.kind] : undefined;
    if (!refusal || !(error instanceof AppError)) throw error;
    return { status: refusal.status, text: refusalPage(refusal.title, error.message) };
  }
}

function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return (
    reply
      .code(status)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("x-robots-tag", "noindex")
      // The address holds the token: no other site may read it from a referrer.
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .send(text)
  );
}
