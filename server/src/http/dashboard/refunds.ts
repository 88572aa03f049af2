import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { RefundPreviewResponse, RefundsResponse } from "tributary-sdk/pages";
import { AMOUNT_MAX, ORDER_ID_MAX, REASON_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { conversionStatuses, type Conversion } from "../../domain/conversion.ts";
import { majorOf } from "../../domain/values/money.ts";
import { cancelRefund } from "../../usecases/refunds/cancel-refund.ts";
import { listRefundsOf } from "../../usecases/refunds/list-refunds.ts";
import { previewRefund } from "../../usecases/refunds/preview-refund.ts";
import { recordRefund } from "../../usecases/refunds/record-refund.ts";
import { optional, positiveAmount, text } from "../wire/fields.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { given } from "../wire/query.ts";
import { presentRefund, presentRefundOutcome, refund, refundOutcome } from "../wire/refund.ts";
import { merchantOf } from "./require-member.ts";

/** Refunds that members record have IDs of their own: they never collide with those of the API. */
const SOURCE = "dashboard";

const amount = positiveAmount("amount", AMOUNT_MAX);
const newRefund = z.object({
  amount,
  external_id: optional(text("external_id", { max: ORDER_ID_MAX })),
  reason: optional(text("reason", { min: 0, max: REASON_MAX, content: "lines" })),
});
const previewQuery = z.object({ amount: given(z.coerce.number().pipe(amount)) });

const refunds: z.ZodType<RefundsResponse> = z.object({ refunds: z.array(refund), refundable: z.number() });
const worth = z.object({ amount: z.number(), commission: z.number(), status: z.enum(conversionStatuses) });
const preview: z.ZodType<RefundPreviewResponse> = z.object({ before: worth, after: worth, deducted: z.number() });

export const refundRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get("/conversions/:id/refunds", { schema: { params: ofOne, response: { 200: refunds } } }, async (request) => {
    const { refunds: found, refundable } = await listRefundsOf(
      merchantOf(request),
      idFrom("conversion", request.params.id),
    );
    return { refunds: found.map(presentRefund), refundable: majorOf(refundable) };
  });

  app.get(
    "/conversions/:id/refunds/preview",
    { schema: { params: ofOne, querystring: previewQuery, response: { 200: preview } } },
    async (request) => {
      const id = idFrom("conversion", request.params.id);
      const { before, after, clawBack } = await previewRefund(merchantOf(request), {
        id,
        amount: request.query.amount,
      });
      return { before: presentWorth(before), after: presentWorth(after), deducted: majorOf(clawBack) };
    },
  );

  app.post(
    "/conversions/:id/refunds",
    { schema: { params: ofOne, body: newRefund, response: { 200: refundOutcome } } },
    async (request) => {
      const context = merchantOf(request);
      const { body } = request;
      const recorded = await recordRefund(context, {
        of: { conversionId: idFrom("conversion", request.params.id) },
        source: SOURCE,
        externalId: body.external_id ?? context.random.uuid(context.clock.now()),
        amount: body.amount,
        currency: undefined,
        items: null,
        reason: body.reason || null,
      });
      return presentRefundOutcome(recorded);
    },
  );

  app.post("/refunds/:id/cancel", { schema: { params: ofOne, response: { 200: refundOutcome } } }, async (request) =>
    presentRefundOutcome(await cancelRefund(merchantOf(request), idFrom("refund", request.params.id))),
  );
  ready();
};

const presentWorth = ({ amount: order, commission, status }: Conversion): RefundPreviewResponse["before"] => ({
  amount: majorOf(order),
  commission: majorOf(commission),
  status,
});
