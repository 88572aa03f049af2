import { query } from "./support/database.ts";
import { faultsOf } from "./support/looks.ts";
import { next, type Merchant } from "./support/merchant.ts";
import type { Server } from "./support/server.ts";
import { at, expect, notice, test } from "./support/test.ts";

interface World {
  readonly campaignId: string;
  readonly code: string;
  readonly key: string;
}

/** An account past its setup, with sales in the last 30 days and before. */
async function aBusyAccount(merchant: Merchant, server: Server): Promise<World> {
  const campaignId = await merchant.campaign({ name: "Spring Sale", max_budget: 40 });
  const other = await merchant.campaign({ name: "Newsletter" });
  const [ada, bob, key] = await Promise.all([
    merchant.affiliate(campaignId),
    merchant.affiliate(other, "Bob Byte"),
    merchant.key(),
  ]);
  const sell = (campaign_id: string, affiliate_code: string, external_id: string) =>
    merchant.track(key, { campaign_id, affiliate_code, external_id, amount: 120 });
  const first = await sell(campaignId, ada.affiliate_code, "order-1");
  await sell(other, bob.affiliate_code, "order-2");
  await merchant.call("POST", `conversions/${first.id}/approve`);
  const old = `order-old-${next()}`;
  await sell(campaignId, ada.affiliate_code, old);
  await makeOld(server, old, 40);
  await sell(campaignId, ada.affiliate_code, "order-3");
  return { campaignId, code: ada.affiliate_code, key };
}

/** Moves a pending sale this many days back, in the conversion and in the daily totals. */
async function makeOld(server: Server, externalId: string, days: number): Promise<void> {
  await query(
    server,
    `with moved as (
      update conversions set created_at = created_at - make_interval(days => $1) where external_id = $2
      returning campaign_id, affiliation_id, affiliate_id, account_id, amount_minor, commission_minor, created_at)
    insert into conversion_deltas (account_id, campaign_id, affiliate_id, affiliation_id, day, status, currency, commission_currency,
      clicked, conversions, revenue_minor, commission_minor)
    select account_id, campaign_id, affiliate_id, affiliation_id, (created_at at time zone 'UTC')::date + later, 'pending', 'EUR', 'EUR',
      false, sign, sign * amount_minor, sign * commission_minor
    from moved, (values (0, 1), ($1, -1)) step (later, sign)`,
    [days, externalId],
  );
}

test("the overview compares two periods and links to the conversions behind each figure", async ({
  page,
  merchant,
  server,
}) => {
  await aBusyAccount(merchant, server);
  await page.goto(at(merchant));
  const figures = page.locator("dl").first();
  await expect(figures.getByText("Conversions")).toBeVisible();
  await expect(figures).toContainText("€360.00");
  await expect(figures).toContainText("+200% vs. 1");
  await expect(figures).toContainText("No clicks in this period");
  const attention = page.getByRole("list", { name: "Needs attention" });
  await expect(attention).toContainText("3 conversions pending review");
  await expect(attention).toContainText("Spring Sale: €4.00 of €40.00 budget left");
  await expect(page.getByRole("list", { name: "Top campaigns" }).getByRole("listitem").first()).toContainText(
    "Spring Sale€240.00 · 2 conversions",
  );

  await expect(page.getByRole("list", { name: "Top affiliates" }).getByRole("listitem").first()).toContainText(
    "Ada Lovelace€240.00 · 2 conversions",
  );

  await expect(page.getByRole("img", { name: /^Revenue by day/ })).toBeVisible();
  await figures.getByRole("button", { name: "Conversions: 3", exact: true }).click();
  await expect(page.getByRole("img", { name: /^Conversions by day/ })).toBeVisible();
  await page.getByRole("link", { name: "View all conversions from this period" }).click();
  await expect(page).toHaveURL(/conversions\?.*days=utc/);
  await page.goBack();

  await page.getByText("7 days", { exact: true }).click();
  await expect(page).toHaveURL(/\?span=7$/);
  await expect(figures).toContainText("Up from 0");
  await page.getByText("This month", { exact: true }).click();
  await expect(page).toHaveURL(/\?span=month$/);
  await page.getByRole("button", { name: "Show table" }).click();
  await expect(page.getByRole("table", { name: "Figures by day" }).getByRole("row").nth(1)).toContainText("€360.00");

  await page.getByRole("list", { name: "Top affiliates" }).getByRole("link", { name: "Bob Byte" }).click();
  await expect(page).toHaveURL(/conversions\?.*days=utc.*affiliate_id=aff_/);
  await expect(page.getByRole("link", { name: "order-2" })).toBeVisible();
  await expect(page.getByRole("link", { name: "order-1" })).toHaveCount(0);
});

test("a switch chooses the currency of all figures, and one is always chosen", async ({ page, merchant, server }) => {
  const { campaignId, code, key } = await aBusyAccount(merchant, server);
  const sale = { campaign_id: campaignId, affiliate_code: code, external_id: "order-usd", amount: 10, currency: "USD" };
  await merchant.call("PATCH", `campaigns/${campaignId}`, { max_budget: null });
  await merchant.track(key, sale);
  await page.goto(at(merchant));
  const figures = page.locator("dl").first();
  await expect(figures).toContainText("Conversions in EUR3");
  const currency = page.getByRole("radiogroup", { name: "Currency" });
  await expect(currency.getByRole("radio", { name: "EUR" })).toBeChecked();
  await currency.getByText("USD").click();
  await expect(figures).toContainText("$10.00");
  await expect(figures).toContainText("Conversions in USD1");
  await expect(currency.getByRole("radio", { name: "USD" })).toBeChecked();
  await expect(page).toHaveURL(/currency=USD/);
});

test("shows a new conversion on the overview and in the list without a reload", async ({ page, merchant, server }) => {
  const { campaignId, code, key } = await aBusyAccount(merchant, server);
  const sell = (external_id: string) =>
    merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id, amount: 10 });
  await page.goto(at(merchant));
  const figures = page.locator("dl").first();
  await expect(figures).toContainText("€360.00");
  await sell("order-live");
  await expect(figures).toContainText("€370.00");
  await expect(page.getByRole("link", { name: "order-live" })).toBeVisible();
  await page.getByRole("link", { name: "Conversions", exact: true }).first().click();
  await expect(page.getByRole("link", { name: "order-live" })).toBeVisible();
  await sell("order-later");
  await expect(page.getByRole("link", { name: "order-later" })).toBeVisible();
});

test("shows an error if the overview fails to load, and loads it on retry", async ({ page, merchant, server }) => {
  await aBusyAccount(merchant, server);
  await page.route("**/overview?*", (route) => route.fulfill({ status: 418, json: { error: "Not now.", code: "no" } }));
  await page.goto(at(merchant));
  await expect(page.getByText("Couldn't load this")).toBeVisible();
  await page.unroute("**/overview?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("dl").first()).toContainText("€360.00");
});

test("says that it could not read the balances, not that nothing needs attention", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const { affiliate_code } = await merchant.affiliate(campaignId);
  const order = { campaign_id: campaignId, affiliate_code, external_id: "order-1", amount: 120 };
  const { id } = await merchant.track(await merchant.key(), order);
  await merchant.call("POST", `conversions/${id}/approve`);
  const summary = "**/balances/summary";
  await page.route(summary, (route) => route.fulfill({ status: 418, json: { error: "Not now.", code: "no" } }));
  await page.goto(at(merchant));
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(page.getByRole("alert").getByText("Couldn't load this")).toBeVisible();
  const nothing = page.getByText("Nothing needs your attention right now.");
  await expect(nothing).toHaveCount(0);
  await page.unroute(summary);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(nothing).toBeVisible();
});

test("a custom range that is too long says so and changes nothing", async ({ page, merchant, server }) => {
  await aBusyAccount(merchant, server);
  await page.goto(at(merchant, "?span=2024-01-10..2024-01-12"));
  const range = page.getByRole("button", { name: "Custom range", exact: true });
  await expect(range).toHaveText("10 Jan 24 – 12 Jan 24");
  await range.click();
  await page.getByRole("button", { name: "10 January 2024", exact: true }).click();
  for (let month = 0; month < 12; month += 1) await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("button", { name: "10 January 2025", exact: true }).click();
  await expect(notice(page, "Choose at most 366 days.")).toBeVisible();
  await expect(page).toHaveURL(/span=2024-01-10\.\.2024-01-12$/);
  await expect(range).toHaveText("10 Jan 24 – 12 Jan 24");
});

test("the palette finds conversions by order ID and others by name, with the keyboard alone", async ({
  page,
  merchant,
  server,
}) => {
  await aBusyAccount(merchant, server);
  await page.goto(at(merchant));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search and commands" });
  const choose = async (words: string, option: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await field.fill(words);
    const wanted = page.getByRole("option", { name: option });
    await expect(wanted).toBeVisible();
    for (let step = 0; (await wanted.getAttribute("aria-selected")) !== "true" && step < 12; step += 1)
      await field.press("ArrowUp");
    await field.press("Enter");
  };
  await choose("order-2", "Conversion order-2: €120.00, pending review");
  await expect(page.getByRole("heading", { name: "order-2" })).toBeVisible();
  await choose("newsl", "Campaign Newsletter");
  await expect(page.getByRole("heading", { name: "Newsletter" })).toBeVisible();
  await choose("byte", "Affiliate Bob Byte");
  await expect(page.getByRole("heading", { name: "Bob Byte" })).toBeVisible();
  await choose("new camp", "New campaign");
  await expect(page.getByRole("heading", { name: "New campaign" })).toBeVisible();
  await choose("invite", "Invite affiliates");
  await expect(page.getByRole("dialog")).toBeVisible();
});

for (const width of [1280, 390])
  test(`the overview and the palette pass axe at ${width} pixels in light and dark`, async ({
    page,
    merchant,
    server,
  }, info) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await aBusyAccount(merchant, server);
    await page.goto(at(merchant));
    const line = page
      .getByRole("img", { name: /by day from/ })
      .locator("path")
      .last();
    await expect(line).toHaveAttribute("d", /^M[\d.,]+L/);
    expect(await faultsOf(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`light-${width}.png`), fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.screenshot({ path: info.outputPath(`dark-${width}.png`), fullPage: true });
    await page.emulateMedia({ colorScheme: "light" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill("order");
    await expect(page.getByRole("option", { name: "Find campaigns named order" })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
  });
