import { faultsOf } from "./support/looks.ts";
import { at, expect, test } from "./support/test.ts";

test("the audit log shows who changed what, with before and after, and keeps filters in the URL", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign({ max_budget: 100 });
  await merchant.call("PATCH", `campaigns/${campaignId}`, { name: "Summer Sale", commission_value: 12.5 });
  await merchant.key();

  await page.goto(at(merchant, "settings"));
  await page.getByRole("link", { name: "Open audit log" }).click();
  const table = page.getByRole("table", { name: "Audit log" });
  await expect(table.getByRole("row")).toHaveCount(5);

  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Campaign updated" }).click();
  await expect(page).toHaveURL(/action=campaign\.updated/);
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Commission value: 10 → 12.5");

  await table.getByRole("link", { name: "Campaign updated" }).click();
  const entry = page.getByRole("dialog", { name: "Campaign updated" });
  const sides = entry.getByRole("table", { name: "Before and after" });
  await expect(sides.getByRole("row", { name: "Name Spring Sale Summer Sale" })).toBeVisible();
  await expect(entry).toContainText("Rivers & Sons");
  await page.goBack();
  await expect(entry).toBeHidden();

  await page.getByRole("button", { name: "Clear filters" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /Download all 4 as CSV/ }).click();
  expect((await download).suggestedFilename()).toBe("audit-log.csv");
  await page.reload();
  await expect(table.getByRole("row").nth(1)).toContainText("CSV downloaded");
  await expect(table.getByRole("row").nth(1)).toContainText("audit-log.csv");
});

test("a campaign links to its entries in the audit log", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  await merchant.campaign({ name: "Another" });
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=settings`));
  await page.getByRole("link", { name: "Change history" }).click();
  const table = page.getByRole("table", { name: "Audit log" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Spring Sale");
  await page.getByRole("button", { name: "Only Spring Sale. Remove filter" }).click();
  await expect(table.getByRole("row")).toHaveCount(4);
});

for (const width of [1280, 390])
  test(`the audit log and an open entry pass axe at ${width} pixels`, async ({ page, merchant }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const campaignId = await merchant.campaign({ max_budget: 100 });
    await merchant.call("PATCH", `campaigns/${campaignId}`, { name: "Summer Sale", commission_value: 12.5 });
    await page.goto(at(merchant, "settings/audit-log"));
    await expect(page.getByText("Download all 3 as CSV")).toBeVisible();
    const faults = await faultsOf(page);
    await page.getByRole("link", { name: "Campaign updated" }).click();
    await expect(page.getByRole("table", { name: "Before and after" })).toBeVisible();
    faults.push(...(await faultsOf(page)));
    await page.goto(at(merchant, "settings/audit-log?actor=nobody"));
    await expect(page.getByText("No matching entries")).toBeVisible();
    faults.push(...(await faultsOf(page)));
    expect(faults).toEqual([]);
  });
