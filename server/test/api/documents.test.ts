import { describe, expect, it } from "vitest";
import { call } from "../support/app.ts";
import { nameOf, operations } from "../support/operations.ts";
import { worldForFile } from "../support/shop.ts";

const world = worldForFile();
const METHODS = ["get", "post", "put", "patch", "delete"];

interface Described {
  description?: string;
}
interface DocumentedOperation extends Described {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: (Described & { name: string; in: string })[];
  requestBody?: object;
  responses: Record<string, Described & { content?: Record<string, { schema: unknown }> }>;
}
interface OpenApi {
  openapi: string;
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Described & { properties?: Record<string, unknown> }> };
}

const document = async (): Promise<OpenApi> => (await call(world.app, "GET", "/openapi.json")).body as OpenApi;

/** Each operation, with the name that the tests use. */
const documented = ({ paths }: OpenApi): [string, DocumentedOperation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): [string, DocumentedOperation] => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
        operation,
      ]),
  );

describe("GET /openapi.json 200", () => {
  it("is OpenAPI 3.1, names this installation and requires a key everywhere", async () => {
    const { openapi, servers, security } = await document();
    expect(openapi).toMatch(/^3\.1\./);
    expect([servers[0]?.url, security]).toEqual(["http://tributary.test", [{ key: [] }]]);
  });

  it("contains every operation of /v1 and nothing else", async () => {
    const names = documented(await document()).map(([name]) => name);
    expect(names.sort()).toEqual(operations.map(nameOf).sort());
  });

  it("describes every operation, parameter and response, and gives each operation a unique name", async () => {
    const all = documented(await document());
    const lacking = all.flatMap(([name, { operationId, summary, description, tags, parameters = [], responses }]) => [
      ...(operationId && summary && description && tags?.length === 1 ? [] : [name]),
      ...parameters.filter((parameter) => !parameter.description).map((parameter) => `${name} ?${parameter.name}`),
      ...Object.entries(responses)
        .filter(([, response]) => !response.description || response.description === "Default Response")
        .map(([status]) => `${name} ${status}`),
    ]);
    expect(lacking).toEqual([]);
    expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length);
  });

  it("lists the statuses that each operation can return", async () => {
    for (const [, { responses, requestBody, parameters = [] }] of documented(await document())) {
      const expected = ["200", "401", "403", "429", "500", "503"];
      if (parameters.some((parameter) => parameter.in === "path")) expected.push("404");
      if (requestBody !== undefined) expected.push("400", "413", "415");
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(expected));
    }
  });

  it("documents the rate limit headers and Retry-After where they are sent", async () => {
    for (const [name, { responses }] of documented(await document())) {
      const headersOf = (status: string) => Object.keys((responses[status] as { headers?: object }).headers ?? {});
      for (const status of ["200", "403", "429"])
        expect([name, status, ...headersOf(status)]).toEqual(
          expect.arrayContaining(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
        );
      for (const status of ["429", "503"]) expect([name, status, ...headersOf(status)]).toContain("Retry-After");
      for (const status of Object.keys(responses)) expect(headersOf(status)).toContain("X-Request-Id");
    }
  });

  it("documents the shapes of the contract", async () => {
    const { schemas } = (await document()).components;
    const fieldsOf = (name: string) => Object.keys(schemas[name]?.properties ?? {}).sort();
    expect(fieldsOf("Pagination")).toEqual(["limit", "offset", "total"]);
    expect(fieldsOf("Failure")).toEqual(["code", "error", "request_id"]);
    expect(fieldsOf("ConversionFailure")).toEqual(["code", "conversion_id", "error", "request_id", "success"]);
    expect(fieldsOf("NewInvitation")).toEqual(["email"]);
    expect(fieldsOf("NewConversion")).toEqual([
      "affiliate_code",
      "amount",
      "campaign_id",
      "click_id",
      "currency",
      "external_id",
    ]);
  });
});

describe("GET /docs 200", () => {
  it("serves a page and its assets from this server alone", async () => {
    const page = await call(world.app, "GET", "/docs");
    expect([page.status, String(page.headers["content-type"])]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const { pathname, origin } = new URL(part, "http://tributary.test/docs");
      expect([origin, (await call(world.app, "GET", pathname)).status]).toEqual(["http://tributary.test", 200]);
    }
  });

  it("has a policy that allows no other origin", async () => {
    const { headers } = await call(world.app, "GET", "/docs");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
  });
});

describe("GET /healthz and /readyz 200", () => {
  it("respond without a key", async () => {
    expect((await call(world.app, "GET", "/healthz")).body).toEqual({ status: "ok" });
    expect((await call(world.app, "GET", "/readyz")).body).toEqual({ status: "ready" });
  });
});
