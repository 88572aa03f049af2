import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { AMOUNT_MAX, ORDER_ID_MAX } from "tributary-sdk/limits";
import { providerNames } from "tributary-sdk/words";
import { z } from "zod";

import type { Inbox } from "../../usecases/connectors/inbox.ts";
import { RECEIPT_WAIT_MAX_SECONDS, sampleEvents, sendTestReceipt } from "../../usecases/test-mode/send-receipt.ts";
import {
  choice,
  couponCode,
  currencyCode,
  emailAddress,
  optional,
  optionalReference,
  positiveAmount,
  text,
} from "../wire/fields.ts";
import { presentTestReceipt, testReceipt } from "../wire/test-mode.ts";
import { failures, json } from "./responses.ts";
import { testMerchantOf, testTags as tags } from "./test-merchant.ts";

const WAIT_SECONDS = 10;
const waitRule = { error: `wait must be a number of seconds from 0 to ${RECEIPT_WAIT_MAX_SECONDS}.` };

export const newTestReceipt = z
  .object({
    event: optional(choice("event", sampleEvents))
      .describe("A paid order or a refund. Default: order.")
      .meta({ example: "order" }),
    order_id: optional(text("order_id", { max: ORDER_ID_MAX }))
      .describe("The order, by its ID at the provider or in Tributary. Required for a refund. Default: a new one.")
      .meta({ example: "stripe:pi_5f1d7a84c2b90e6d13fa77e0a1" }),
    amount: optional(positiveAmount("amount", AMOUNT_MAX))
      .describe("What was paid or is refunded. Default: 100, or what is left of the order.")
      .meta({ example: 49.99 }),
    currency: optional(currencyCode("currency"))
      .describe("ISO 4217 code. Default: EUR, or that of the order.")
      .meta({ example: "EUR" }),
    click_id: optionalReference("click_id")
      .describe("The click that the shop would have passed on.")
      .meta({ example: "clk_01jz8q4x2kf5v0z4b7y9a3r1gh" }),
    coupon_code: optional(couponCode("coupon_code"))
      .describe("The coupon that the customer used. Lemon Squeezy's events name none.")
      .meta({ example: "ANNA10" }),
    customer_email: optional(emailAddress("customer_email"))
      .describe("The same address is the same customer. Default: a new customer.")
      .meta({ example: "customer@shop.example" }),
    wait: optional(z.number(waitRule).min(0, waitRule).max(RECEIPT_WAIT_MAX_SECONDS, waitRule))
      .describe(`How many seconds to wait until it is processed. Default: ${WAIT_SECONDS}.`)
      .meta({ example: WAIT_SECONDS }),
  })
  .nullish()
  .meta({ id: "NewTestReceipt", description: "A sample event to send in a test account." });

/** A sample needs no body. */
const noFields: Partial<NonNullable<z.output<typeof newTestReceipt>>> = {};

export const testReceiptRoutes: FastifyPluginCallbackZod<{ inbox: Inbox }> = (app, { inbox }, ready) => {
  app.post(
    "/receipts/:provider",
    {
      schema: {
        operationId: "sendTestReceipt",
        summary: "Send a sample event of a provider",
        description:
          "Sends what the provider would send, signed with the connector's secret, and returns what became of it. Without a connector of the provider, one is created.",
        tags,
        params: z.object({
          provider: choice("provider", providerNames).describe("Whose event to send.").meta({ example: "stripe" }),
        }),
        body: newTestReceipt,
        response: {
          200: json("The receipt.", z.object({ receipt: testReceipt })),
          ...failures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const { event = "order", wait = WAIT_SECONDS, ...given } = request.body ?? noFields;
      const sent = await sendTestReceipt(testMerchantOf(request), inbox, {
        provider: request.params.provider,
        event,
        amount: given.amount,
        currency: given.currency,
        orderId: given.order_id,
        clickId: given.click_id,
        couponCode: given.coupon_code,
        customerEmail: given.customer_email,
        waitSeconds: wait,
      });
      return { receipt: presentTestReceipt(sent) };
    },
  );
  ready();
};
