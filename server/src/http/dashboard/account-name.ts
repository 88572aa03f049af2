import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AccountNameResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { renameAccount } from "../../usecases/accounts/rename-account.ts";
import { NAME_MAX } from "tributary-sdk/limits";
import { text } from "../wire/fields.ts";
import { ofAccount } from "../wire/ids.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const body = z.object({ name: text("name", { max: NAME_MAX }) });
const responseBody: z.ZodType<AccountNameResponse> = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
});

export const accountNameRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: responseBody };
  app.put("/name", { config: ownersOnly, schema: { params: ofAccount, body, response } }, async (request) => {
    const { id, name } = await renameAccount(merchantOf(request), request.body.name.trim());
    return { account: { id, name } };
  });
  ready();
};
