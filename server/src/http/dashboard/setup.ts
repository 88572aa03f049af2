import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { SetupResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { getSetup } from "../../usecases/overview/get-setup.ts";
import { ofAccount } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";

const responseBody: z.ZodType<SetupResponse> = z.object({
  campaign: z.object({ id: z.string(), name: z.string() }).nullable(),
  affiliate: z.object({ name: z.string(), code: z.string(), link: z.string() }).nullable(),
  invitation: z.boolean(),
  key: z.object({ prefix: z.string(), last_four: z.string() }).nullable(),
  click: z.boolean(),
  conversion: z.object({ id: z.string() }).nullable(),
  approved: z.boolean(),
  endpoint: z.boolean(),
});

export const setupRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: responseBody };
  app.get("/setup", { schema: { params: ofAccount, response } }, async (request): Promise<SetupResponse> => {
    const context = merchantOf(request);
    const { campaign, affiliate, key, ...facts } = await getSetup(context);
    return {
      campaign,
      affiliate: affiliate && { ...affiliate, link: `${context.settings.baseUrl}/r/${affiliate.code}` },
      invitation: facts.hasInvitation,
      key: key && { prefix: key.prefix, last_four: key.lastFour },
      click: facts.hasClick,
      conversion: facts.conversionId === null ? null : { id: facts.conversionId },
      approved: facts.hasApproved,
      endpoint: facts.hasEndpoint,
    };
  });
  ready();
};
