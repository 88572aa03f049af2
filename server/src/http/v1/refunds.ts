import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { ORDER_ID_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import type { MerchantContext } from "../../usecases/context.ts";
import { cancelRefund } from "../../usecases/refunds/cancel-refund.ts";
import { editOrder } from "../../usecases/refunds/edit-order.ts";
import { listRefundsOf } from "../../usecases/refunds/list-refunds.ts";
import { recordRefund, type ConversionReference, type RecordedRefund } from "../../usecases/refunds/record-refund.ts";
import { text } from "../wire/fields.ts";
import { conversionId, idFrom } from "../wire/ids.ts";
import {
  editOutcome,
  newEdit,
  newRefund,
  presentEditOutcome,
  presentRefund,
  presentRefundOutcome,
  refundFields,
  refundList,
  refundOutcome,
} from "../wire/refund.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json, writeFailures } from "./responses.ts";

const tags = ["Refunds"];
const config = { failsWithSuccessFlag: true };

export const newOrderRefund = z
  .object({
    conversion_external_id: text("conversion_external_id", { max: ORDER_ID_MAX, content: "any" })
      .describe("The external_id of the conversion: your order ID.")
      .meta({ example: "order-1000" }),
    ...refundFields,
  })
  .meta({ id: "NewOrderRefund", description: "A refund to record, by order ID." });

const recorded = { 200: json("Recorded.", refundOutcome), ...writeFailures(400, 404, 413, 415) };
const effect =
  "Lowers the conversion's amount and commission, always calculated from the original order. A conversion with nothing left is rejected. If the commission is already ready to pay or paid, the difference is deducted from the next payout. Safe to retry: the same external_id never counts twice.";

export const refundRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.post(
    "/conversions/:id/refunds",
    {
      config,
      schema: {
        operationId: "refundConversion",
        summary: "Record a refund",
        description: effect,
        tags,
        params: z.object({ id: conversionId }),
        body: newRefund,
        response: recorded,
      },
    },
    async (request) => {
      const of = { conversionId: idFrom("conversion", request.params.id) };
      return presentRefundOutcome(await record(merchantOf(request), of, request.body));
    },
  );

  app.post(
    "/refunds",
    {
      config,
      schema: {
        operationId: "refundOrder",
        summary: "Record a refund by order ID",
        description: `For callers who know only the order. ${effect}`,
        tags,
        body: newOrderRefund,
        response: recorded,
      },
    },
    async (request) => {
      const of = { externalId: request.body.conversion_external_id };
      return presentRefundOutcome(await record(merchantOf(request), of, request.body));
    },
  );

  app.post(
    "/refunds/:id/cancel",
    {
      config,
      schema: {
        operationId: "cancelRefund",
        summary: "Cancel a refund",
        description:
          "For a refund that failed, or a dispute you won. The commission is calculated again without it; a deduction for it is returned with the next payout. Safe to retry.",
        tags,
        params: z.object({ id: refundId }),
        response: { 200: json("Cancelled.", refundOutcome), ...writeFailures(400, 404, 413, 415) },
      },
    },
    async (request) =>
      presentRefundOutcome(await cancelRefund(merchantOf(request), idFrom("refund", request.params.id))),
  );

  app.post(
    "/conversions/:id/edits",
    {
      config,
      schema: {
        operationId: "editOrder",
        summary: "Change an order's total",
        description:
          "A lower total is recorded as a refund. A higher one raises the commission during the hold period; afterwards the difference becomes a conversion of its own. Safe to retry.",
        tags,
        params: z.object({ id: conversionId }),
        body: newEdit,
        response: { 200: json("Changed.", editOutcome), ...writeFailures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const { external_id: externalId, amount } = request.body;
      const edit = { conversionId: idFrom("conversion", request.params.id), source: "api", externalId, amount };
      return presentEditOutcome(await editOrder(merchantOf(request), edit));
    },
  );

  app.get(
    "/conversions/:id/refunds",
    {
      schema: {
        operationId: "listRefunds",
        summary: "List a conversion's refunds",
        description: "Returns the conversion's refunds, oldest first.",
        tags,
        params: z.object({ id: conversionId }),
        response: { 200: json("The refunds.", refundList), ...failures(404) },
      },
    },
    async (request) => {
      const { refunds } = await listRefundsOf(merchantOf(request), idFrom("conversion", request.params.id));
      return { refunds: refunds.map(presentRefund) };
    },
  );
  ready();
};

const refundId = z.string().describe("The refund's ID.").meta({ example: "rfd_01jz8q52r7m4t9y3a6w8z2p0ef" });

const record = (
  context: MerchantContext,
  of: ConversionReference,
  body: z.output<typeof newRefund>,
): Promise<RecordedRefund> =>
  recordRefund(context, {
    of,
    source: "api",
    externalId: body.external_id,
    amount: body.amount,
    currency: body.currency,
    items: body.items ?? null,
    reason: body.reason || null,
  });
