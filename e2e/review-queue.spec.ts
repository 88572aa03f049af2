import type { Page } from "@playwright/test";
import type { ConversionsResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import { aQueue, detail, row, statusesOf, UNDO_MS } from "./support/review.ts";
import { at, clockTest, expect, test } from "./support/test.ts";

test("the whole queue can be reviewed with the keyboard alone", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["K-1", "K-2", "K-3"], flagged: ["K-4", "K-5"] });
  await page.goto(at(merchant, "conversions"));
  await expect(page.getByRole("row", { name: /K-5/ })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: "Review queue" })).toBeVisible();
  await expect(detail(page, "K-1")).toBeVisible();
  await expect(page.getByText("3 without flags · 2 flagged")).toBeVisible();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("Reject conversion")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Close", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);

  await page.keyboard.press("j");
  await expect(detail(page, "K-2")).toBeVisible();
  await expect(page.getByRole("button", { name: /^K-2/ })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("a");
  await expect(row(page, "K-1").getByText("Approved")).toBeVisible();
  await expect(detail(page, "K-2")).toBeVisible();

  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Reject K-2?" });
  await expect(dialog.getByRole("button", { name: "Reject conversion" })).toBeFocused();
  await page.keyboard.press("2");
  await expect(dialog.getByLabel("Reason")).toHaveValue("Order cancelled");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(row(page, "K-2").getByText("Rejected")).toBeVisible();

  await expect(detail(page, "K-3")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByLabel("Select K-3")).toBeChecked();
  await page.keyboard.press("x");
  await expect(page.getByLabel("Select K-3")).not.toBeChecked();
  await page.keyboard.press("a");
  await expect(detail(page, "K-4").getByText("No click.")).toBeVisible();
  await page.keyboard.press("a");
  await expect(detail(page, "K-5")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText("All caught up")).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Conversions", exact: true })).toBeVisible();
  await expect
    .poll(() => statusesOf(merchant))
    .toEqual({ "K-1": "approved", "K-2": "rejected", "K-3": "approved", "K-4": "approved", "K-5": "approved" });
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions?status=rejected");
  expect(conversions[0]?.rejection_reason).toBe("Order cancelled");
  await page.goto(at(merchant, "conversions/review"));
  await expect(page.getByText("All caught up")).toBeVisible();
});

test("keys act on the conversion they moved to, even before the page shows it", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["F-1", "F-2", "F-3", "F-4"], flagged: [] });
  await page.goto(at(merchant, "conversions/review"));
  await expect(detail(page, "F-1")).toBeVisible();
  await pressAtOnce(page, ["j", "j", "a"]);
  await expect(row(page, "F-3").getByText("Approved")).toBeVisible();
  await expect(detail(page, "F-4")).toBeVisible();
  // The second one is for a conversion that nobody has seen yet.
  await pressAtOnce(page, ["a", "a"]);
  await expect(detail(page, "F-1")).toBeVisible();
  await page.goto(at(merchant, "campaigns"));
  const statuses = { "F-1": "pending", "F-2": "pending", "F-3": "approved", "F-4": "approved" };
  await expect.poll(() => statusesOf(merchant)).toEqual(statuses);
});

/** React handles each key before the next one, and the router has no time to follow. */
const pressAtOnce = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (all) => {
    for (const key of all) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await Promise.resolve();
    }
  }, keys);

test("holding Enter on Reject opens its dialog and confirms nothing", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["H-1"], flagged: [] });
  await page.goto(at(merchant, "conversions/review"));
  await detail(page, "H-1").getByRole("button", { name: "Reject" }).focus();
  const confirm = page.getByRole("dialog", { name: "Reject H-1?" }).getByRole("button", { name: "Reject conversion" });
  // A key that is pressed again without being released repeats.
  await page.keyboard.down("Enter");
  await expect(confirm).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(confirm).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(page, "H-1").getByText("Rejected")).toBeVisible();
});

clockTest(
  "on a phone, the focus stays in the queue when a decision can no longer be undone",
  async ({ page, merchant, server }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await aQueue(merchant, server, { clean: ["F-1", "F-2"], flagged: [] });
    await page.clock.install();
    await page.goto(at(merchant, "conversions/review"));
    await page.getByRole("button", { name: /^F-1/ }).press("Enter");
    await expect(detail(page, "F-1")).toBeFocused();
    await detail(page, "F-1").getByRole("button", { name: "Approve" }).press("Enter");
    await expect(detail(page, "F-2")).toBeFocused();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.focus();
    await page.clock.fastForward(UNDO_MS);
    await expect(undo).toHaveCount(0);
    await expect(detail(page, "F-2")).toBeFocused();
  },
);

clockTest("a decision can be undone for 8 seconds and is then sent once", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["U-1", "U-2"], flagged: [] });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/conversions/")) sent.push(request.url());
  });
  await page.clock.install();
  await page.goto(at(merchant, "conversions/review"));
  await expect(detail(page, "U-1")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("status").filter({ hasText: "Approved U-1." })).toBeVisible();
  await page.keyboard.press("u");
  await expect(detail(page, "U-1").getByRole("button", { name: "Approve" })).toBeVisible();
  await page.clock.fastForward(2 * UNDO_MS);
  expect(sent).toEqual([]);
  expect(await statusesOf(merchant)).toEqual({ "U-1": "pending", "U-2": "pending" });

  await page.keyboard.press("a");
  await expect(row(page, "U-1").getByRole("button", { name: "Undo for U-1" })).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect.poll(() => statusesOf(merchant)).toEqual({ "U-1": "approved", "U-2": "pending" });
  await expect(row(page, "U-1").getByText("Approved")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await page.clock.fastForward(2 * UNDO_MS);
  await page.goto(at(merchant, "conversions"));
  expect(sent).toHaveLength(1);
});

test("a decision that is still held is sent when the page is closed", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["C-1", "C-2", "C-3"], flagged: [] });
  await page.goto(at(merchant, "conversions/review"));
  await expect(detail(page, "C-1")).toBeVisible();
  await page.keyboard.press("a");
  await expect(detail(page, "C-2")).toBeVisible();
  await page.keyboard.press("a");
  await expect(detail(page, "C-3")).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => statusesOf(merchant)).toEqual({ "C-1": "approved", "C-2": "approved", "C-3": "pending" });
});

test("approves all conversions without flags, and leaves the flagged ones", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["N-1", "N-2"], flagged: ["N-3"] });
  await page.goto(at(merchant, "conversions/review"));
  await expect(page.getByRole("region", { name: /^Flagged/ }).getByText("No click")).toBeVisible();
  await page.getByRole("button", { name: "Approve 2 without flags" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("€24.00")).toBeVisible();
  await dialog.getByRole("button", { name: "Approve 2 conversions" }).click();
  await expect(dialog.getByText("2 conversions approved, 0 failed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(detail(page, "N-3")).toBeVisible();
  expect(await statusesOf(merchant)).toEqual({ "N-1": "approved", "N-2": "approved", "N-3": "pending" });
  await expect(page.getByRole("button", { name: /without flags$/ })).toHaveCount(0);
});

test("a bulk approval lists flagged conversions separately, with their flags, unticked", async ({
  page,
  merchant,
  server,
}) => {
  await aQueue(merchant, server, { clean: ["B-1"], flagged: ["B-2", "B-3"] });
  await page.goto(at(merchant, "conversions?status=pending"));
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Approve 3 conversions" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Approve 1 conversion" })).toBeEnabled();
  await expect(dialog.getByText("No click")).toHaveCount(2);
  await expect(dialog.getByLabel("Also approve 2 flagged conversions")).not.toBeChecked();
  await dialog.getByLabel(/^B-3 ·/).check();
  await dialog.getByRole("button", { name: "Approve 2 conversions" }).click();
  await expect(dialog.getByText("2 conversions approved, 0 failed.")).toBeVisible();
  expect(await statusesOf(merchant)).toEqual({ "B-1": "approved", "B-2": "pending", "B-3": "approved" });
});

clockTest("an approved row stays in place until the list is refreshed", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["P-1", "P-2", "P-3"], flagged: [] });
  await page.clock.install();
  await page.goto(at(merchant, "conversions?status=pending&warning_sign=none"));
  const orders = page.getByRole("row").getByRole("link");
  await expect(orders).toHaveText(["P-1", "P-2", "P-3"]);
  const button = page.getByRole("button", { name: "Approve P-1" });
  const box = await button.boundingBox();
  await button.click();
  await expect(page.getByRole("button", { name: "Undo for P-1" })).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(page.getByRole("button", { name: "Undo for P-1" })).toHaveCount(0);
  await expect.poll(() => statusesOf(merchant)).toMatchObject({ "P-1": "approved" });
  await expect(orders).toHaveText(["P-1", "P-2", "P-3"]);
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.goto(at(merchant, "conversions?status=pending&warning_sign=none"));
  expect(await statusesOf(merchant)).toMatchObject({ "P-2": "pending", "P-3": "pending" });
  await expect(orders).toHaveText(["P-2", "P-3"]);
});

test("a selection survives the next page, and Shift selects a range", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: Array.from({ length: 52 }, (_, index) => `S-${index + 10}`), flagged: [] });
  await page.goto(at(merchant, "conversions?offset=2000"));
  await expect(page.getByText("51–52 of 52")).toBeVisible();
  await page.getByLabel("Select S-61").check();
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByLabel("Select S-12").check();
  await page.getByLabel("Select S-15").click({ modifiers: ["Shift"] });
  await expect(page.getByText("5 selected")).toBeVisible();
  await page.getByRole("button", { name: "Approve 5 conversions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve 5 conversions" }).click();
  await expect(page.getByText("5 conversions approved, 0 failed.")).toBeVisible();
  const approved = Object.entries(await statusesOf(merchant)).filter(([, status]) => status === "approved");
  expect(approved.map(([order]) => order).toSorted()).toEqual(["S-12", "S-13", "S-14", "S-15", "S-61"]);
});

test("the palette finds an order in any spelling, and remembers it", async ({ page, merchant, server }) => {
  await aQueue(merchant, server, { clean: ["#DS-22064"], flagged: [] });
  await page.goto(at(merchant));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search and commands" });
  const hit = page.getByRole("option", { name: "Conversion #DS-22064: €120.00, pending review" });
  for (const typed of ["ds-22064", " # DS-2206", "ds"]) {
    await page.keyboard.press("Control+k");
    await field.fill(typed);
    await expect(hit).toBeVisible();
    await expect(page.getByRole("option").first()).toHaveAccessibleName(/^Conversion #DS-22064/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "#DS-22064" })).toBeVisible();
  }
  await page.keyboard.press("Control+k");
  await expect(hit).toBeVisible();
  for (const name of ["Claims", "Members", "Audit log", "Prepare batch", "New API key", "Docs", "dark theme"]) {
    await field.fill(name);
    await expect(page.getByRole("option", { name: new RegExp(name, "i") }).first()).toBeVisible();
  }
});

for (const width of [390, 820, 1280])
  test(`the review queue passes axe at ${width} pixels in light and dark`, async ({ page, merchant, server }, info) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await aQueue(merchant, server, { clean: [`W${width}-1`, `W${width}-2`], flagged: [`W${width}-3`] });
    await page.goto(at(merchant, "conversions/review"));
    const first = page.getByRole("button", { name: new RegExp(`^W${width}-1`) });
    await expect(first).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await first.click();
    await expect(detail(page, `W${width}-1`).getByText("How this was calculated")).toBeVisible();
    await detail(page, `W${width}-1`).getByRole("button", { name: "Approve" }).click();
    await expect(detail(page, `W${width}-2`).getByText("How this was calculated")).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`light-${width}.png`), fullPage: true });
    const back = page.getByRole("link", { name: "All pending conversions" });
    if (await back.isVisible()) {
      await back.click();
      await expect(row(page, `W${width}-1`).getByText("Approved")).toBeVisible();
    }
  });
