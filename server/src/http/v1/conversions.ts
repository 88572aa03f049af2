import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { AMOUNT_MAX, COUPON_CODES_MAX, ORDER_ID_MAX, REASON_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { isTrackingCode } from "../../domain/affiliation.ts";
import { conversionStatuses } from "../../domain/conversion.ts";
import { DEFAULT_CURRENCY } from "../../domain/values/currency.ts";
import { parseId } from "../../domain/ids.ts";
import { moneyOf } from "../../domain/values/money.ts";
import { rejectConversion, unrejectConversion } from "../../usecases/conversions/change-conversion.ts";
import { listConversions } from "../../usecases/conversions/list-conversions.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { trackConversion, type TrackConversion } from "../../usecases/conversions/track-conversion.ts";
import { conversionPage, presentConversion, presentTracked, trackedConversion } from "../wire/conversion.ts";
import {
  amount,
  choice,
  couponCode,
  currencyCode,
  listOf,
  optional,
  optionalReference,
  pageFields,
  reference,
  text,
} from "../wire/fields.ts";
import { campaignId, conversionId, idFrom } from "../wire/ids.ts";
import { eachOf, sendInPieces } from "../response/lists-in-pieces.ts";
import { customerFrom, detailsFrom, orderFields, type Times } from "../wire/order.ts";
import { doneWith, success } from "../wire/success.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json, writeFailures } from "./responses.ts";

const tags = ["Conversions"];
const config = { failsWithSuccessFlag: true };

const evidenceFields = {
  affiliate_code: optionalReference("affiliate_code")
    .describe(
      "The affiliate's tracking code, used if there is no valid click. An order needs this, a click, a coupon or a customer.",
    )
    .meta({ example: "k7m2p9x4wd" }),
  click_id: optionalReference("click_id")
    .describe("The value of the service_id cookie. A valid click takes precedence over affiliate_code.")
    .meta({ example: "clk_01jz8q4x2kf5v0z4b7y9a3r1gh" }),
};
const couponFields = {
  coupon_code: optional(couponCode("coupon_code"))
    .describe("An affiliate's coupon that the customer used. An unknown one next to a valid click is flagged.")
    .meta({ example: "ANNA10" }),
  coupon_codes: optional(listOf("coupon_codes", couponCode("coupon_codes[]"), { max: COUPON_CODES_MAX }))
    .describe(
      "All codes of the order, if you do not know which one is an affiliate's. The first one that is counts; the others may be your own.",
    )
    .meta({ example: ["WELCOME", "ANNA10"] }),
};
const externalId = text("external_id", { max: ORDER_ID_MAX, content: "any" })
  .describe("Your order or transaction ID. Each one counts only once per account.")
  .meta({ example: "order-1001" });
const worthFields = {
  amount: optional(amount("amount", AMOUNT_MAX))
    .describe("What the customer paid. Default: 0.")
    .meta({ example: 49.99 }),
  currency: optional(currencyCode("currency")).describe("ISO 4217 code. Default: EUR.").meta({ example: "EUR" }),
  ...orderFields,
};

interface SomeEvidence {
  readonly affiliate_code?: string | undefined;
  readonly click_id?: string | undefined;
  readonly coupon_code?: string | undefined;
  readonly coupon_codes?: readonly string[] | undefined;
  readonly customer_id?: string | undefined;
  readonly customer_email?: string | undefined;
}

const saysWho = ({
  affiliate_code: code,
  click_id: click,
  coupon_code: coupon,
  coupon_codes: coupons,
  customer_id: id,
  customer_email: email,
}: SomeEvidence): boolean => [code, click, coupon, coupons, id, email].some((field) => field !== undefined);
const required = { error: "Either affiliate_code or click_id is required." };

export const newConversion = z
  .object({
    campaign_id: reference("campaign_id")
      .min(1, { error: "campaign_id is required and must be text." })
      .describe("The campaign's ID.")
      .meta({ example: "cmp_01jz8q3v5kf2r9w0y4t6x1m7ab" }),
    ...evidenceFields,
    ...couponFields,
    external_id: externalId,
    ...worthFields,
  })
  .refine(saysWho, required)
  .meta({ id: "NewConversion", description: "A conversion to track." });

export const previewedOrder = z
  .object({ ...evidenceFields, ...couponFields, external_id: optional(externalId), ...worthFields })
  .refine(saysWho, required)
  .meta({ id: "PreviewedOrder", description: "An order to preview. The campaign is the one in the path." });

/** The order of a request to track it or to preview its commission. */
export function orderFrom(
  body: z.output<typeof previewedOrder> & { readonly campaign_id?: string },
  times: Times,
): TrackConversion {
  const total = moneyOf(body.amount ?? 0, body.currency ?? DEFAULT_CURRENCY);
  return {
    campaignId: parseId("campaign", body.campaign_id ?? "") ?? null,
    clickId: body.click_id === undefined ? undefined : (parseId("click", body.click_id) ?? null),
    affiliateCode:
      body.affiliate_code === undefined || isTrackingCode(body.affiliate_code) ? body.affiliate_code : null,
    couponCode: body.coupon_code,
    couponCodes: body.coupon_codes,
    externalId: body.external_id ?? "",
    amount: total,
    customer: customerFrom(body),
    details: detailsFrom(body, total, times),
  };
}

export const timesOf = ({ clock, wallClock }: MerchantContext): Times => ({ now: clock.now(), real: wallClock.now() });

export const rejection = z
  .object({
    reason: optional(text("reason", { min: 0, max: REASON_MAX, content: "any" }))
      .describe("The reason, stored with the conversion.")
      .meta({ example: "Order refunded." }),
  })
  .nullish()
  .meta({ id: "Rejection", description: "An optional reason." });

export const conversionQuery = z.object({
  status: optional(choice("status", conversionStatuses))
    .describe("Only conversions with this status.")
    .meta({ example: "pending" }),
  affiliate_id: optionalReference("affiliate_id")
    .describe("Only conversions of this affiliate.")
    .meta({ example: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd" }),
  ...pageFields,
});

export const conversionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    "/campaigns/:campaign_id/conversions",
    {
      schema: {
        operationId: "listConversions",
        summary: "List a campaign's conversions",
        description: "Returns the campaign's conversions, newest first.",
        tags,
        params: z.object({ campaign_id: campaignId }),
        querystring: conversionQuery,
        response: { 200: json("A page of conversions.", conversionPage), ...failures(400, 404) },
      },
    },
    async (request, reply) => {
      const { status, affiliate_id: affiliate, limit, offset } = request.query;
      const { conversions, total } = await listConversions(merchantOf(request), {
        campaignId: idFrom("campaign", request.params.campaign_id),
        affiliateId: affiliate === undefined ? undefined : (parseId("affiliate", affiliate) ?? null),
        status,
        limit,
        offset,
      });
      const pagination = { limit, offset, total };
      if (conversions.some(({ planned }) => planned !== null))
        return sendInPieces(reply, { conversions: eachOf(conversions, presentConversion), pagination });
      return { conversions: conversions.map(presentConversion), pagination };
    },
  );

  app.post(
    "/conversions",
    {
      config,
      schema: {
        operationId: "trackConversion",
        summary: "Track a conversion",
        description:
          "Records a sale, sign-up or lead for the affiliate who brought the customer. Safe to retry: the same external_id never counts twice.",
        tags,
        body: newConversion,
        response: {
          200: json("Recorded.", z.object({ success, conversion: trackedConversion })),
          ...writeFailures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const context = merchantOf(request);
      const tracked = await trackConversion(context, orderFrom(request.body, timesOf(context)));
      return { success: true as const, conversion: presentTracked(tracked) };
    },
  );

  app.post(
    "/conversions/:id/reject",
    {
      config,
      schema: {
        operationId: "rejectConversion",
        summary: "Reject a conversion",
        description:
          "For a refunded or cancelled order, during the maturation period. The commission is returned to the campaign's budget.",
        tags,
        params: z.object({ id: conversionId }),
        body: rejection,
        response: { 200: json("Rejected.", doneWith("Conversion rejected.")), ...writeFailures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const id = idFrom("conversion", request.params.id);
      await rejectConversion(merchantOf(request), { id, reason: request.body?.reason || undefined });
      return { success: true as const, message: "Conversion rejected." };
    },
  );

  app.post(
    "/conversions/:id/unreject",
    {
      config,
      schema: {
        operationId: "unrejectConversion",
        summary: "Restore a rejected conversion",
        description:
          "Sets the conversion back to pending, during the maturation period. The commission is deducted from the campaign's budget again.",
        tags,
        params: z.object({ id: conversionId }),
        response: {
          200: json("Restored.", doneWith("Conversion restored to pending.")),
          ...writeFailures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      await unrejectConversion(merchantOf(request), { id: idFrom("conversion", request.params.id) });
      return { success: true as const, message: "Conversion restored to pending." };
    },
  );
  ready();
};
