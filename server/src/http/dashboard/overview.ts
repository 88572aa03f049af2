import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PulseResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { readAccountOverview, readPulse } from "../../usecases/overview/read-overview.ts";
import { currencyCode } from "../wire/fields.ts";
import { ofAccount } from "../wire/ids.ts";
import { overview, presentOverview } from "../wire/overview.ts";
import { calendarDay, given } from "../wire/query.ts";
import { merchantOf } from "./require-member.ts";

const query = z.object({
  from: given(calendarDay("from")),
  to: given(calendarDay("to")),
  currency: given(currencyCode("currency")),
});

const pulse: z.ZodType<PulseResponse> = z.object({ version: z.string() });

export const overviewRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: overview };
  app.get("/overview", { schema: { params: ofAccount, querystring: query, response } }, async (request) =>
    presentOverview(await readAccountOverview(merchantOf(request), request.query)),
  );

  app.get("/pulse", { schema: { params: ofAccount, response: { 200: pulse } } }, async (request) => ({
    version: await readPulse(merchantOf(request)),
  }));
  ready();
};
