import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { NAME_MAX } from "tributary-sdk/limits";
import { keySorts } from "tributary-sdk/words";
import { z } from "zod";
import { browseKeys } from "../../usecases/keys/browse-keys.ts";
import { createKey } from "../../usecases/keys/create-key.ts";
import { revokeKey } from "../../usecases/keys/revoke-key.ts";
import { keyRow, presentKey } from "../wire/api-key.ts";
import { optional, text } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const body = z.object({
  name: text("name", { max: NAME_MAX }),
  test: optional(z.boolean({ error: "test must be true or false." })),
});

export const apiKeyRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "api-keys",
    config: ownersOnly,
    key: "api_keys",
    query: { sort: sortQuery(keySorts) },
    filterOf: (query) => query,
    listing: browseKeys,
    wire: keyRow,
    present: presentKey,
    columns: ["id", "name", "prefix", "last_four", "created_at", "last_used_at", "revoked_at"],
  });

  const created = {
    200: z.object({ key: keyRow, secret: z.string() }),
  };
  app.post(
    "/api-keys",
    { config: ownersOnly, schema: { params: ofAccount, body, response: created } },
    async (request) => {
      const { key, secret } = await createKey(merchantOf(request), request.body.name, request.body);
      return { key: presentKey(key), secret };
    },
  );

  app.delete(
    "/api-keys/:id",
    { config: ownersOnly, schema: { params: ofOne, response: { 200: z.object({ key: keyRow }) } } },
    async (request) => ({
      key: presentKey(await revokeKey(merchantOf(request), idFrom("key", request.params.id))),
    }),
  );
  ready();
};
