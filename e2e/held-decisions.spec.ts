import { PASSWORD } from "./support/merchant.ts";
import { aQueue, detail, row, statusesOf, UNDO_MS } from "./support/review.ts";
import { at, expect, test } from "./support/test.ts";

test("signing out sends the decisions that are still held", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["O-1", "O-2", "O-3"], flagged: [] });
  await page.goto(at(merchant, "conversions/review"));
  await expect(detail(page, "O-1")).toBeVisible();
  await page.keyboard.press("a");
  await expect(detail(page, "O-2")).toBeVisible();
  await page.keyboard.press("a");
  await expect(detail(page, "O-3")).toBeVisible();
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(/was not approved/)).toHaveCount(0);
  await page.getByLabel("Email").fill(merchant.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto(at(merchant, "conversions"));
  const states = { "O-1": "Approved", "O-2": "Approved", "O-3": "Pending review" };
  for (const [order, state] of Object.entries(states))
    await expect(page.getByRole("row").filter({ hasText: order })).toContainText(state);
});

test("a double click decides one conversion, or undoes one decision", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["D-1", "D-2", "D-3", "D-4"], flagged: [] });
  await page.goto(at(merchant, "conversions/review"));
  await detail(page, "D-1").getByRole("button", { name: "Approve" }).dblclick();
  await expect(detail(page, "D-2")).toBeVisible();
  await expect(row(page, "D-1").getByText("Approved")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo for/ })).toHaveCount(1);

  await detail(page, "D-2").getByRole("button", { name: "Approve" }).click();
  await expect(detail(page, "D-3")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).dblclick();
  await expect(detail(page, "D-2").getByRole("button", { name: "Approve" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo for D-1" })).toBeVisible();
});

test("Enter twice on Approve approves, and the focus stays in the row", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["E-1", "E-2"], flagged: [] });
  await page.clock.install();
  await page.goto(at(merchant, "conversions?status=pending"));
  const undo = page.getByRole("button", { name: "Undo for E-1" });
  await page.getByRole("button", { name: "Approve E-1" }).focus();
  await page.keyboard.press("Enter");
  await expect(undo.locator("..")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(undo).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "E-1" })).toBeFocused();

  await page.getByRole("button", { name: "Approve E-1" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.clock.fastForward(UNDO_MS);
  await expect(page.getByRole("link", { name: "E-1" })).toBeFocused();
  await expect.poll(() => statusesOf(merchant)).toEqual({ "E-1": "approved", "E-2": "pending" });
});

test("a bulk action leaves out the rows with a held decision", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["H-1", "H-2", "H-3"], flagged: [] });
  await page.clock.install();
  await page.goto(at(merchant, "conversions?status=pending"));
  await page.getByLabel("Select H-1").check();
  await page.getByRole("button", { name: "Approve H-1" }).click();
  await expect(page.getByLabel("Select H-1")).toBeDisabled();
  await expect(page.getByLabel("Select H-1")).not.toBeChecked();
  await page.getByLabel("Select all on this page").check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Reject 2 conversions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reject 2 conversions" }).click();
  await expect(page.getByText("2 conversions rejected, 0 failed.")).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect.poll(() => statusesOf(merchant)).toEqual({ "H-1": "approved", "H-2": "rejected", "H-3": "rejected" });
});
