import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PulseResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { readAccountOverview, readPulse } from "../../usecases/overview/read-overview.ts";
import { readAffiliateNumbers, readCampaignNumbers } from "../../usecases/overview/read-numbers.ts";
import { currencyCode } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { numbers, overview, presentNumbers, presentOverview } from "../wire/overview.ts";
import { calendarDay, given } from "../wire/query.ts";
import { merchantOf } from "./require-member.ts";

const numbersQuery = z.object({
  from: given(calendarDay("from")),
  to: given(calendarDay("to")),
  currency: given(currencyCode("currency")),
});

const pulse: z.ZodType<PulseResponse> = z.object({ version: z.string() });

export const overviewRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: overview };
  app.get("/overview", { schema: { params: ofAccount, querystring: numbersQuery, response } }, async (request) =>
    presentOverview(await readAccountOverview(merchantOf(request), request.query)),
  );

  const figures = { 200: numbers };
  const ofPart = { schema: { params: ofOne, querystring: numbersQuery, response: figures } };
  app.get("/campaigns/:id/numbers", ofPart, async (request) => {
    const id = idFrom("campaign", request.params.id);
    return presentNumbers(await readCampaignNumbers(merchantOf(request), id, request.query));
  });
  app.get("/affiliates/:id/numbers", ofPart, async (request) => {
    const id = idFrom("affiliate", request.params.id);
    return presentNumbers(await readAffiliateNumbers(merchantOf(request), id, request.query));
  });

  app.get("/pulse", { schema: { params: ofAccount, response: { 200: pulse } } }, async (request) => ({
    version: await readPulse(merchantOf(request)),
  }));
  ready();
};
