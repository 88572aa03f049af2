import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { signWebhook } from "tributary-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { worldForFile } from "../../server/test/support/shop.ts";
import { aConversion, anOrderId } from "../../server/test/support/world.ts";
import { build } from "../../server/test/start/processes.ts";
import { forged, twoFiles } from "../../server/test/statements/two-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/sdk.md"), "utf8");
const world = worldForFile();
const folders = join(root, "node_modules/.cache");
const SECRET = "whsec_ZG9jdW1lbnRhdGlvbg==";
let folder = "";
let address = "";
beforeAll(async () => {
  build();
  mkdirSync(folders, { recursive: true });
  // Inside the repository, where the package name resolves to the build.
  folder = mkdtempSync(join(folders, "sdk-examples-"));
  address = await world.app.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function exampleUnder(heading: string): string {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const [, code] = /```js\n([\s\S]*?)```/.exec(section) ?? [];
  if (code === undefined) throw new Error(`There is no example under ${heading}.`);
  return code;
}

/** Runs the example followed by the code that uses it, and returns the printed lines. */
async function printed(heading: string, use = ""): Promise<string[]> {
  writeFileSync(join(folder, "example.mjs"), exampleUnder(heading));
  writeFileSync(join(folder, "main.mjs"), `import * as example from "./example.mjs";\n${use}`);
  const { shop } = world;
  const env = {
    TRIBUTARY_URL: address,
    TRIBUTARY_KEY: shop.merchant.key,
    TRIBUTARY_CAMPAIGN: shop.campaignId,
    WEBHOOK_SECRET: SECRET,
    OUTBOX: join(folder, "outbox"),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "main.mjs")], { cwd: folder, env });
  return stdout.trim().split("\n");
}

describe("docs/sdk.md", () => {
  it("creates a campaign and an invitation", async () => {
    expect(await printed("A client")).toEqual([
      "0 of 5000",
      expect.stringMatching(/^Pass this on: http:\/\/tributary\.test\/invite\//),
    ]);
  });

  it("tracks an order once, even if its job runs twice, and ignores other orders", async () => {
    const order = JSON.stringify({ id: anOrderId(), total: 59.9, voucher: world.shop.affiliate.code });
    const [first, second, none] = await printed(
      "Tracking an order",
      `const request = { url: "/checkout", headers: {} };
       console.log(await example.orderPaid(request, ${order}));
       console.log(await example.orderPaid(request, ${order}));
       console.log(await example.orderPaid(request, { id: "x", total: 1 }));`,
    );
    expect(first).toMatch(/^conv_/);
    expect([second, none]).toEqual([first, "undefined"]);
  });

  it("records a refund once, and ignores orders of nobody", async () => {
    const { shop } = world;
    const order = anOrderId();
    await aConversion(shop.merchant, shop.campaignId, { code: shop.affiliate.code, amount: 100, external_id: order });
    const call = (id: string): string =>
      `console.log(await example.orderRefunded({ id: "${id}" }, { id: "refund-${order}", total: 50 }));`;
    const [first, second, none] = await printed("Refunds", call(order) + call(order) + call("unknown"));
    expect(Number(first)).toBeGreaterThan(0);
    expect([second, none]).toEqual([first, "undefined"]);
  });

  it("stores orders in an outbox", async () => {
    const { code } = world.shop.affiliate;
    const order = { id: anOrderId(), total: 59.9, voucher: code };
    const call = (more: object) => `console.log(await example.orderPaid(${JSON.stringify({ ...order, ...more })}));`;
    expect(await printed("Outbox", `${call({})}${call({})}${call({ total: 1 })} await example.stop();`)).toEqual([
      "pending",
      "pending",
      "recorded before, with another amount",
    ]);
  });

  it("names every method and option of the outbox", () => {
    const source = readFileSync(join(root, "sdk/src/outbox.ts"), "utf8");
    const namesIn = (name: string): string[] => {
      const [, body = ""] = new RegExp(`export interface ${name} \\{(.*?)\\n\\}`, "s").exec(source) ?? [];
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(?:]/gm)].map(([, member]) => String(member));
    };
    const documented = [
      ...namesIn("Outbox").map((name) => `\`outbox.${name}(`),
      ...namesIn("OutboxOptions").map((name) => `| \`${name}\``),
    ];
    expect(documented).toHaveLength(12);
    expect(documented.filter((text) => !page.includes(text))).toEqual([]);
  });

  it("reads lists", async () => {
    const { shop } = world;
    await aConversion(shop.merchant, shop.campaignId, { code: shop.affiliate.code, amount: 120 });
    const [count, sum] = await printed("Lists");
    expect(count).toMatch(/^\d+ of \d+$/);
    expect(sum).toMatch(/^\d+(\.\d+)? waits for approval$/);
  });

  it("reports what went wrong", async () => {
    const [line = ""] = await printed("When it does not work");
    expect(line).toMatch(/^conversion_not_found 404 refused req_/);
  });

  it("accepts our webhooks and no others", async () => {
    const data = { external_id: "order-1", commission: 5 };
    const body = JSON.stringify({ id: "evt_1", type: "conversion.approved", created: 1, data });
    const headers = JSON.stringify({ "x-service-signature": await signWebhook({ body, secret: SECRET }) });
    const lines = await printed(
      "Webhooks",
      `const send = (body) => example.onWebhook(new Request("http://x/", { method: "POST", headers: ${headers}, body }));
       console.log((await send(${JSON.stringify(body)})).status);
       console.log((await send(${JSON.stringify(body.replace("5", "6"))})).status);`,
    );
    expect(lines).toEqual(["order-1 earned 5", "204", "400"]);
  });

  it("accepts a genuine statement and no forged one", async () => {
    const { march, april } = await twoFiles();
    const forgery = forged(april, () => {});
    for (const [name, file] of Object.entries({ march, april, forgery }))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(file));
    expect(
      await printed(
        "Statements",
        `console.log(await example.check("april.json", "march.json"));
         console.log(await example.check("forgery.json"));`,
      ),
    ).toEqual(["in_order", "true", "not_in_order The file was signed with a different key than expected.", "false"]);
  });

  it("names every method of the client", () => {
    const source = ["client.ts", "coupons.ts", "groups.ts"]
      .map((file) => readFileSync(join(root, "sdk/src", file), "utf8"))
      .join("\n");
    const names = ["Campaigns", "Affiliates", "Groups", "Coupons", "Conversions", "Refunds"].flatMap((group) => {
      const [, body = ""] = new RegExp(`export interface ${group} \\{(.*?)\\n\\}`, "s").exec(source) ?? [];
      return [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => `${group.toLowerCase()}.${name}`);
    });
    expect(names).toHaveLength(33);
    const documented = page.replaceAll(/`(\w+)\.list\(query\)`, `\.all\(query\)`/g, "`$1.list(`, `$1.all(`");
    expect(names.filter((name) => !documented.includes(`\`${name}(`))).toEqual([]);
  });
});
