import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { ORDER_ID_MAX } from "tributary-sdk/limits";
import { conversionSorts } from "tributary-sdk/words";
import { z } from "zod";
import { conversionStatuses, warningSigns } from "../../domain/conversion.ts";
import { browseConversions } from "../../usecases/conversions/browse-conversions.ts";
import { describeConversion } from "../../usecases/conversions/describe-conversion.ts";
import {
  conversionRow,
  explanation,
  historyEntry,
  orderFacts,
  presentConversionRow,
  presentWholeConversion,
  presentExplanation,
  presentHistoryEntry,
  presentOrderFacts,
} from "../wire/conversion.ts";
import { deliveryRow, presentDelivery } from "../wire/delivery.ts";
import { choice, reference, text } from "../wire/fields.ts";
import { filterId, idFrom, ofOne } from "../wire/ids.ts";
import { given, instant, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

const responseBody = z.object({
  conversion: conversionRow,
  explanation,
  history: z.array(historyEntry),
  ...orderFacts,
  parts: z.array(z.object({ id: z.string(), external_id: z.string() })),
  deliveries: z.array(deliveryRow),
});

export const conversionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "conversions",
    key: "conversions",
    query: {
      status: given(choice("status", conversionStatuses)),
      campaign_id: given(reference("campaign_id")),
      affiliate_id: given(reference("affiliate_id")),
      from: given(instant("from")),
      to: given(instant("to")),
      warning_sign: given(choice("warning_sign", ["any", "none", ...warningSigns])),
      external_id: given(text("external_id", { max: ORDER_ID_MAX })),
      sort: sortQuery(conversionSorts),
    },
    filterOf: (query) => ({
      status: query.status,
      campaignId: filterId("campaign", query.campaign_id),
      affiliateId: filterId("affiliate", query.affiliate_id),
      from: query.from,
      to: query.to,
      warningSign: query.warning_sign,
      orderId: query.external_id,
      sort: query.sort,
    }),
    listing: browseConversions,
    wire: conversionRow,
    present: presentConversionRow,
    columns: [
      "id",
      "external_id",
      "status",
      "amount",
      "currency",
      "commission",
      "commission_currency",
      "campaign_id",
      "campaign_name",
      "affiliate_id",
      "affiliate_name",
      "click_id",
      "seconds_to_convert",
      ["warning_signs", (row) => row.warning_signs.join(" ")],
      "created_at",
      "matures_at",
      "approved_at",
      "rejected_at",
      "rejection_reason",
      // At the end, so that the other columns stay where they are. Empty without refunds.
      ["original_amount", (row) => row.original_amount ?? null],
      ["original_commission", (row) => row.original_commission ?? null],
      ["refunded_amount", (row) => row.refunded_amount ?? null],
      // Empty without a coupon.
      ["coupon_code", (row) => row.coupon_code ?? null],
      ["attributed_by", (row) => row.attributed_by ?? null],
    ],
  });
  app.get("/conversions/:id", { schema: { params: ofOne, response: { 200: responseBody } } }, async (request) => {
    const context = merchantOf(request);
    const described = await describeConversion(context, idFrom("conversion", request.params.id));
    return {
      conversion: presentWholeConversion(described.listed, context),
      explanation: presentExplanation(described.explanation),
      history: described.history.map(presentHistoryEntry),
      ...presentOrderFacts(described),
      parts: described.others.map(({ id, externalId }) => ({ id, external_id: externalId })),
      deliveries: described.deliveries.map(presentDelivery),
    };
  });
  ready();
};
