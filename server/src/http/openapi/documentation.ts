import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { transform, transformObject } from "./openapi.ts";

/** /openapi.json, from the schemas that validate requests and responses. Register before the routes. */
export async function documentApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tributary",
        version: "1.0.0",
        description:
          "Affiliate tracking: campaigns, their affiliates, and conversions. Amounts are decimal numbers in major units. Times are ISO 8601 in UTC. Every request needs an API key.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: baseUrl, description: "This installation." }],
      tags: [
        { name: "Campaigns", description: "What affiliates promote, and the commission it pays." },
        { name: "Plans", description: "What orders pay: rules, groups of affiliates, and plans for one affiliate." },
        { name: "Coupons", description: "Codes that belong to affiliates, and who held them when." },
        {
          name: "Affiliates",
          description:
            "People who promote a campaign. They join by accepting an invitation, or on the campaign's public page if it has one.",
        },
        { name: "Conversions", description: "Sales, sign-ups and leads from affiliates, and their status." },
        { name: "Refunds", description: "Money given back, and orders whose total changed." },
        {
          name: "Testing",
          description: "A test account with a clock that you move. Only for test keys (`sk_test_…`).",
        },
        { name: "Webhooks", description: "Signed events that Tributary sends to your endpoints." },
      ],
      components: {
        securitySchemes: {
          key: {
            type: "http",
            scheme: "bearer",
            description:
              "An API key (`sk_live_…`, or `sk_test_…` for a test account). Create it in the dashboard; it is shown once.",
          },
        },
      },
      security: [{ key: [] }],
    },
    transform,
    transformObject,
  });
  app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
}
