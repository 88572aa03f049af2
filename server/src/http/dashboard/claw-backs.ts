import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { REASON_MAX } from "tributary-sdk/limits";
import { clawBackSorts } from "tributary-sdk/words";
import { z } from "zod";
import { browseClawBacks, findNamedClawBack } from "../../usecases/conversions/browse-claw-backs.ts";
import { clawBackConversion } from "../../usecases/conversions/claw-back-conversion.ts";
import { undoClawBack } from "../../usecases/conversions/undo-claw-back.ts";
import { clawBackRow, presentClawBack } from "../wire/claw-back.ts";
import { choice, currencyCode, reference, text } from "../wire/fields.ts";
import { filterId, idFrom, ofOne } from "../wire/ids.ts";
import { given, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const body = z.object({ reason: text("reason", { max: REASON_MAX, content: "lines" }) });

export const clawBackRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "claw-backs",
    key: "claw_backs",
    query: {
      affiliate_id: given(reference("affiliate_id")),
      conversion_id: given(reference("conversion_id")),
      currency: given(currencyCode("currency")),
      open: given(choice("open", ["true", "false"])),
      sort: sortQuery(clawBackSorts),
    },
    filterOf: ({ affiliate_id: affiliate, conversion_id: conversion, currency, open, sort }) => ({
      sort,
      affiliateId: filterId("affiliate", affiliate),
      conversionId: filterId("conversion", conversion),
      currency,
      open: open === undefined ? undefined : open === "true",
    }),
    listing: browseClawBacks,
    wire: clawBackRow,
    present: presentClawBack,
    columns: [
      "id",
      "conversion_id",
      "campaign_id",
      "campaign_name",
      "affiliate_id",
      "affiliate_name",
      "amount",
      "currency",
      "reason",
      "created_at",
      "payout_id",
      "refund_id",
      "undoes_id",
    ],
  });

  app.post(
    "/conversions/:id/claw-back",
    { config: ownersOnly, schema: { params: ofOne, body, response: { 200: z.object({ claw_back: clawBackRow }) } } },
    async (request) => {
      const context = merchantOf(request);
      const id = idFrom("conversion", request.params.id);
      const clawBack = await clawBackConversion(context, { id, reason: request.body.reason });
      return { claw_back: presentClawBack(await findNamedClawBack(context, clawBack.id)) };
    },
  );

  app.post(
    "/claw-backs/:id/undo",
    { config: ownersOnly, schema: { params: ofOne, body, response: { 200: z.object({ claw_back: clawBackRow }) } } },
    async (request) => {
      const context = merchantOf(request);
      const id = idFrom("claw_back", request.params.id);
      const undone = await undoClawBack(context, { id, reason: request.body.reason });
      return { claw_back: presentClawBack(await findNamedClawBack(context, undone.id)) };
    },
  );
  ready();
};
