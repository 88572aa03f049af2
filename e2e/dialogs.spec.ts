import type { Locator, Page } from "@playwright/test";
import type { EndpointSecretResponse } from "tributary-sdk/pages";
import { join, signInWith } from "./support/affiliate.ts";
import { holdRequest } from "./support/held.ts";
import { at, expect, test } from "./support/test.ts";

/** Escape, the close button and a click outside. */
async function tryToClose(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Close", exact: true })).toBeDisabled();
}

/** Escape arrives right after the click, before the browser does anything else. */
async function clickAndEscape(button: Locator): Promise<void> {
  await button.evaluate(async (element: HTMLElement) => {
    element.click();
    await Promise.resolve();
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
}

test("a confirmation stays open while its request runs, and shows why it failed", async ({ page, merchant }) => {
  const body = { url: "https://127.0.0.10/", events: ["conversion.created"] };
  const { endpoint } = await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", body);
  await page.goto(at(merchant, "developers?tab=webhooks"));
  await page.getByRole("button", { name: "Actions for https://127.0.0.10/" }).click();
  await page.getByRole("menuitem", { name: "Delete endpoint" }).click();
  const dialog = page.getByRole("dialog");
  const deletion = await holdRequest(page, "DELETE", `**/webhook-endpoints/${endpoint.id}`);
  await clickAndEscape(dialog.getByRole("button", { name: "Delete endpoint" }));
  await deletion.sent;
  await tryToClose(page);
  await merchant.call("DELETE", `webhook-endpoints/${endpoint.id}`);
  await deletion.release();
  await expect(dialog.getByRole("alert")).toHaveText("Webhook endpoint not found.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a key is shown although Escape was pressed while it was created", async ({ page, merchant }) => {
  await page.goto(at(merchant, "developers?tab=keys"));
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("shop backend");
  const creation = await holdRequest(page, "POST", "**/api-keys");
  await clickAndEscape(dialog.getByRole("button", { name: "Create API key" }));
  await creation.sent;
  await tryToClose(page);
  await creation.release();
  await expect(page.getByTestId("secret")).toContainText("sk_");
});

test("the clock of a test account shows what happened although Escape was pressed", async ({ page, merchant }) => {
  const twin = await merchant.testAccount("ci-1");
  await page.goto(at(twin));
  await page.getByRole("button", { name: "Advance clock" }).click();
  const dialog = page.getByRole("dialog");
  const advance = await holdRequest(page, "POST", "**/test-clock");
  await clickAndEscape(dialog.getByRole("button", { name: "Advance 1 day" }));
  await advance.sent;
  await tryToClose(page);
  await advance.release();
  await expect(dialog.getByText("Nothing was due on the way.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
});

test("Escape returns the focus to the button that opened the dialog", async ({ page, merchant }) => {
  const body = { url: "https://127.0.0.10/", events: ["conversion.created"] };
  await merchant.call("POST", "webhook-endpoints", body);
  const dialog = page.getByRole("dialog");
  const create = page.getByRole("button", { name: "Create API key" });
  await page.goto(at(merchant, "developers?tab=keys"));
  await create.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(create).toBeFocused();

  const menu = page.getByRole("button", { name: "Actions for https://127.0.0.10/" });
  await page.getByRole("tab", { name: "Webhooks" }).click();
  for (let round = 0; round < 2; round += 1) {
    await menu.press("Enter");
    await page.getByRole("menuitem", { name: "Delete endpoint" }).press("Enter");
    await expect(dialog.getByRole("button", { name: "Delete endpoint" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(menu).toBeFocused();
  }
});

test("a click outside closes the invite dialog only while nothing is typed", async ({ page, merchant }) => {
  await merchant.campaign();
  await page.goto(at(merchant, "affiliates?invite=yes"));
  const dialog = page.getByRole("dialog");
  const addresses = dialog.getByLabel("Email addresses");
  await expect(addresses).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Invite affiliates" }).first().click();
  await addresses.fill("ada@partner.example, grace@partner.example");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("button", { name: "Invite 2 affiliates" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a confirmation closes when someone leaves its page", async ({ page, merchant }) => {
  const id = await merchant.campaign({ name: "Spring Sale" });
  await page.goto(at(merchant, "campaigns"));
  await page.getByRole("link", { name: "Spring Sale" }).click();
  // The list has the same menu, and stays until the page's code has loaded.
  await expect(page.getByRole("heading", { level: 1, name: "Spring Sale" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Spring Sale" }).click();
  await page.getByRole("menuitem", { name: "Pause campaign" }).click();
  const dialog = page.getByRole("dialog");
  const pause = await holdRequest(page, "PATCH", `**/campaigns/${id}`);
  await dialog.getByRole("button", { name: "Pause campaign" }).click();
  await pause.sent;
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for Spring Sale" }).click();
  await page.getByRole("menuitem", { name: "Pause campaign" }).click();
  await pause.release();
  await expect(page.locator("tbody").getByText("Paused", { exact: true })).toBeVisible();
  await expect(dialog).toBeVisible();
});

test("the search does not open over a secret that is shown once", async ({ page, merchant }) => {
  const search = page.getByRole("combobox", { name: "Search and commands" });
  await page.goto(at(merchant, "developers?tab=keys"));
  // From here on it opens at once.
  await page.getByRole("button", { name: "Create API key" }).press("Control+k");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").press("Control+k");
  await page.keyboard.type("shop backend");
  await expect(dialog.getByLabel("Name")).toHaveValue("shop backend");
  await expect(search).toHaveCount(0);
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByTestId("secret")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByLabel("I have stored it").check();
  await expect(search).toHaveCount(0);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
});

test("the search of the portal does not open over a dialog", async ({ page, context, merchant }) => {
  const campaignId = await merchant.campaign();
  const { cookie } = await join(merchant, campaignId);
  await signInWith(context, merchant.origin, cookie);
  const search = page.getByRole("combobox", { name: "Search and commands" });
  await page.goto(`/portal/campaigns/${campaignId}`);
  const actions = page.getByRole("button", { name: "Actions for Spring Sale" });
  await actions.press("Control+k");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await actions.click();
  await page.getByRole("menuitem", { name: "Leave campaign" }).click();
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave campaign" });
  await expect(leave).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(search).toHaveCount(0);
});
