import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PortalConversionAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import { conversionStatuses } from "../../domain/conversion.ts";
import { majorOf } from "../../domain/money.ts";
import { getOwnConversion, listOwnConversions } from "../../usecases/conversions/own-conversions.ts";
import { json } from "../response/responses.ts";
import { filterId, given, instant, pageQuery } from "../wire/query.ts";
import { choice, reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { presentConversion } from "./present.ts";
import { affiliateOf } from "./require-affiliate.ts";
import { conversionRow, listPagination, ofOne } from "./schemas.ts";

const querystring = z.object({
  ...pageQuery,
  status: given(choice("status", conversionStatuses)),
  campaign_id: given(reference("campaign_id")),
  from: given(instant("from")),
  to: given(instant("to")),
});

const answer: z.ZodType<PortalConversionAnswer> = z.object({
  conversion: conversionRow,
  click: z.object({ id: z.string(), clicked_at: z.string(), sub: z.string().nullable() }).nullable(),
  explanation: z.object({ attribution: z.string(), commission: z.string() }),
  history: z.array(
    z.object({
      action: z.enum(["track", "approve", "reject", "unreject", "claw_back"]),
      status: z.enum(conversionStatuses),
      reason: z.string().nullable(),
      at: z.string(),
    }),
  ),
  claw_back: z
    .object({
      amount: z.number(),
      currency: z.string(),
      reason: z.string(),
      at: z.string(),
      payout_id: z.string().nullable(),
    })
    .nullable(),
});

export const conversionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const listed = z.object({ conversions: z.array(conversionRow), pagination: listPagination });
  const list = { 200: json("One's conversions, newest first.", listed) };
  app.get("/conversions", { schema: { querystring, response: list } }, async (request) => {
    const context = affiliateOf(request);
    const { limit, offset, status, campaign_id, from, to } = request.query;
    const filter = { status, campaignId: filterId("campaign", campaign_id), from, to };
    const { rows, total } = await listOwnConversions(context, filter, { limit, offset });
    const now = context.clock.now();
    return {
      conversions: rows.map((row) => presentConversion(row, now)),
      pagination: { limit, offset, total: total.count, ...(total.atLeast ? { total_is_at_least: true } : {}) },
    };
  });

  const one = { 200: json("The conversion, why it is so, and what became of it.", answer) };
  app.get("/conversions/:id", { schema: { params: ofOne, response: one } }, async (request) => {
    const context = affiliateOf(request);
    const story = await getOwnConversion(context, idFrom("conversion", request.params.id));
    const { own, sub, explanation, history } = story;
    const { deduction } = own;
    const { clickId, clickedAt } = own.conversion.origin;
    return {
      conversion: presentConversion(own, context.clock.now()),
      click: clickId && clickedAt ? { id: clickId, clicked_at: clickedAt.toISOString(), sub } : null,
      explanation,
      history: history.map(({ action, status, reason, at }) => ({ action, status, reason, at: at.toISOString() })),
      claw_back: deduction && {
        amount: majorOf(deduction.amount),
        currency: deduction.amount.currency,
        reason: deduction.reason,
        at: deduction.createdAt.toISOString(),
        payout_id: deduction.payoutId,
      },
    };
  });
  ready();
};
