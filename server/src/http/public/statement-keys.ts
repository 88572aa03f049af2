import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { StatementKeysResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { Services } from "../../usecases/context.ts";
import { listStatementKeys } from "../../usecases/statements/list-statement-keys.ts";

const key = z.object({ algorithm: z.literal("Ed25519"), public_key: z.string(), since: z.string() });
const responseBody: z.ZodType<StatementKeysResponse> = z.object({
  issuer: z.string(),
  keys: z.array(key),
  test_keys: z.array(key),
});

/** Public: anyone who holds a statement needs nothing else to verify it. */
export const statementKeyRoutes =
  (services: Services): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    const response = { 200: responseBody };
    app.get("/.well-known/tributary-statements.json", { schema: { hide: true, response } }, async () => {
      const all = await listStatementKeys(services);
      const present = (isTest: boolean) =>
        all
          .filter((each) => each.isTest === isTest)
          .map(({ publicKey, since }) => ({
            algorithm: "Ed25519" as const,
            public_key: publicKey,
            since: since.toISOString(),
          }));
      // Apart from the others: a program that does not know test mode must not accept such a statement.
      return { issuer: services.settings.baseUrl, keys: present(false), test_keys: present(true) };
    });
    ready();
  };
