import { expect, type BrowserContext, type Page } from "@playwright/test";
import { Merchant } from "./support/merchant.ts";
import type { Server } from "./support/server.ts";
import { openShop, type Shop } from "./support/shop.ts";
import { withServer } from "./support/worker.ts";

// One test per way to carry the click ID from the link to the order, in a real browser with real host names: svc.test is
// Tributary, shop.test and www.shop.test are the merchant, sister.test is the merchant's other shop, and go.shop.test is
// Tributary on the merchant's domain.

interface World {
  /** Without COOKIE_DOMAIN. */
  readonly service: Server;
  readonly shop: Shop;
}

const test = withServer.extend<{ world: World }>({
  world: async ({ server }, use) => {
    const shop = await openShop(`http://svc.test:${portOf(server)}`);
    await use({ service: server, shop });
    await shop.close();
  },
});

const portOf = ({ origin }: Server): string => new URL(origin).port;

/** A campaign that leads to this page of the shop, with an affiliate. */
async function campaignTo(
  world: World,
  server: Server,
  landing: string,
): Promise<{ code: string; merchant: Merchant; campaignId: string }> {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign({ target_url: `http://shop.test:${world.shop.port}${landing}` });
  const { affiliate_code: code } = await merchant.affiliate(campaignId);
  world.shop.use({ origin: server.origin, key: await merchant.key(), campaignId });
  return { code, merchant, campaignId };
}

/** Follows the link as a customer and returns the click ID. */
async function followLink(page: Page, server: Server, link: { host: string; code: string }): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().includes("/r/"));
  await page.goto(`http://${link.host}:${portOf(server)}/r/${link.code}`);
  const location = (await answered).headers()["location"] ?? "";
  const clickId = new URL(location).searchParams.get("service_id");
  if (clickId === null) throw new Error(`No click ID in ${location}`);
  return clickId;
}

interface Bought {
  readonly clickId: string | null;
  readonly status: number;
  readonly answer: { conversion?: { id: string } };
}

async function buy(page: Page, world: World, { host = "shop.test", query = "" } = {}): Promise<Bought> {
  await page.goto(`http://${host}:${world.shop.port}/buy${query}`);
  return JSON.parse(await page.locator("body").innerText()) as Bought;
}

async function cookiesOf(context: BrowserContext) {
  return (await context.cookies()).filter((cookie) => cookie.name === "service_id");
}

/** Checks that the merchant sees the order of the shop's backend. */
async function expectConversion(
  link: { merchant: Merchant; campaignId: string },
  bought: Bought,
  clickId: string | null,
): Promise<void> {
  expect(bought.status).toBe(200);
  const { conversions } = await link.merchant.call<{ conversions: { id: string; click_id?: string | null }[] }>(
    "GET",
    "conversions",
  );
  expect(conversions.map((conversion) => conversion.id)).toContain(bought.answer.conversion?.id);
  expect(bought.clickId).toBe(clickId);
}

test("middleware: stores the click ID in an HttpOnly cookie for all hosts of the shop", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/middleware?colour=red#top");
  const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
  await expect(page).toHaveURL(`http://shop.test:${world.shop.port}/middleware?colour=red&service_id=${clickId}#top`);
  const kept = (await cookiesOf(page.context())).find((cookie) => cookie.domain === ".shop.test");
  expect(kept).toMatchObject({ value: clickId, httpOnly: true, sameSite: "Lax" });
  expect(await page.evaluate(() => document.cookie)).not.toContain("service_id");
  await expectConversion(link, await buy(page, world, { host: "www.shop.test" }), clickId);
});

test("snippet: stores the click ID on the root domain and removes it from the URL", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/snippet?colour=red&size=4%202#top");
  const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
  await expect(page).toHaveURL(`http://shop.test:${world.shop.port}/snippet?colour=red&size=4%202#top`);
  expect(await page.evaluate(() => document.cookie)).toContain(`service_id=${clickId}`);
  const kept = (await cookiesOf(page.context())).find((cookie) => cookie.domain === ".shop.test");
  expect(kept).toMatchObject({ value: clickId, httpOnly: false, sameSite: "Lax" });
  expect(await page.evaluate("tributary.id()")).toBe(clickId);
  await expectConversion(link, await buy(page, world, { host: "www.shop.test" }), clickId);
});

test("snippet with consent: stores nothing before consent and deletes everything when it is withdrawn", async ({
  page,
  world,
}) => {
  const link = await campaignTo(world, world.service, "/consent");
  const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
  const ofShop = async () => (await cookiesOf(page.context())).filter((cookie) => cookie.domain.endsWith("shop.test"));
  expect(await ofShop()).toEqual([]);
  expect(await page.evaluate("tributary.id()")).toBeNull();
  // A consent banner may reload the page, so the URL keeps the ID until the visitor decides.
  expect(page.url()).toContain(clickId);
  await page.evaluate("tributary.consent(true)");
  expect((await ofShop()).map((cookie) => cookie.value)).toEqual([clickId]);
  expect(page.url()).not.toContain("service_id");
  await expectConversion(link, await buy(page, world), clickId);
  await page.goto(`http://shop.test:${world.shop.port}/consent`);
  await page.evaluate("tributary.consent(false)");
  expect(await ofShop()).toEqual([]);
  expect((await buy(page, world)).clickId).toBeNull();
});

test("snippet without consent: removes the ID from the URL and stores nothing", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/consent?colour=red");
  await followLink(page, world.service, { host: "svc.test", code: link.code });
  await page.evaluate("tributary.consent(false)");
  await expect(page).toHaveURL(`http://shop.test:${world.shop.port}/consent?colour=red`);
  expect((await cookiesOf(page.context())).filter((cookie) => cookie.domain.endsWith("shop.test"))).toEqual([]);
});

test("sister shops: only links between the merchant's shops carry the click ID", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/snippet");
  const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
  await page.evaluate(() => {
    document.querySelector("#elsewhere")?.addEventListener("click", (event) => event.preventDefault());
  });
  await page.locator("#elsewhere").click();
  expect(await page.locator("#elsewhere").getAttribute("href")).toBe("http://elsewhere.test/");
  await page.locator("#sister").click();
  await expect(page).toHaveURL(`http://sister.test:${world.shop.port}/snippet?from=shop`);
  expect((await cookiesOf(page.context())).find((cookie) => cookie.domain === ".sister.test")?.value).toBe(clickId);
  await expectConversion(link, await buy(page, world, { host: "sister.test" }), clickId);
});

test("same-site host: with COOKIE_DOMAIN, Tributary's cookie reaches the shop's backend without any code in its pages", async ({
  page,
  world,
  sameSite,
}) => {
  const link = await campaignTo(world, sameSite, "/plain");
  const clickId = await followLink(page, sameSite, { host: "go.shop.test", code: link.code });
  const [cookie] = await cookiesOf(page.context());
  expect(cookie).toMatchObject({ domain: ".shop.test", value: clickId, httpOnly: true });
  await expectConversion(link, await buy(page, world, { host: "www.shop.test" }), clickId);
});

test("affiliate code: an order without a click ID is attributed by its code", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/plain");
  await expectConversion(link, await buy(page, world, { query: `?code=${link.code}` }), null);
});

test("without any integration, the shop cannot read Tributary's cookie and the order has no click ID", async ({
  page,
  world,
}) => {
  const link = await campaignTo(world, world.service, "/plain");
  const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
  const cookies = await cookiesOf(page.context());
  expect(cookies.map(({ domain, value }) => ({ domain, value }))).toEqual([{ domain: "svc.test", value: clickId }]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const bought = await buy(page, world);
  expect(bought.clickId).toBeNull();
  expect(bought.status).toBe(400);
});

test("a customer who follows the same link again within an hour keeps the click ID", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/snippet");
  const first = await followLink(page, world.service, { host: "svc.test", code: link.code });
  expect(await followLink(page, world.service, { host: "svc.test", code: link.code })).toBe(first);
});

test("the last click wins: another affiliate's link replaces the click ID", async ({ page, world }) => {
  const link = await campaignTo(world, world.service, "/snippet");
  const other = await link.merchant.affiliate(link.campaignId, "Grace Hopper");
  await followLink(page, world.service, { host: "svc.test", code: link.code });
  const last = await followLink(page, world.service, { host: "svc.test", code: other.affiliate_code });
  await expectConversion(link, await buy(page, world), last);
});

const FORGED = "clk_7zzzzzzzzzzzzzzzzzzzzzzzzz";
const ofShop = async (page: Page): Promise<string[]> =>
  (await cookiesOf(page.context())).filter(({ domain }) => domain.endsWith("shop.test")).map(({ value }) => value);

for (const landing of ["/snippet", "/middleware"]) {
  test(`a forged ID with a future time never replaces a real click on ${landing}`, async ({ page, world }) => {
    const link = await campaignTo(world, world.service, landing);
    const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
    for (const id of [FORGED, "clk_8zzzzzzzzzzzzzzzzzzzzzzzzz", "clk_x", ""]) {
      await page.goto(`http://shop.test:${world.shop.port}${landing}?service_id=${id}`);
      expect(await ofShop(page)).toEqual([clickId]);
    }
    await expectConversion(link, await buy(page, world), clickId);
  });

  test(`a real click replaces a forged ID on ${landing}`, async ({ page, world }) => {
    const link = await campaignTo(world, world.service, landing);
    await page.goto(`http://shop.test:${world.shop.port}${landing}?service_id=${FORGED}`);
    const clickId = await followLink(page, world.service, { host: "svc.test", code: link.code });
    expect(await ofShop(page)).toEqual([clickId]);
    await expectConversion(link, await buy(page, world), clickId);
  });
}

test("snippet: the last click wins even if the browser's clock is years behind", async ({ page, world }) => {
  await page.clock.setFixedTime(new Date("2019-01-01T00:00:00.000Z"));
  const link = await campaignTo(world, world.service, "/snippet");
  const other = await link.merchant.affiliate(link.campaignId, "Grace Hopper");
  await followLink(page, world.service, { host: "svc.test", code: link.code });
  const last = await followLink(page, world.service, { host: "svc.test", code: other.affiliate_code });
  expect(await ofShop(page)).toEqual([last]);
  await expectConversion(link, await buy(page, world), last);
});

test("an order with a forged click ID and a valid affiliate code is attributed by the code", async ({
  page,
  world,
}) => {
  const link = await campaignTo(world, world.service, "/snippet");
  await page.goto(`http://shop.test:${world.shop.port}/snippet?service_id=${FORGED}`);
  await expectConversion(link, await buy(page, world, { query: `?code=${link.code}` }), FORGED);
});
