import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { ownConversionSorts } from "tributary-sdk/words";
import { z } from "zod";
import { conversionStatuses } from "../../domain/conversion.ts";
import { getOwnConversion, listOwnConversions } from "../../usecases/conversions/own-conversions.ts";
import { choice, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofOwn } from "../wire/ids.ts";
import {
  ownConversion,
  ownConversionRow,
  presentOwnConversion,
  presentOwnConversionRow,
} from "../wire/own-conversion.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { given, instant, pageQuery, sortQuery } from "../wire/query.ts";
import { affiliateOf } from "./require-affiliate.ts";

const querystring = z.object({
  ...pageQuery,
  status: given(choice("status", conversionStatuses)),
  campaign_id: given(reference("campaign_id")),
  from: given(instant("from")),
  to: given(instant("to")),
  sort: sortQuery(ownConversionSorts),
});

export const conversionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const listed = z.object({ conversions: z.array(ownConversionRow), pagination: listPagination });
  app.get("/conversions", { schema: { querystring, response: { 200: listed } } }, async (request) => {
    const context = affiliateOf(request);
    const { limit, offset, status, campaign_id, from, to, sort } = request.query;
    const filter = { status, campaignId: filterId("campaign", campaign_id), from, to, sort };
    const { rows, total } = await listOwnConversions(context, filter, { limit, offset });
    const now = context.clock.now();
    return {
      conversions: rows.map((row) => presentOwnConversionRow(row, now)),
      pagination: paginationOf(total, { limit, offset }),
    };
  });

  app.get("/conversions/:id", { schema: { params: ofOwn, response: { 200: ownConversion } } }, async (request) => {
    const context = affiliateOf(request);
    const story = await getOwnConversion(context, idFrom("conversion", request.params.id));
    return presentOwnConversion(story, context.clock.now());
  });
  ready();
};
