import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { recordScriptSeen } from "../../usecases/campaigns/check-tracking.ts";
import type { Services } from "../../usecases/context.ts";
import { reference } from "../wire/fields.ts";

const querystring = z.object({ check: reference("check") });

/**
 * The report of t.js in a check that a merchant started. An empty script, because a shop whose policy allows t.js
 * allows this too, and may allow no other kind of request. The response is the same for every marker.
 */
export const scriptCheckRoute =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.get("/seen.js", { schema: { hide: true, querystring } }, async (request, reply) => {
      await recordScriptSeen(services, request.query.check);
      return reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "no-store")
        .header("cross-origin-resource-policy", "cross-origin")
        .send("");
    });
    ready();
  };
