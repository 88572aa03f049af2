import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { SUB_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import { DEFAULT_CURRENCY } from "../../domain/values/currency.ts";
import { approveConversion } from "../../usecases/conversions/change-conversion.ts";
import { createTestAffiliate } from "../../usecases/test-mode/create-affiliate.ts";
import { createTestClick } from "../../usecases/test-mode/create-click.ts";
import { createTestPayouts } from "../../usecases/test-mode/create-payouts.ts";
import { affiliate, presentAffiliate } from "../wire/affiliate.ts";
import { currencyCode, emailAddress, optional, optionalReference, reference, text } from "../wire/fields.ts";
import { conversionId, idFrom } from "../wire/ids.ts";
import { personName } from "../wire/person.ts";
import { doneWith } from "../wire/success.ts";
import { presentTestClick, presentTestPayout, testClick, testPayout } from "../wire/test-mode.ts";
import { failures, json } from "./responses.ts";
import { testMerchantOf, testTags as tags } from "./test-merchant.ts";

export const newTestAffiliate = z
  .object({
    campaign_id: reference("campaign_id")
      .describe("The campaign to join.")
      .meta({ example: "cmp_01jz8q3v5kf2r9w0y4t6x1m7ab" }),
    email: optional(emailAddress("email"))
      .describe("Default: a generated address. Nothing is sent to it.")
      .meta({ example: "ada@partner.example" }),
    name: optional(personName).describe("Default: Test affiliate.").meta({ example: "Ada" }),
  })
  .meta({ id: "NewTestAffiliate", description: "An affiliate to create in a test account." });

export const newTestClick = z
  .object({
    affiliate_code: reference("affiliate_code")
      .describe("The tracking code whose link is followed.")
      .meta({ example: "k7m2p9x4wd" }),
    sub: optional(text("sub", { min: 0, max: SUB_MAX }))
      .describe("The affiliate's own label.")
      .meta({ example: "newsletter" }),
  })
  .meta({ id: "NewTestClick", description: "A click to record in a test account." });

export const newTestPayouts = z
  .object({
    affiliate_id: optionalReference("affiliate_id")
      .describe("Whom to pay. Default: everybody with something ready to pay.")
      .meta({ example: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd" }),
    currency: optional(currencyCode("currency")).describe("ISO 4217 code. Default: EUR.").meta({ example: "EUR" }),
  })
  .nullish()
  .meta({ id: "NewTestPayouts", description: "Payouts to create in a test account." });

/** What people do in the dashboard, the portal and the shop. */
export const testSaleRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.post(
    "/affiliates",
    {
      schema: {
        operationId: "createTestAffiliate",
        summary: "Create an affiliate",
        description:
          "Creates an active affiliate with a tracking code and payout details, as if somebody had accepted an invitation.",
        tags,
        body: newTestAffiliate,
        response: { 200: json("The affiliate.", z.object({ affiliate })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const merchant = testMerchantOf(request);
      const { campaign_id: campaign, email, name } = request.body;
      const created = await createTestAffiliate(merchant, { campaignId: idFrom("campaign", campaign), email, name });
      return { affiliate: presentAffiliate(created, merchant.settings.baseUrl) };
    },
  );

  app.post(
    "/clicks",
    {
      schema: {
        operationId: "createTestClick",
        summary: "Record a click",
        description: "Records what following the affiliate's link records. Send the click's ID with the conversion.",
        tags,
        body: newTestClick,
        response: { 200: json("The click.", z.object({ click: testClick })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const { affiliate_code: affiliateCode, sub } = request.body;
      const click = await createTestClick(testMerchantOf(request), { affiliateCode, sub: sub || null });
      return { click: presentTestClick(click) };
    },
  );

  app.post(
    "/conversions/:id/approve",
    {
      schema: {
        operationId: "approveTestConversion",
        summary: "Approve a conversion",
        description: "Approves the conversion, like a member in the dashboard.",
        tags,
        params: z.object({ id: conversionId }),
        response: { 200: json("Approved.", doneWith("Conversion approved.")), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      await approveConversion(testMerchantOf(request), { id: idFrom("conversion", request.params.id) });
      return { success: true as const, message: "Conversion approved." };
    },
  );

  app.post(
    "/payouts",
    {
      schema: {
        operationId: "createTestPayouts",
        summary: "Create payouts",
        description: "Pays what is ready to pay, as a batch in the dashboard does. No money moves.",
        tags,
        body: newTestPayouts,
        response: {
          200: json("The payouts.", z.object({ payouts: z.array(testPayout).describe("The payouts.") })),
          ...failures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const { affiliate_id: id, currency = DEFAULT_CURRENCY } = request.body ?? {};
      const affiliateId = id === undefined ? undefined : parseId("affiliate", id);
      if (id !== undefined && !affiliateId) throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
      const payouts = await createTestPayouts(testMerchantOf(request), { affiliateId, currency });
      return { payouts: payouts.map(presentTestPayout) };
    },
  );
  ready();
};
