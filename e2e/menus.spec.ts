import type { Locator, Page } from "@playwright/test";
import type { Merchant } from "./support/merchant.ts";
import { at, expect, notice, test } from "./support/test.ts";

/** A campaign's page with two coupons. */
async function openCoupons(page: Page, merchant: Merchant): Promise<void> {
  const campaignId = await merchant.campaign();
  const ada = await merchant.affiliate(campaignId);
  for (const code of ["SPRING", "SUMMER"])
    await merchant.call("POST", `campaigns/${campaignId}/coupons`, { code, affiliate_id: ada.id });
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=coupons`));
}

const actions = (page: Page, code: string): Locator =>
  page.getByRole("button", { name: `Actions for ${code}`, exact: true });

/** Whether a click in the middle of it would reach it. */
const isOnTop = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test("a menu that opens where a notice is shown lies above it", async ({ page, merchant }) => {
  await openCoupons(page, merchant);
  await actions(page, "SPRING").click();
  await page.getByRole("menuitem", { name: "End coupon" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End coupon" }).click();
  const ended = notice(page, "Ended SPRING.");
  // It stays while the pointer is on it.
  await ended.hover();

  await actions(page, "SUMMER").evaluate((button) => {
    button.scrollIntoView({ block: "end" });
    button.focus();
  });
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: "End coupon" });
  await expect(item).toBeVisible();
  const [above, below] = await Promise.all([item.boundingBox(), ended.boundingBox()]);
  if (!above || !below) throw new Error("The menu or the notice is not shown.");
  expect(above.y + above.height / 2).toBeGreaterThan(below.y);
  expect(above.x + above.width / 2).toBeGreaterThan(below.x);
  await expect.poll(() => isOnTop(item)).toBe(true);
});

test("a menu keeps the focus while its button is scrolled out of view", async ({ page, merchant }) => {
  await openCoupons(page, merchant);
  await actions(page, "SUMMER").focus();
  await page.keyboard.press("Enter");
  const first = page.getByRole("menuitem", { name: "View history" });
  await expect(first).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(actions(page, "SUMMER")).not.toBeInViewport();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Move to another affiliate" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(actions(page, "SUMMER")).toBeFocused();
  await expect(actions(page, "SUMMER")).toHaveAttribute("aria-expanded", "false");
});
