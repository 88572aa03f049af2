import { expect, test } from "./support/test.ts";

// That nothing is asked for elsewhere, refused by the policy or complained about is checked of every page.
test("the documentation shows operations, their examples and the webhooks", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("button", { name: /post.*\/v1\/conversions$/i }).click();
  await expect(page.getByText("Records a sale, sign-up or lead for the affiliate").first()).toBeVisible();
  await expect(page.getByText("order-1001").first()).toBeVisible();
  await expect(page.getByText("payout.created").first()).toBeVisible();
});
