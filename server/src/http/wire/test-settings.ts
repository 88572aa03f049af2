import { autoApproves } from "tributary-sdk/words";
import { z } from "zod";
import type { Endpoint } from "../../domain/endpoint.ts";
import { eventTypes } from "../../domain/events.ts";
import { campaignId } from "./ids.ts";
import { time } from "./times.ts";

export const testCampaign = z
  .object({
    id: campaignId,
    auto_approve: z
      .enum(autoApproves)
      .describe("When Tributary approves conversions.")
      .meta({ example: "when_matured" }),
  })
  .meta({ id: "TestCampaign", description: "Settings of a campaign in a test account." });

export const testEndpoint = z
  .object({
    id: z.string().describe("The endpoint's ID.").meta({ example: "whe_01jz8q6d4ph6v0z3b7x9a2m5qr" }),
    url: z.string().describe("Where events are sent.").meta({ example: "https://hooks.shop.example/tributary" }),
    events: z
      .array(z.enum(eventTypes))
      .describe("The event types that it receives.")
      .meta({ example: ["conversion.approved", "payout.created"] }),
    created_at: time("When it was created, by the clock of the test account."),
  })
  .meta({ id: "TestWebhookEndpoint", description: "A webhook endpoint of a test account." });

export const presentTestEndpoint = (endpoint: Endpoint): z.infer<typeof testEndpoint> => ({
  id: endpoint.id,
  url: endpoint.url,
  events: [...endpoint.events],
  created_at: endpoint.createdAt.toISOString(),
});
