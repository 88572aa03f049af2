import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { signWebhook, verifyWebhook } from "tributary-sdk";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { worldForFile } from "../../server/test/support/shop.ts";
import { call } from "../../server/test/support/app.ts";
import { whenFileEnds } from "../../server/test/support/file-end.ts";
import { aTwin } from "../../server/test/support/twins.ts";
import { consumer, wrong } from "./packed-programs.ts";
import { buildDownloads, newFolder } from "../../server/test/start/processes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");
const run = promisify(execFile);
beforeAll(buildDownloads);
const world = worldForFile();
let project = "";
let address = "";

/** The environment of a child process: enough to find node and npm, without this test's own setup. */
// oxlint-disable-next-line node/no-process-env -- needed to find npm
const PATH = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
const npm = (cwd: string, ...args: string[]) => run("npm", args, { cwd, env: { PATH, HOME: newFolder() } });

beforeAll(async () => {
  project = newFolder();
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
  address = await world.app.http.listen({ port: 0, host: "127.0.0.1" });
  await npm(project, "install", "--no-audit", "--no-fund", `${address}/sdk.tgz`);
});

const installed = (): string => join(project, "node_modules/tributary-sdk");
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Runs a program in the empty project. */
async function runs(program: string, name = "program.mjs"): Promise<string> {
  const file = join(project, name);
  writeFileSync(file, program);
  const { shop } = world;
  const env = {
    PATH,
    TRIBUTARY_URL: address,
    TRIBUTARY_KEY: shop.merchant.key,
    CAMPAIGN: shop.campaignId,
    CODE: shop.affiliate.code,
  };
  return (await run(process.execPath, [file], { cwd: project, env })).stdout;
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

describe("the package that a server serves", () => {
  it("has the server's version and the integrity that /docs shows", async () => {
    const { version } = json(join(root, "server/package.json")) as { version: string };
    expect(json(join(installed(), "package.json"))).toMatchObject({ name: "tributary-sdk", version });
    const lock = json(join(project, "package-lock.json")) as { packages: Record<string, { integrity?: string }> };
    const integrity = lock.packages["node_modules/tributary-sdk"]?.integrity ?? "";
    expect(integrity).toMatch(/^sha512-/);
    const page = await call(world.app, "GET", "/docs");
    expect(page.text).toContain(integrity);
    expect(page.text).toContain("npm install http://tributary.test/sdk.tgz");
  });

  it("is not sent again if the ETag matches", async () => {
    const first = await call(world.app, "GET", "/sdk.tgz");
    expect([first.status, first.headers["content-type"]]).toEqual([200, "application/gzip"]);
    const headers = { "if-none-match": String(first.headers["etag"]) };
    expect((await call(world.app, "GET", "/sdk.tgz", { headers })).status).toBe(304);
  });
});

describe("the package", () => {
  it("contains the build, its source, a command, a README and the license, and nothing else", () => {
    const names = files(installed()).map((file) => file.slice(installed().length + 1));
    const expected =
      /^(package\.json|README\.md|LICENSE|bin\/tributary\.js|dist\/[\w/-]+\.(js|d\.ts|js\.map)|src\/[\w/-]+\.ts)$/;
    expect(names.filter((name) => !expected.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"]));
    expect(readFileSync(join(installed(), "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  });

  const importsOf = (file: string): string[] =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name]) => String(name));

  it("has no dependencies, and imports nothing of a runtime outside of the outbox", () => {
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "tributary-sdk",
    ]);
    const sources = files(join(installed(), "dist")).filter((file) => file.endsWith(".js"));
    const outbox = join(installed(), "dist/outbox/");
    const needsFiles = (file: string): boolean => file.startsWith(outbox) && !file.endsWith("unavailable.js");
    const others = sources.filter((file) => !needsFiles(file));
    const imported = others.flatMap(importsOf);
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((name) => !/^\.\.?\//.test(name))).toEqual(["#outbox"]);
    // The outbox is imported only where there is a file system, and by nothing else.
    expect(imported.filter((name) => name.includes("outbox/"))).toEqual([]);
    expect(
      sources
        .filter(needsFiles)
        .flatMap(importsOf)
        .filter((name) => !/^(\.\.?\/|node:(crypto|fs\/promises|os|path)$)/.test(name)),
    ).toEqual([]);
    for (const file of others)
      expect(readFileSync(file, "utf8")).not.toMatch(/\b(process|Buffer|require|__dirname|Deno|Bun)\b[.(]/);
  });

  it("is bundled for browsers without a module of Node.js", async () => {
    const input = join(project, "browser.mjs");
    writeFileSync(input, 'import { createTributary } from "tributary-sdk";\nglobalThis.open = createTributary;\n');
    const bundle = await rolldown({ input, platform: "browser" });
    const { output } = await bundle.generate({ format: "esm" });
    const code = output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n");
    expect(code).toContain("The outbox needs a file system");
    expect(code).not.toMatch(/node:|emitWarning/);
  });

  it("stores orders in an outbox in an empty project", async () => {
    const said = await runs(`
      import { createTributary } from "tributary-sdk";
      const { TRIBUTARY_URL: baseUrl, TRIBUTARY_KEY: apiKey, CAMPAIGN: campaign_id, CODE: affiliate_code } = process.env;
      const order = { campaign_id, affiliate_code, external_id: "packed-2", amount: 49.99 };
      const unavailable = () => fetch("http://127.0.0.1:1");
      const away = createTributary({ baseUrl, apiKey, fetch: unavailable, outbox: "outbox" });
      const { queued } = await away.conversions.track(order);
      await away.outbox.close();
      const there = createTributary({ baseUrl, apiKey, outbox: { directory: "outbox" } });
      const { pending } = await there.outbox.flush();
      const { recovered } = await there.conversions.track(order);
      const changed = await there.conversions.track({ ...order, amount: 1 }).catch((error) => error.code);
      console.log(JSON.stringify({ queued, pending, recovered, changed }));`);
    expect(JSON.parse(said)).toEqual({ queued: true, pending: 0, recovered: true, changed: "duplicate_conversion" });
  });

  it("sends requests, reads click IDs and verifies webhooks in an empty project", async () => {
    const signed = '{"id":"evt_1","type":"webhook.test","created":1,"data":{}}';
    const signature = await signWebhook({ body: signed, secret: "whsec_test" });
    const said = await runs(`
      import { clickIdOf, createTributary, expressClicks, isTributaryError, verifyWebhook } from "tributary-sdk";
      const { TRIBUTARY_URL: baseUrl, TRIBUTARY_KEY: apiKey, CAMPAIGN: campaign_id, CODE: affiliate_code } = process.env;
      const tributary = createTributary({ baseUrl, apiKey });
      const order = { campaign_id, affiliate_code, external_id: "packed-1", amount: 49.99 };
      const first = await tributary.conversions.track(order);
      const again = await tributary.conversions.track(order).catch((error) => error);
      const names = [];
      for await (const campaign of tributary.campaigns.all()) names.push(campaign.name);
      const cookies = [];
      const response = { getHeader: () => undefined, setHeader: (_, value) => cookies.push(...value) };
      const url = "/?service_id=clk_01kjmma2g0f1rrrffrgqrx4a05";
      expressClicks()({ url, headers: {} }, response, () => {});
      const event = await verifyWebhook({ body: ${JSON.stringify(signed)}, signature: "${signature}", secret: "whsec_test" });
      console.log(JSON.stringify({
        commission: first.commission,
        duplicate: isTributaryError(again, "duplicate_conversion") && again.conversionId === first.id,
        names, cookies: cookies.length, click: clickIdOf({ url, headers: {} }), type: event.type,
      }));`);
    expect(JSON.parse(said)).toEqual({
      commission: 5,
      duplicate: true,
      names: ["Spring sale"],
      cookies: 1,
      click: "clk_01kjmma2g0f1rrrffrgqrx4a05",
      type: "webhook.test",
    });
  });

  it("has a command that makes events happen in a test account and forwards them", async () => {
    const { key } = await aTwin(world.app);
    const env = { PATH, HOME: newFolder(), TRIBUTARY_URL: address, TRIBUTARY_KEY: key };
    const received: { body: string; signature: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      request.on("end", () => {
        received.push({ body, signature: String(request.headers["x-service-signature"]) });
        response.writeHead(204).end();
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
    const program = join(project, "node_modules/.bin/tributary");
    const listening = spawn(program, ["listen", "--forward-to", url, "--json"], { env });
    whenFileEnds(() => void listening.kill("SIGKILL"));
    const lines = createInterface({ input: listening.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse(String((await lines.next()).value)) as Record<string, string>;
    const { secret = "" } = await next();
    // As the documentation says: npx finds it in the project, and downloads nothing.
    const { stdout } = await run("npx", ["--no", "tributary", "trigger", "conversion.created"], { cwd: project, env });
    expect(stdout).toMatch(/^conversion\.created happened: /);
    const printed = [await next(), await next()];
    expect(printed.map(({ type, status }) => [type, status])).toEqual([
      ["affiliate.joined", 204],
      ["conversion.created", 204],
    ]);
    const events = await Promise.all(received.map((each) => verifyWebhook({ ...each, secret })));
    expect(events.map(({ id }) => id)).toEqual(printed.map(({ event }) => event));
    listening.kill("SIGINT");
    expect(await once(listening, "exit")).toEqual([0, null]);
  });

  it("has a command that says what is wrong, and how it is used", async () => {
    const tributary = async (args: string[], env: Record<string, string> = {}) => {
      const program = join(project, "node_modules/.bin/tributary");
      const done = run(program, args, { env: { PATH, TRIBUTARY_URL: address, ...env } });
      const {
        code = 0,
        stdout,
        stderr,
      } = (await done.catch((error: unknown) => error as { code: number; stdout: string; stderr: string })) as {
        code?: number;
        stdout: string;
        stderr: string;
      };
      return { code, stdout, stderr };
    };
    expect(await tributary(["--help"])).toMatchObject({ code: 0, stdout: expect.stringContaining("--forward-to URL") });
    for (const wrong of [[], ["listen"], ["trigger"], ["start"], ["listen", "--forward"]])
      expect(await tributary(wrong)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Usage:") });
    const live = { TRIBUTARY_KEY: world.shop.merchant.key };
    expect(await tributary(["trigger", "conversion.created"], live)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Set TRIBUTARY_KEY to a test key/),
    });
    const unknown = { TRIBUTARY_KEY: `sk_test_${"x".repeat(43)}` };
    expect(await tributary(["trigger", "order.created"], unknown)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^There is no event order\.created\. Choose one of: .*conversion\.approved/),
    });
    const refusal = await tributary(["listen", "--forward-to", "http://localhost:1", "--json"], unknown);
    expect([refusal.code, JSON.parse(refusal.stdout)]).toEqual([
      1,
      { error: expect.any(String), code: "invalid_request" },
    ]);
  });

  it("can be loaded with require", async () => {
    expect(await runs('console.log(typeof require("tributary-sdk").createTributary);', "program.cjs")).toBe(
      "function\n",
    );
  });

  it("does what its README says", async () => {
    const [example = ""] = [...readFileSync(join(installed(), "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)].map(
      ([, code]) => code,
    );
    expect(await runs(example, "readme.mjs")).toBe(`${world.shop.campaignId} Spring sale\n404 Campaign not found.\n`);
  });
});

describe.each([
  ["nodenext", { module: "nodenext", moduleResolution: "nodenext" }],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }],
])("a TypeScript project with %s", (name, options) => {
  let compiled: Promise<string[]> | undefined;
  /** The errors of both programs. */
  const errors = (): Promise<string[]> => (compiled ??= compile());
  const compile = async (): Promise<string[]> => {
    const folder = join(project, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "right.ts"), consumer);
    writeFileSync(join(folder, "wrong.ts"), wrong);
    const compilerOptions = {
      ...options,
      target: "es2022",
      lib: ["es2022", "dom"],
      strict: true,
      exactOptionalPropertyTypes: true,
      // Also checks the package's declarations.
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["right.ts", "wrong.ts"] }));
    const done = run(process.execPath, [compiler, "-p", folder], { cwd: folder });
    const { stdout } = await done.catch((error: unknown) => error as { stdout: string });
    return stdout.split("\n").filter((line) => line.includes("error TS"));
  };

  it("compiles against the package", async () => {
    expect((await errors()).filter((line) => !line.startsWith("wrong.ts("))).toEqual([]);
  });

  it("rejects wrong use at compile time", async () => {
    const lines = (await errors()).map((line) => /^wrong\.ts\((\d+),/.exec(line)?.[1]);
    expect(lines).toEqual(["4", "5", "6"]);
  });
});
