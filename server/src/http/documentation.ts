import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { transform, transformObject } from "./openapi.ts";

/** Swagger UI writes one <style> element of its own; the policy knows it by its hash. */
const SWAGGER_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** /openapi.json and /docs, from the same schemas that check every request and answer. Register before the routes. */
export async function documentApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tributary",
        version: "1.0.0",
        description:
          "Affiliate tracking: campaigns, affiliates who join by invitation, and conversions. Amounts are decimal numbers in major units, times are ISO 8601 in UTC. Every request carries an API key of the account.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: baseUrl, description: "This installation." }],
      tags: [
        { name: "Campaigns", description: "What is advertised, and what it pays." },
        { name: "Affiliates", description: "Who advertises it. They join by accepting an invitation." },
        { name: "Conversions", description: "What they bring, and what becomes of it." },
      ],
      components: {
        securitySchemes: {
          key: {
            type: "http",
            scheme: "bearer",
            description: "An API key: `sk_live_…`. Created in the dashboard, shown once.",
          },
        },
      },
      security: [{ key: [] }],
    },
    transform,
    transformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: { validatorUrl: null },
    transformStaticCSP: (header) => header.replace("style-src 'self'", `style-src 'self' ${SWAGGER_STYLE}`),
  });
  app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
}
