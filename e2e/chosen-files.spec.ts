import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { at, expect, notice, test } from "./support/test.ts";

// A file with a mistake is corrected, saved under its name and chosen again, while the page is open.

/** Playwright's `setInputFiles` would report the same file again, which browsers do not. */
async function choose(page: Page, path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content);
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "input[type=file]" });
  await session.send("DOM.setFileInputFiles", { nodeId, files: [path] });
  await session.detach();
}

test("a corrected file with bank results can be chosen again", async ({ page, merchant }, info) => {
  await page.goto(at(merchant, "payouts/import"));
  const field = page.getByLabel("Results (CSV)");
  await expect(field).toBeVisible();
  for (const csv of ["payout_id;wrong", "payout_id;status"]) {
    await choose(page, info.outputPath("results.csv"), csv);
    await expect(field).toHaveValue(csv);
  }
});

test("a corrected file with coupons can be chosen again", async ({ page, merchant }, info) => {
  await page.goto(at(merchant, `campaigns/${await merchant.campaign()}/coupons/paste`));
  const field = page.getByLabel("Codes and email addresses");
  await expect(field).toBeVisible();
  for (const lines of ["ADA10,ada", "ADA10,ada@partner.example"]) {
    await choose(page, info.outputPath("coupons.csv"), lines);
    await expect(field).toHaveValue(lines);
  }
});

test("a corrected logo can be chosen again", async ({ page, merchant }, info) => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await page.goto(at(merchant, "settings"));
  const branding = page.getByRole("region", { name: "Branding" });
  await expect(branding.getByLabel("Cover line")).toBeVisible();
  await choose(page, info.outputPath("logo.png"), "<svg/>");
  await expect(branding.getByText("This file is not a complete PNG, JPEG or WebP image.")).toBeVisible();
  await choose(page, info.outputPath("logo.png"), Buffer.from(pixel, "base64"));
  await expect(notice(page, "Logo saved.")).toBeVisible();
});
