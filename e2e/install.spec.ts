import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import type { ConversionsResponse, TrackingResponse } from "tributary-sdk/pages";
import { click } from "./support/affiliate.ts";
import { Merchant } from "./support/merchant.ts";
import { openShop, type Shop } from "./support/shop.ts";
import { at, signInAs } from "./support/test.ts";
import { withServer } from "./support/worker.ts";

// A merchant installs tracking on a real shop, which has its own host name, and runs the examples as the page shows them.

const test = withServer.extend<{ shop: Shop }>({
  shop: async ({ server }, use) => {
    const shop = await openShop(server.origin);
    await use(shop);
    await shop.close();
  },
});

const light = (page: Page, name: string) => page.getByRole("status", { name });
const codeOf = async (page: Page, name: string): Promise<string> =>
  (await page.getByRole("region", { name, exact: true }).locator("pre").textContent()) ?? "";

/** Opens a link of the page in a new tab, as a click on it does, and waits for the shop's page. */
async function openTab(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name }).click();
  const tab = await opening;
  await tab.waitForLoadState("networkidle");
  return tab;
}

test("the lights follow the script, the click and the order", async ({ page, context, server, shop: { port } }) => {
  const merchant = await Merchant.signUp(server.origin);
  const shop = `http://shop.test:${port}`;
  const campaignId = await merchant.campaign({ target_url: `${shop}/plain`, currency: "GBP" });
  await merchant.affiliate(campaignId);
  await signInAs(context, merchant);
  await page.goto(at(merchant, "developers"));
  for (const name of ["Script seen", "Click received", "Order received"])
    await expect(light(page, name)).toContainText("Waiting");
  expect(await codeOf(page, "HTML snippet")).toBe(`<script src="${server.origin}/t.js" defer></script>`);

  // A page without the script reports nothing.
  await (await openTab(page, "Check my page")).close();
  const state = await merchant.call<TrackingResponse>("GET", `campaigns/${campaignId}/tracking`);
  expect(state.script_seen_at).toBeNull();

  await merchant.call("PATCH", `campaigns/${campaignId}`, { target_url: `${shop}/snippet?size=42` });
  await page.reload();
  const checked = await openTab(page, "Check my page");
  await expect(light(page, "Script seen")).toContainText(`Received`);
  expect(checked.url()).toBe(`${shop}/snippet?size=42`);

  // Opened in any other way, the script makes no request.
  const asked: string[] = [];
  checked.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await checked.goto(`${shop}/snippet?size=42`, { waitUntil: "networkidle" });
  expect(asked.filter((path) => path !== "/favicon.ico")).toEqual(["/snippet", "/t.js"]);
  await checked.close();

  const landed = await openTab(page, "Open link");
  await expect(light(page, "Click received")).toContainText("Received");
  const [cookie] = (await context.cookies(shop)).filter(({ name }) => name === "service_id");
  await landed.close();

  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("shop backend");
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
  const key = (await page.getByTestId("secret").textContent()) ?? "";
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await codeOf(page, "API key")).toBe(`export TRIBUTARY_KEY=${key}`);

  await page.getByRole("tab", { name: "curl" }).click();
  const curl = await codeOf(page, "curl example");
  expect(curl).toContain(`"click_id":"${cookie?.value}"`);
  await run("sh", ["-c", curl], { key });
  await expect(light(page, "Order received")).toContainText("test-order-1 received with its click");
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions");
  expect(conversions).toMatchObject([{ external_id: "test-order-1", currency: "GBP" }]);
  // The order follows the click within seconds here; a person takes longer.
  expect(conversions[0]?.warning_signs).not.toContain("code_without_click");
});

interface Setting {
  readonly key: string;
  readonly cwd?: string;
}

const run = (program: string, args: string[], { key, cwd }: Setting) =>
  promisify(execFile)(program, args, {
    // oxlint-disable-next-line node/no-process-env -- the programs are found there
    env: { PATH: process.env["PATH"], TRIBUTARY_KEY: key },
    ...(cwd === undefined ? {} : { cwd }),
  });

test("the examples for Node, PHP and Python track an order as they are shown", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign({ target_url: "https://shop.example/", currency: "GBP" });
  const { affiliate_code: code } = await merchant.affiliate(campaignId);
  const key = await merchant.key();
  const clickId = await click(`${server.origin}/r/${code}`);
  // Inside the repository, where the name of the SDK leads to it.
  const caches = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));
  mkdirSync(caches, { recursive: true });
  const cwd = mkdtempSync(join(caches, "install-"));
  await signInAs(context, merchant);
  await page.goto(at(merchant, `developers?campaign_id=${campaignId}`));
  const examples = [
    {
      tab: "Node SDK",
      program: process.execPath,
      file: "order.mjs",
      use: `\nawait orderPaid({ url: "/", headers: { cookie: "service_id=${clickId}" } }, { id: "from Node SDK", total: 10 });`,
    },
    {
      tab: "PHP",
      program: "php",
      file: "order.php",
      use: `\n$_COOKIE['service_id'] = '${clickId}';\norder_paid('from PHP', 20);`,
    },
    {
      tab: "Python",
      program: "python3",
      file: "order.py",
      use: `\n\norder_paid({"service_id": "${clickId}"}, "from Python", 30)\n`,
    },
  ];
  for (const { tab, program, file, use } of examples) {
    await page.getByRole("tab", { name: tab }).last().click();
    writeFileSync(join(cwd, file), (await codeOf(page, `${tab} example`)) + use);
    await run(program, [file], { key, cwd });
  }
  rmSync(cwd, { recursive: true });
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions");
  expect(conversions.map(({ external_id: id, amount, currency }) => [id, amount, currency])).toEqual([
    ["from Python", 30, "GBP"],
    ["from PHP", 20, "GBP"],
    ["from Node SDK", 10, "GBP"],
  ]);
});

test("a new key stays filled in for another campaign and platform", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  await merchant.campaign();
  await merchant.campaign({ name: "Winter Tea" });
  await signInAs(context, merchant);
  await page.goto(at(merchant, "developers"));
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("shop backend");
  await dialog.getByRole("button", { name: "Create API key" }).click();
  const key = (await page.getByTestId("secret").textContent()) ?? "";
  await dialog.getByLabel("I have stored it").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Your new key is filled in until you leave this page.")).toBeVisible();

  await page.getByRole("combobox", { name: "Campaign" }).click();
  await page.getByRole("option", { name: "Spring Sale" }).click();
  await expect(page).toHaveURL(/campaign_id=/);
  const tabs = page.getByRole("tablist", { name: "Platforms" });
  await tabs.getByRole("tab", { name: "Stripe" }).click();
  await expect(page.getByText("3. Connect Stripe")).toBeVisible();
  await tabs.getByRole("tab", { name: "Own backend" }).click();
  await expect(page.getByRole("region", { name: "API key", exact: true })).toContainText(key);
});

test("each platform has its snippet and leads to its connector", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  await merchant.campaign({ target_url: "https://shop.example/" });
  await signInAs(context, merchant);
  await page.goto(at(merchant, "developers"));
  const tabs = page.getByRole("tablist", { name: "Platforms" });
  const switches = [
    ["Stripe", "stripe", " data-stripe"],
    ["Shopify", "shopify", " data-shopify data-keep"],
    ["WooCommerce", "woocommerce", " data-keep"],
    ["Paddle", "paddle", " data-paddle"],
    ["Lemon Squeezy", "lemonsqueezy", " data-lemon"],
  ] as const;
  await expect(tabs.getByRole("tab")).toHaveText(["Own backend", ...switches.map(([name]) => name)]);
  for (const [name, provider, attributes] of switches) {
    await tabs.getByRole("tab", { name }).click();
    await expect(page).toHaveURL(new RegExp(`platform=${provider}`));
    const tag = `<script src="${server.origin}/t.js"${attributes} defer></script>`;
    expect(await codeOf(page, `${name} snippet`)).toBe(tag);
    const guide = await page.getByRole("link", { name: `${name} step by step` }).getAttribute("href");
    expect((await page.request.get(guide ?? "")).status()).toBe(200);
    const wizard = await page.getByRole("link", { name: `Connect ${name}` }).getAttribute("href");
    expect(wizard).toBe(at(merchant, `connectors/new?provider=${provider}`));
  }
  await tabs.getByRole("tab", { name: "WooCommerce" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download plugin" }).click();
  expect((await downloading).suggestedFilename()).toBe("tributary-woocommerce.zip");
  await page.getByRole("link", { name: "Connect WooCommerce" }).click();
  await expect(page.getByRole("button", { name: "Create connector" })).toBeVisible();
});
