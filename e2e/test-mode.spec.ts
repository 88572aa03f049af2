import { faultsOf } from "./support/looks.ts";
import { at, expect, notice, test } from "./support/test.ts";

test("switches to a test account, says so on every page, and moves its clock", async ({ page, merchant }) => {
  await page.goto(at(merchant, "developers?tab=test"));
  await page.getByRole("button", { name: "Create test account" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("ci-1");
  await page.getByRole("dialog").getByRole("button", { name: "Create test account" }).click();
  await expect(notice(page, "Created ci-1.")).toBeVisible();
  const band = page.getByRole("region", { name: "Test mode" });
  await expect(band).toHaveCount(0);

  await page.getByRole("button", { name: /Switch account/ }).click();
  await page.getByRole("menuitem", { name: "ci-1" }).click();
  await expect(band).toContainText("ci-1");
  await page.reload();
  await expect(band).toContainText("ci-1");
  for (const name of ["Campaigns", "Payouts", "Settings"]) {
    await page.getByRole("navigation").getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(band).toBeVisible();
  }

  const time = band.getByRole("time");
  const before = (await time.getAttribute("datetime")) ?? "";
  await band.getByRole("button", { name: "Advance clock" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Advance 7 days" }).click();
  await expect(dialog.getByText("Nothing was due on the way.")).toBeVisible();
  const after = new Date(Date.parse(before) + 7 * 24 * 3600_000).toISOString();
  await expect(time).toHaveAttribute("datetime", after);
  await dialog.getByLabel("Custom time").fill("2020-01-01T00:00");
  await dialog.getByLabel("Custom time").press("Enter");
  await expect(dialog.getByText("A test clock only moves forward.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await band.getByRole("link", { name: "Exit test mode" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(band).toHaveCount(0);
});

test("creates a test key, shows the emails of a test account, and resets it", async ({ page, merchant }) => {
  const { test_account: twin } = await merchant.call<{ test_account: { id: string } }>("POST", "test-accounts", {
    name: "ci-2",
  });
  const inTwin = (path: string): string => `${merchant.origin}/dashboard/${twin.id}/${path}`;
  await page.goto(inTwin("developers?tab=keys"));
  await page.getByRole("button", { name: "Create test key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("ci");
  await page.getByRole("dialog").getByRole("button", { name: "Create test key" }).click();
  await expect(page.getByTestId("secret")).toContainText("sk_test_");
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();

  await page.goto(inTwin("emails"));
  await expect(page.getByText("No emails yet")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(inTwin("developers?tab=test"));
  await page.getByRole("button", { name: "Actions for ci-2" }).click();
  await page.getByRole("menuitem", { name: "Reset test account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset test account" }).click();
  await expect(notice(page, "Reset ci-2.")).toBeVisible();
});
