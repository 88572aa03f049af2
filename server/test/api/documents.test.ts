import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { guideNames } from "../../src/http/docs/library.ts";
import { call, type TestResponse } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { nameOf, operations } from "../support/operations.ts";
import { pathOf } from "../support/programs.ts";
import { worldForFile } from "../support/shop.ts";

const world = worldForFile();
const BASE = "http://tributary.test";
const guidePaths = guideNames.map((name) => `/docs/${name}`);
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
      "country",
      "coupon_code",
      "coupon_codes",
      "currency",
      "customer_email",
      "customer_id",
      "external_id",
      "items",
      "paid_at",
      "subscription_id",
    ]);
  });
});

/** Every page of /docs that a reader can reach by links, by its path. */
async function docsPages(): Promise<Map<string, TestResponse>> {
  const pages = new Map<string, TestResponse>();
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await call(world.app, "GET", path);
    pages.set(path, page);
    waiting.push(...linksOf(page).flatMap((link) => /^\/docs(?:\/[\w-]+)*(?=#|$)/.exec(link)?.[0] ?? []));
  }
  return pages;
}

const linksOf = ({ text }: TestResponse): string[] =>
  [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => String(to));

describe("GET /docs 200", () => {
  it("has a page for each guide and each group of operations", async () => {
    const pages = await docsPages();
    const { tags } = (await document()) as unknown as { tags: { name: string }[] };
    expect([...pages.keys()].sort()).toEqual(
      ["/docs", "/docs/api", ...tags.map(({ name }) => `/docs/api/${name.toLowerCase()}`), ...guidePaths].sort(),
    );
    for (const [path, { status, headers, text }] of pages) {
      expect([path, status, headers["content-type"]]).toEqual([path, 200, "text/html; charset=utf-8"]);
      expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
      expect(text.match(/<h1[ >]/g)).toHaveLength(1);
      expect(text).not.toMatch(/swagger|partners\.example\.com/i);
    }
  });

  it("leads to files of this server and to headings that exist", async () => {
    const pages = await docsPages();
    const isForeign = (link: string): boolean => new URL(link, BASE).origin !== BASE;
    const dead: string[] = [];
    for (const [path, page] of pages)
      for (const link of linksOf(page).filter((each) => !isForeign(each))) {
        const { pathname, hash } = new URL(link, `${BASE}${path}`);
        const target = pages.get(pathname) ?? (await call(world.app, "GET", pathname));
        const isThere = hash === "" || target.text.includes(`id="${hash.slice(1)}"`);
        if (target.status !== 200 || !isThere) dead.push(`${path} → ${link}`);
      }
    expect(dead).toEqual([]);
    // Links to other sites are for readers to follow; nothing is loaded from there.
    const loaded = [...pages.values()].flatMap(({ text }) => [
      ...text.matchAll(/(?:src="|<link [^>]*href=")([^"]+)"/g),
    ]);
    expect(loaded.map(([, address]) => String(address)).filter(isForeign)).toEqual([]);
  });

  it("shows every operation, parameter, field, error and event of the document", async () => {
    const { components, paths, webhooks } = (await document()) as OpenApi & { webhooks: OpenApi["paths"] };
    const text = [...(await docsPages())].filter(([path]) => path.startsWith("/docs/api")).map(([, page]) => page.text);
    const whole = text.join("\n");
    for (const item of [...Object.values(paths), ...Object.values(webhooks)])
      for (const { operationId = "", parameters = [] } of Object.values(item)) {
        expect(whole).toContain(`id="${operationId}"`);
        for (const { name } of parameters) expect(whole).toContain(`<code>${name}</code>`);
      }
    for (const path of [...Object.keys(paths), ...Object.keys(webhooks)])
      expect(whole).toContain(`<code>${path}</code>`);
    const fields = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties));
    for (const name of fields) expect([name, new RegExp(`[>.]${name}</code>`).test(whole)]).toEqual([name, true]);
    expect(whole).toContain("duplicate_conversion");
  });

  it("has the guides as Markdown too, with this server's address, and an index for the search", async () => {
    for (const path of guidePaths) {
      const { status, headers, text } = await call(world.app, "GET", `${path}.md`);
      expect([status, headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
      expect(text).toMatch(/^# /);
      expect(text).not.toContain("partners.example.com");
    }
    const entries = (await call(world.app, "GET", "/docs/search.json")).body as string[][];
    expect(entries.map(([, , , address]) => address)).toEqual(
      expect.arrayContaining(["/docs/tracking#flags", "/docs/api/conversions#trackConversion"]),
    );
    expect((await call(world.app, "GET", "/docs/nothing")).status).toBe(404);
    expect((await call(world.app, "GET", "/docs/api/nothing")).status).toBe(404);
  });

  it("offers the files for shops: the WooCommerce plug-in as an archive, and the Shopify snippet with this address", async () => {
    const archive = await world.app.http.inject({ url: "/docs/connectors/tributary-woocommerce.zip" });
    expect(archive.headers["content-type"]).toBe("application/zip");
    const read = [
      "import io, sys, zipfile",
      "archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))",
      "assert archive.testzip() is None",
      "for name in archive.namelist(): print(name); print(archive.read(name).decode(), end='')",
    ].join("\n");
    const input = archive.rawPayload;
    const unzipped = execFileSync(pathOf("python3"), ["-c", read], { input, encoding: "utf8" });
    const source = (await call(world.app, "GET", "/docs/connectors/tributary-woocommerce.php")).text;
    expect(unzipped).toBe(`tributary-woocommerce/tributary-woocommerce.php\n${source}`);
    const snippet = (await call(world.app, "GET", "/docs/connectors/tributary-shopify.liquid")).text;
    expect(snippet).toContain(`<script src="${BASE}/t.js" data-shopify`);
  });

  it("has a policy that allows no other origin", async () => {
    for (const [, { headers, text }] of await docsPages()) {
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
      expect(text).not.toMatch(/<style|<script>|style="| on\w+="/);
    }
  });
});

describe("GET /healthz and /readyz 200", () => {
  it("respond without a key", async () => {
    expect((await call(world.app, "GET", "/healthz")).body).toEqual({ status: "ok" });
    // On a starved machine, a check may take longer than the second that it has.
    await eventually(async () => expect((await call(world.app, "GET", "/readyz")).body).toEqual({ status: "ready" }));
  });
});
