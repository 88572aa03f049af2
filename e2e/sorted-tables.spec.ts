import type { Page } from "@playwright/test";
import { join, joinToo, signInWith } from "./support/affiliate.ts";
import { at, expect, test, visit } from "./support/test.ts";

/** Clicks through both directions of a column and back, and reads the first cell of the rows in each. */
async function sortBy(page: Page, table: string, column: string): Promise<string[][]> {
  const list = page.getByRole("table", { name: table, exact: true });
  const head = list.getByRole("columnheader", { name: column, exact: true });
  const names = list.locator("tbody tr td:first-child");
  const orders: string[][] = [];
  for (const direction of ["ascending", "descending"]) {
    await head.getByRole("button").click();
    await expect(head).toHaveAttribute("aria-sort", direction);
    await expect(list).toHaveAttribute("aria-busy", "false");
    orders.push(await names.allInnerTexts());
  }
  await page.reload();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await head.getByRole("button").click();
  await expect(head).not.toHaveAttribute("aria-sort");
  return orders;
}

test("dashboard lists sort by the clicked column, and the URL keeps the order", async ({ page, merchant }) => {
  await merchant.campaign({ name: "Winter" });
  await merchant.campaign({ name: "Autumn" });
  await page.goto(at(merchant, "campaigns"));
  const [up, down] = await sortBy(page, "Campaigns", "Campaign");
  expect(up?.map((text) => text.split("\n")[0])).toEqual(["Autumn", "Winter"]);
  expect(down?.map((text) => text.split("\n")[0])).toEqual(["Winter", "Autumn"]);

  for (const name of ["shop", "blog"]) await merchant.key(name);
  await visit(page, at(merchant, "developers?tab=keys"));
  expect(await sortBy(page, "API keys", "Name")).toEqual([
    ["blog", "shop"],
    ["shop", "blog"],
  ]);
  await expect(page).toHaveURL(/tab=keys$/);

  for (const email of ["z@shop.example", "a@shop.example"])
    await merchant.call("POST", "member-invitations", { email, role: "viewer" });
  await visit(page, at(merchant, "settings/team?sort=-name"));
  expect(await sortBy(page, "Pending invitations", "Email")).toEqual([
    ["a@shop.example", "z@shop.example"],
    ["z@shop.example", "a@shop.example"],
  ]);
  await expect(page).toHaveURL(/sort=-name$/);
});

test("a list that the page holds whole sorts in the page", async ({ page, merchant }) => {
  for (const [currency, day] of [
    ["EUR", 20],
    ["GBP", 3],
  ])
    // prettier-ignore
    await merchant.call("PUT", "payout-settings/schedule", { currency, day, minimum: 0 });
  await page.goto(at(merchant, "settings/payouts"));
  expect(await sortBy(page, "Monthly batches", "Day of the month")).toEqual([
    ["GBP", "EUR"],
    ["EUR", "GBP"],
  ]);

  await visit(page, at(merchant, "payouts/import?sort=-line"));
  await page.getByRole("textbox", { name: "Results (CSV)" }).fill("payout_id,status\npo_a,paid\npo_b,paid");
  await page.getByRole("button", { name: "Preview results" }).click();
  const lines = page.getByRole("table", { name: "Results by line" }).locator("tbody tr td:first-child");
  await expect(lines).toHaveText(["3", "2"]);
  await page.getByRole("columnheader", { name: "Line" }).getByRole("button").click();
  await expect(lines).toHaveText(["2", "3"]);
  await expect(page.getByRole("textbox", { name: "Results (CSV)" })).toHaveValue(/po_b/);
});

test("an affiliate sorts campaigns", async ({ page, context, merchant }) => {
  const ada = await join(merchant, await merchant.campaign({ name: "Winter" }));
  await joinToo(merchant, await merchant.campaign({ name: "Autumn" }), ada);
  await context.clearCookies();
  await signInWith(context, merchant.origin, ada.cookie);
  await page.goto("/portal/campaigns");
  const [up] = await sortBy(page, "Campaigns", "Campaign");
  expect(up?.map((text) => text.split("\n")[0])).toEqual(["Autumn", "Winter"]);
});
