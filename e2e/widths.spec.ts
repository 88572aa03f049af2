import type { Page } from "@playwright/test";
import { at, expect, test, visit } from "./support/test.ts";

const PAGES = [
  ["", "Overview"],
  ["campaigns", "Campaigns"],
  ["affiliates", "Affiliates"],
  ["conversions", "Conversions"],
  ["payouts", "Payouts"],
  ["connectors", "Connectors"],
  ["developers", "Developers"],
  ["settings", "Settings"],
] as const;
/** Below the band of a test account, which is new. */
const TEST_PAGES = [
  ["", "Welcome"],
  ["emails", "Emails"],
  ["developers?tab=test", "Developers"],
] as const;
/** The narrowest phone, tablets, and the laptops between them. */
const WIDTHS = [320, 600, 769, 820, 900, 1024, 1100, 1180, 1240];

/** The tables that scroll, so that the column of actions covers another one. */
const covered = (page: Page): Promise<(string | null)[]> =>
  page
    .locator("main [data-overflows=true] > table")
    .evaluateAll((tables) => tables.map((table) => table.getAttribute("aria-label")));

test("no page is wider than the window between a phone and a laptop", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign({ name: "A campaign with a name of some length" });
  const [{ affiliate_code: code }, key] = await Promise.all([
    merchant.affiliate(campaignId, "Bartholomew Featherstonehaugh"),
    merchant.key(),
  ]);
  const order = { campaign_id: campaignId, affiliate_code: code, amount: 1234.56 };
  const [first] = await Promise.all(
    ["order-1", "order-2"].map((id) => merchant.track(key, { ...order, external_id: id })),
  );
  await merchant.call("POST", `conversions/${first?.id ?? ""}/approve`);
  const twin = await merchant.testAccount("A test account with a name of some length");
  await twin.invite(await twin.campaign(), "bartholomew.featherstonehaugh@partner.example");
  await page.goto(at(merchant));
  const pages = [
    ...PAGES.map((each) => [merchant, ...each] as const),
    ...TEST_PAGES.map((each) => [twin, ...each] as const),
  ];
  for (const [account, path, title] of pages) {
    await visit(page, at(account, path));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.locator("main .mantine-Skeleton-root")).toHaveCount(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      // The chart and the rail follow a new width a frame later.
      await expect.poll(over, `${title} at ${width} px`).toBe(0);
      await expect.poll(() => covered(page), `${title}: tables wider than their room at ${width} px`).toEqual([]);
    }
  }
});
