import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { llmsText, recipes } from "./llms-text.ts";
import { transform, transformObject } from "./openapi.ts";

/** Swagger UI contains one <style> element, which the policy allows by its hash. */
const SWAGGER_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/**
 * /openapi.json, /docs and /llms.txt, from the same schemas that validate requests and responses. Register before the
 * routes.
 */
export async function documentApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tributary",
        version: "1.0.0",
        description:
          "Affiliate tracking: campaigns, affiliates who join by invitation, and conversions. Amounts are decimal numbers in major units. Times are ISO 8601 in UTC. Every request needs an API key.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: baseUrl, description: "This installation." }],
      tags: [
        { name: "Campaigns", description: "What affiliates promote, and the commission it pays." },
        { name: "Affiliates", description: "People who promote a campaign. They join by accepting an invitation." },
        { name: "Conversions", description: "Sales, sign-ups and leads from affiliates, and their status." },
        { name: "Webhooks", description: "Signed events that Tributary sends to your endpoints." },
      ],
      components: {
        securitySchemes: {
          key: {
            type: "http",
            scheme: "bearer",
            description: "An API key (`sk_live_…`). Create it in the dashboard; it is shown once.",
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
    // Our policy does not mention styles, so they fall under its default until they are listed here.
    transformStaticCSP: (header) => `${header};style-src 'self' ${SWAGGER_STYLE}`,
  });
  app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
  documentForPrograms(app, baseUrl);
}

const DOCS_FOLDER = fileURLToPath(new URL("../../../../docs", import.meta.url));

/** /llms.txt and the guides under /docs that it links to. An image without the guides gets no links. */
function documentForPrograms(app: FastifyInstance, baseUrl: string): void {
  const files = (Object.keys(recipes) as (keyof typeof recipes)[]).flatMap((name) => {
    const text = textOf(join(DOCS_FOLDER, name));
    return text === undefined ? [] : [{ name, text }];
  });
  for (const { name, text } of files)
    app.get(`/docs/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.type("text/markdown; charset=utf-8").send(text),
    );
  const text = llmsText(
    baseUrl,
    files.map(({ name }) => name),
  );
  app.get("/llms.txt", { schema: { hide: true } }, (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(text),
  );
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
