import type { Page } from "@playwright/test";
import { signInWith } from "./support/affiliate.ts";
import { faultsOf } from "./support/looks.ts";
import { furnish } from "./support/portal-pages.ts";
import { at, expect, signInAs, test, visit } from "./support/test.ts";

for (const width of [1280, 390]) {
  test(`portal pages pass axe in light and dark, and fit into ${width} pixels`, async ({ page, context, server }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    const look = async (landmark: string): Promise<void> => {
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    };
    const stage = await furnish(server.origin);
    for (const [path, landmark] of stage.open) {
      await page.goto(path);
      await look(landmark);
    }
    await signInWith(context, server.origin, stage.cookie);
    await page.goto("/portal");
    for (const [path, landmark] of stage.pages) {
      await visit(page, path);
      await look(landmark);
    }
    faults.push(...(await faultsOfWhatOpens(page)));
    await context.clearCookies();
    await signInAs(context, stage.merchant);
    await page.goto(at(stage.merchant));
    // The app must be open: a visit before its first page is shown gets lost.
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const [path, landmark] of stage.ofMerchant) {
      await visit(page, at(stage.merchant, path));
      await look(landmark);
    }
    expect(faults).toEqual([]);
  });
}

/** Dialogs, forms and menus. */
async function faultsOfWhatOpens(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await visit(page, "/portal");
  await page.getByRole("button", { name: "Show table" }).click();
  await expect(page.getByRole("table", { name: "Figures by day" })).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await visit(page, "/portal/profile");
  await page.getByRole("button", { name: "Change payout details" }).click();
  await page.getByText("PayPal").click();
  await expect(page.getByLabel("PayPal email")).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.getByRole("button", { name: "Keep my account" }).click();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("listbox", { name: "Results" })).toBeVisible();
  faults.push(...(await faultsOf(page)));
  return faults;
}
