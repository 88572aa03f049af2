import type { FastifyReply } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { SwitchableMail } from "../../domain/mail.ts";
import type { Services } from "../../usecases/context.ts";
import { readSwitchOff, switchMailOff } from "../../usecases/mail/unsubscribe.ts";
import { reference } from "../wire/fields.ts";

const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const NOT_FOUND = 404;
/** A separate file, because the policy allows no inline styles. */
const STYLE_PATH = "/mail.css";

const kinds: Readonly<Record<SwitchableMail, string>> = {
  invitation: "campaign invitations",
  approval: "campaign approvals",
  claim_answered: "replies to missing-sale claims",
  payout_reminder: "reminders to add payout details",
};

const params = z.object({ token: reference("token") });

/**
 * The target of the link at the end of an email. Opening it changes nothing, because scanners open every link. The
 * button unsubscribes, and so does the mail program's own.
 */
export const unsubscribePage =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    // Mail programs send a form, but the URL already says everything.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, undefined));

    app.get(STYLE_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").send(style),
    );

    app.get("/mail/off/:token", { schema: { hide: true, params } }, (request, reply) => {
      const found = readSwitchOff(services, request.params.token);
      if (!found)
        return sendPage(
          reply.code(NOT_FOUND),
          "Invalid link",
          "<p>This link is not valid. Use the link at the end of the email.</p>",
        );
      const form = `<p>Stop receiving emails about ${kinds[found.kind]}?</p><form method="post"><button>Unsubscribe</button></form>`;
      return sendPage(reply, "Unsubscribe", form);
    });

    app.post("/mail/off/:token", { schema: { hide: true, params } }, async (request, reply) => {
      const found = readSwitchOff(services, request.params.token);
      if (!found)
        return sendPage(
          reply.code(NOT_FOUND),
          "Invalid link",
          "<p>This link is not valid. Use the link at the end of the email.</p>",
        );
      await switchMailOff(services, found);
      return sendPage(reply, "Unsubscribed", `<p>You will no longer receive emails about ${kinds[found.kind]}.</p>`);
    });
    ready();
  };

/** Contains only our own text, nothing from the request. */
function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("x-robots-tag", "noindex")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="${STYLE_PATH}"></head><body><main><h1>${title}</h1>${content}</main></body></html>`,
    );
}

const style = `:root { color-scheme: light dark; }
body { font: 1.05rem/1.5 system-ui, sans-serif; margin: 0; padding: 2rem 1rem; }
main { max-width: 34rem; margin: 0 auto; }
button { font: inherit; padding: .5rem 1rem; margin-top: .5rem; }
`;
