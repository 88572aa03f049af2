import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../usecases/context.ts";
import { openLogo } from "../../usecases/accounts/branding.ts";
import { LOGO_PREFIX } from "../wire/branding.ts";

const params = z.object({ name: z.string() });

/** Merchants' logos. The name is a hash of the content, so the content never changes and can be cached forever. */
export const logoRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.get(`${LOGO_PREFIX}/:name`, { schema: { hide: true, params } }, async (request, reply) => {
      const { content, type } = await openLogo(services, request.params.name.replace(/\.(?:png|jpg|webp)$/, ""));
      return (
        reply
          .type(type)
          .header("cache-control", "public, max-age=31536000, immutable")
          // If the file is opened directly, the browser treats it as nothing but an image.
          .header("content-security-policy", "default-src 'none'; sandbox")
          .header("x-content-type-options", "nosniff")
          .send(Buffer.from(content))
      );
    });
    ready();
  };
