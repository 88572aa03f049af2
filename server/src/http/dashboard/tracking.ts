import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { TrackingResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { getTracking } from "../../usecases/campaigns/check-tracking.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";

const answer: z.ZodType<TrackingResponse> = z.object({
  campaign: z.object({ id: z.string(), name: z.string(), currency: z.string(), target_url: z.string() }),
  check_url: z.string(),
  affiliate: z.object({ name: z.string(), link: z.string() }).nullable(),
  script_seen_at: z.string().nullable(),
  click: z.object({ id: z.string(), at: z.string() }).nullable(),
  click_may_be_missed: z.boolean(),
  conversion: z.object({ id: z.string(), external_id: z.string(), at: z.string(), has_click: z.boolean() }).nullable(),
});

export const trackingRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const schema = { params: ofOne, response: { 200: answer } };
  app.get("/campaigns/:id/tracking", { schema }, async (request): Promise<TrackingResponse> => {
    const context = merchantOf(request);
    const tracking = await getTracking(context, idFrom("campaign", request.params.id));
    const { campaign, checkUrl, affiliate, scriptSeenAt, click, conversion } = tracking;
    const { id, name, currency, targetUrl } = campaign;
    return {
      campaign: { id, name, currency, target_url: targetUrl },
      check_url: checkUrl,
      affiliate: affiliate && { name: affiliate.name, link: `${context.settings.baseUrl}/r/${affiliate.code}` },
      script_seen_at: scriptSeenAt?.toISOString() ?? null,
      click: click && { id: click.id, at: click.at.toISOString() },
      click_may_be_missed: tracking.clickMayBeMissed,
      conversion: conversion && {
        id: conversion.id,
        external_id: conversion.orderId,
        at: conversion.at.toISOString(),
        has_click: conversion.hasClick,
      },
    };
  });
  ready();
};
