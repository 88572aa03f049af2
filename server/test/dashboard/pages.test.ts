import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { pageNotFound } from "../../src/http/public/not-found.ts";
import { pageRoutes } from "../../src/http/public/pages.ts";
import { appForTest } from "../support/app.ts";
import { aBuild, INLINE, SCRIPT } from "../support/built-pages.ts";

async function serve(folder: string): Promise<FastifyInstance> {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(pageRoutes(folder));
  return app;
}

const paths = ["/", "/signin", "/signup", "/dashboard", "/dashboard/acc_1/conversions", "/portal", "/portal/earnings"];

describe("the built pages", () => {
  it("have a new nonce in each response and its policy", async () => {
    const app = await serve(aBuild());
    const nonces = new Set<string>();
    for (const url of paths) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.headers["cache-control"]]).toEqual([url, 200, "no-store"]);
      expect(answer.body).not.toContain("__CSP_NONCE__");
      const nonce = /<style nonce="([^"]+)"/.exec(answer.body)?.[1] ?? "";
      const policy = String(answer.headers["content-security-policy"]);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')?;/);
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("frame-ancestors 'none'");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(paths.length);
  });

  it("are one per area, and only the script written into a page may run in it", async () => {
    const app = await serve(aBuild());
    const hash = createHash("sha256").update(INLINE).digest("base64");
    const dashboard = await app.inject({ url: "/dashboard/acc_1" });
    expect(dashboard.body).toContain(INLINE);
    expect(dashboard.headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
    for (const url of ["/signin", "/portal"]) {
      const page = await app.inject({ url });
      expect(page.body).not.toContain(INLINE);
      expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
    }
  });

  it("cache files with hashed names forever, and revalidate all others", async () => {
    const app = await serve(aBuild());
    const asset = await app.inject({ url: "/assets/main-1a2b.js" });
    expect(asset.body).toBe(SCRIPT);
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await app.inject({ url: "/icon.svg" })).headers["cache-control"]).toBe("no-cache");
  });

  it("are compressed for clients that support it", async () => {
    const app = await serve(aBuild());
    const asset = await app.inject({ url: "/assets/main-1a2b.js", headers: { "accept-encoding": "gzip" } });
    expect(asset.headers["content-encoding"]).toBe("gzip");
    expect(asset.rawPayload.equals(gzipSync(SCRIPT))).toBe(true);
  });

  it("serve nothing outside their folder", async () => {
    const app = await serve(aBuild());
    for (const url of [
      "/index.html",
      "/dashboard.html",
      "/assets/none.js",
      "/assets/..%2f..%2fetc/passwd",
      "/assets/main-1a2b.js.gz",
    ])
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404]);
  });
});

describe("an unknown address", () => {
  const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  async function withPages(): Promise<FastifyInstance> {
    const app = fastify();
    onTestFinished(() => app.close());
    app.setNotFoundHandler(await pageNotFound(aBuild()));
    return app;
  }

  it("is a page with status 404 for people", async () => {
    const app = await withPages();
    for (const url of ["/nowhere", "/v1x", "/apis/x?y=1"]) {
      const answer = await app.inject({ url, headers: html });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.body).not.toContain("__CSP_NONCE__");
    }
  });

  it("is JSON for programs, for other methods, and everywhere below the APIs", async () => {
    const app = await withPages();
    const requests = [
      { url: "/nowhere" },
      { url: "/nowhere", headers: { accept: "*/*" } },
      { url: "/nowhere", headers: html, method: "POST" },
      { url: "/v1/nowhere", headers: html },
      { url: "/api/nowhere", headers: html },
      { url: "/assets/none.js", headers: html },
      { url: "/v1", headers: html },
    ] as const;
    for (const request of requests) {
      const answer = await app.inject(request);
      expect([request, answer.statusCode]).toEqual([request, 404]);
      expect(answer.json()).toMatchObject({ code: "path_not_found" });
    }
  });
});

describe("pages that were not built", () => {
  it("are replaced by a page that says so, and the API still works", async () => {
    const app = await serve(join(tmpdir(), "tributary-no-such-folder"));
    for (const url of paths) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 503]);
      expect(answer.body).toContain("npm run build");
    }
  });

  it("do not affect the documentation", async () => {
    const { http } = await appForTest();
    expect((await http.inject({ url: "/openapi.json" })).statusCode).toBe(200);
    expect((await http.inject({ url: "/nowhere" })).json()).toMatchObject({ code: "path_not_found" });
  });
});
