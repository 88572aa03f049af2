import { testShop } from "./support/test-shop.ts";
import { at, expect, test } from "./support/test.ts";

test("opens the portal as a test affiliate, and returns to the dashboard", async ({ page, merchant }) => {
  const { twin, affiliateId } = await testShop(merchant);
  await page.goto(at(twin, `affiliates/${affiliateId}`));
  await page.getByRole("button", { name: "Open portal as Tess Tester" }).click();
  await expect(page).toHaveURL(`${merchant.origin}/test/portal`);
  const band = page.getByRole("region", { name: "Test mode" });
  await expect(band).toContainText("ci-3");
  await expect(
    page.getByRole("region", { name: "Latest conversions" }).getByRole("link", { name: "Spring Sale" }),
  ).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Profile" }).first().click();
  await expect(page).toHaveURL(`${merchant.origin}/test/portal/profile`);
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("tess@partner.example").first()).toBeVisible();

  await band.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Affiliates" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Tess Tester" }).click();
  await expect(page.getByRole("menuitem", { name: "Open portal as Tess Tester" })).toBeVisible();
  await page.goto(at(merchant));
  await expect(page.getByRole("button", { name: `Signed in as ${merchant.email}` })).toBeVisible();
  await expect(band).toHaveCount(0);
});

test("an invitation in the emails of a test account opens as the test person", async ({ page, merchant }) => {
  const { twin } = await testShop(merchant);
  await page.goto(at(twin, "emails"));
  await page
    .getByRole("link", { name: /invite/i })
    .first()
    .click();
  const link = page.getByRole("link", { name: /\/invite\// });
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page).toHaveURL(/\/test\/invite\//);
  await page.getByLabel("Your name").fill("Ada Tester");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: /Join/ }).click();
  await page.getByRole("link", { name: "Open campaign" }).click();
  await expect(page).toHaveURL(/\/test\/portal\/campaigns\//);
  await expect(page.getByRole("region", { name: "Test mode" })).toContainText("ci-3");
  await page.goto(at(merchant));
  await expect(page.getByRole("button", { name: `Signed in as ${merchant.email}` })).toBeVisible();
});
