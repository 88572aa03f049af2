import { PASSWORD } from "./support/merchant.ts";
import { aQueue, detail, row, statusesOf, UNDO_MS } from "./support/review.ts";
import { at, clockTest, expect, test, visit } from "./support/test.ts";

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

clockTest("a double click decides one conversion, or undoes one decision", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["D-1", "D-2", "D-3", "D-4"], flagged: [] });
  await page.clock.install();
  await page.goto(at(merchant, "conversions/review"));
  await detail(page, "D-1").getByRole("button", { name: "Approve" }).dblclick();
  await expect(detail(page, "D-2")).toBeVisible();
  await expect(row(page, "D-1").getByText("Approved")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Approved" })).toHaveCount(1);

  // The eight seconds do not pass on a slow machine either.
  await page.clock.pauseAt(Date.now() + 60_000);
  await detail(page, "D-2").getByRole("button", { name: "Approve" }).click();
  await expect(detail(page, "D-3")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).dblclick();
  await expect(detail(page, "D-2").getByRole("button", { name: "Approve" })).toBeVisible();
  await expect(row(page, "D-1").getByText("Approved")).toBeVisible();
});

clockTest("Enter twice on Approve approves, and the focus stays in the row", async ({ page, merchant, server }) => {
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

clockTest("a bulk action leaves out the rows with a held decision", async ({ page, merchant, server }) => {
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

test("a rate-limited decision is retried", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["L-1", "L-2"], flagged: [] });
  let limited = 0;
  await page.route("**/conversions/*/approve", async (route) => {
    limited += 1;
    if (limited > 1) return route.continue();
    const json = { error: "Too many requests.", code: "rate_limited" };
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json });
  });
  await page.goto(at(merchant, "conversions/review"));
  await expect(detail(page, "L-1")).toBeVisible();
  await page.keyboard.press("a");
  await expect(detail(page, "L-2")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect.poll(() => statusesOf(merchant)).toEqual({ "L-1": "approved", "L-2": "pending" });
  await expect(page.getByText(/was not approved/)).toHaveCount(0);
});

test("single-key shortcuts can be switched off", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["Q-1", "Q-2"], flagged: [] });
  await page.goto(at(merchant, "settings/you"));
  await page.getByLabel("Single-key shortcuts").uncheck();
  await page.goto(at(merchant, "conversions/review"));
  await expect(detail(page, "Q-1")).toBeVisible();
  for (const key of ["a", "j", "g", "c"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(detail(page, "Q-1").getByRole("button", { name: "Approve" })).toBeVisible();
  await visit(page, at(merchant, "settings/you"));
  await page.getByLabel("Single-key shortcuts").check();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(detail(page, "Q-1")).toBeVisible();
});
