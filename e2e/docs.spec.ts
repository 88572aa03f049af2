import { expect, test } from "./support/test.ts";

// The fixture checks on every page: no requests to other hosts, no CSP violations, no console errors.
test("the API reference shows operations, examples and webhooks", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("button", { name: /post.*\/v1\/conversions$/i }).click();
  await expect(page.getByText("Records a sale, sign-up or lead for the affiliate").first()).toBeVisible();
  await expect(page.getByText("order-1001").first()).toBeVisible();
  await expect(page.getByText("payout.created").first()).toBeVisible();
});
