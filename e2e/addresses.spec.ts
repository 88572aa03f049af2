import { PASSWORD } from "./support/merchant.ts";
import { at, expect, test, visit } from "./support/test.ts";

test("the back button returns to the previous tab and page of a list, and never to the sign-in form", async ({
  page,
  merchant,
  context,
}) => {
  await context.clearCookies();
  await page.goto(at(merchant, "payouts"));
  await page.getByLabel("Email").fill(merchant.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Payouts", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "Developers" }).click();
  // Payouts have tabs too.
  await expect(page.getByRole("heading", { name: "Developers", level: 1 })).toBeVisible();
  const tabs = page.getByRole("tablist");
  const [first, second] = [tabs.getByRole("tab").first(), tabs.getByRole("tab").nth(1)];
  await second.click();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Payouts", level: 1 })).toBeVisible();
  // The form was replaced: before the payouts there is only the empty tab.
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
});

test("the back button undoes a filter, but not single letters of a search", async ({ page, merchant }) => {
  await merchant.campaign();
  await page.goto(at(merchant));
  await page.getByRole("link", { name: "Campaigns" }).click();
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Paused" }).click();
  await expect(page.getByText("No matching campaigns")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Spring Sale" })).toBeVisible();
  const search = page.getByLabel("Search by name");
  for (const text of ["z", "zz"]) {
    await search.fill(text);
    await expect(page).toHaveURL(new RegExp(`search=${text}$`));
  }
  await page.goBack();
  await expect(page).toHaveURL(at(merchant));
});

test("the back button leaves a list that opened beyond its end, and opens no dialog again", async ({
  page,
  merchant,
}) => {
  await merchant.campaign();
  await page.goto(at(merchant, "developers"));
  const start = page.getByRole("heading", { name: "Developers", level: 1 });
  await expect(start).toBeVisible();
  await visit(page, at(merchant, "campaigns?offset=50"));
  await expect(page.getByRole("table", { name: "Campaigns" })).toContainText("Spring Sale");
  await page.goBack();
  await expect(start).toBeVisible();

  const dialog = page.getByRole("dialog");
  const audit = "settings/audit-log";
  await visit(page, at(merchant, audit));
  await page.getByRole("table", { name: "Audit log" }).getByRole("link", { name: "Campaign created" }).click();
  for (const path of [audit, "settings/team?invite=yes", "affiliates?invite=yes"]) {
    if (path !== audit) await visit(page, at(merchant, path));
    await expect(dialog.getByRole("heading")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  for (const path of ["settings/team", audit, audit]) {
    await page.goBack();
    await expect(page).toHaveURL(at(merchant, path));
    await expect(dialog).toHaveCount(0);
  }
  await page.goBack();
  await expect(start).toBeVisible();
});

test("opens the dashboard instead of the sign-in form for someone who is signed in", async ({ page, merchant }) => {
  await page.goto("/signin");
  await expect(page).toHaveURL(at(merchant));
  await page.goto(`/signin?next=${encodeURIComponent(at(merchant, "campaigns"))}`);
  await expect(page).toHaveURL(at(merchant, "campaigns"));
});

test("an unknown address has its own page: alone, and within the dashboard", async ({ page, merchant }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto(at(merchant, "no-such-page"));
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Campaigns" }).click();
  await expect(page.getByRole("heading", { name: "Campaigns", level: 1 })).toBeVisible();
});
