import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { autoApproves } from "tributary-sdk/words";
import { z } from "zod";
import { eventTypes } from "../../domain/events.ts";
import { setAutoApprove } from "../../usecases/conversions/set-auto-approve.ts";
import { createEndpoint } from "../../usecases/webhooks/create-endpoint.ts";
import { choice, listOf, optional, reference } from "../wire/fields.ts";
import { campaignId, idFrom } from "../wire/ids.ts";
import { presentTestEndpoint, testCampaign, testEndpoint } from "../wire/test-settings.ts";
import { failures, json } from "./responses.ts";
import { testMerchantOf, testTags as tags } from "./test-merchant.ts";

const EVENTS_MAX = 20;

export const newTestEndpoint = z
  .object({
    url: reference("url")
      .describe("Where events are sent. The rules are those of the dashboard: https only, and no internal networks.")
      .meta({ example: "https://hooks.shop.example/tributary" }),
    events: optional(listOf("events", reference("events[]"), { max: EVENTS_MAX }))
      .describe("Event types. Default: all.")
      .meta({ example: ["conversion.approved", "payout.created"] }),
  })
  .meta({ id: "NewTestWebhookEndpoint", description: "A webhook endpoint to create in a test account." });

export const testCampaignPatch = z
  .object({
    auto_approve: choice("auto_approve", autoApproves)
      .describe("When Tributary approves conversions: never, or when the hold period ends.")
      .meta({ example: "when_matured" }),
  })
  .meta({ id: "TestCampaignPatch", description: "Settings of a campaign in a test account." });

/** What members set in the dashboard only. */
export const testSettingRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.patch(
    "/campaigns/:id",
    {
      schema: {
        operationId: "updateTestCampaign",
        summary: "Set when conversions are approved",
        description: "What a member of the account sets in the dashboard.",
        tags,
        params: z.object({ id: campaignId }),
        body: testCampaignPatch,
        response: { 200: json("The settings.", z.object({ campaign: testCampaign })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const id = idFrom("campaign", request.params.id);
      const { auto_approve: autoApprove } = request.body;
      await setAutoApprove(testMerchantOf(request), { id, autoApprove });
      return { campaign: { id, auto_approve: autoApprove } };
    },
  );

  app.post(
    "/webhook-endpoints",
    {
      schema: {
        operationId: "createTestWebhookEndpoint",
        summary: "Create a webhook endpoint",
        description:
          "Adds an endpoint that receives the events of the test account, signed like those of a live account. The reset deletes it.",
        tags,
        body: newTestEndpoint,
        response: {
          200: json(
            "The endpoint and its secret.",
            z.object({
              webhook_endpoint: testEndpoint,
              secret: z
                .string()
                .describe("Signs the deliveries. It is shown only once.")
                .meta({ example: "whsec_dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2VjcmV0IQ==" }),
            }),
          ),
          ...failures(400, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const { url, events = eventTypes } = request.body;
      const { endpoint, secret } = await createEndpoint(testMerchantOf(request), { url, events });
      return { webhook_endpoint: presentTestEndpoint(endpoint), secret };
    },
  );
  ready();
};
