import type { BrandingResponse } from "tributary-sdk/pages";
import { join, signInWith } from "./support/affiliate.ts";
import { faultsOf } from "./support/looks.ts";
import { next } from "./support/merchant.ts";
import { at, expect, notice, test } from "./support/test.ts";

/** One transparent pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const TEAL = "rgb(11, 98, 94)";

test("a merchant's logo, colour and line appear on the invitation and in the portal", async ({
  page,
  browser,
  merchant,
  server,
  watch,
}) => {
  const campaignId = await merchant.campaign();
  const { cookie } = await join(merchant, campaignId);
  const link = await merchant.invite(campaignId, `ada-${next()}@partner.example`);
  await page.goto(at(merchant, "settings"));
  const branding = page.getByRole("region", { name: "Branding" });

  // An invalid file changes nothing, and the error says what to do.
  const svg = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") };
  await branding.locator("input[type=file]").setInputFiles(svg);
  await expect(branding.getByText("This file is not a complete PNG, JPEG or WebP image.")).toBeVisible();
  // Uploading a logo keeps what is typed below it.
  await branding.getByLabel("Cover line").fill("Fine tea since 1912.");
  const pixel = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };
  await branding.locator("input[type=file]").setInputFiles(pixel);
  await expect(notice(page, "Logo saved.")).toBeVisible();
  await expect(branding.locator("img")).toHaveAttribute("src", /^\/logos\/[0-9a-f]{64}\.png$/);

  await expect(branding.getByLabel("Cover line")).toHaveValue("Fine tea since 1912.");
  await branding.getByLabel("Accent colour").fill("#ffcc00");
  await branding.getByRole("button", { name: "Save branding" }).click();
  await expect(branding.getByText(/^White text on this colour has a contrast of 1\.\d:1\./)).toBeVisible();
  await branding.getByLabel("Accent colour").fill("#7a1f3d");
  await branding.getByRole("button", { name: "Save branding" }).click();
  await expect(notice(page, "Branding saved.")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  const theirs = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } });
  await watch(theirs);
  const invited = await theirs.newPage();
  await invited.goto(link);
  await expect(invited.getByText("Fine tea since 1912.", { exact: true })).toBeVisible();
  const logo = invited.locator("main img");
  await expect(logo).toHaveAttribute("src", /^\/logos\//);
  // The image has loaded, under an unchanged content security policy.
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(invited.getByRole("button", { name: "Join" })).toHaveCSS("background-color", "rgb(122, 31, 61)");
  expect(await faultsOf(invited)).toEqual([]);

  await signInWith(theirs, server.origin, cookie);
  await invited.goto("/portal");
  await expect(invited.getByRole("banner").getByText("Rivers & Sons")).toBeVisible();
  await expect(invited.getByRole("banner").locator("img")).toHaveAttribute("src", /^\/logos\//);
  const card = invited.getByRole("region", { name: "Your link" });
  await expect(card.locator("img")).toHaveAttribute("src", /^\/logos\//);
  await expect(card.getByRole("button", { name: "Copy link" })).toHaveCSS("background-color", "rgb(122, 31, 61)");
  await invited.goto(`/portal/campaigns/${campaignId}`);
  await expect(invited.getByText("Fine tea since 1912.")).toBeVisible();

  // Without branding, the page has our own colour again.
  await branding.getByRole("button", { name: "Remove logo" }).click();
  await expect(notice(page, "Logo removed.")).toBeVisible();
  await branding.getByLabel("Accent colour").fill("");
  await branding.getByRole("button", { name: "Save branding" }).click();
  await expect
    .poll(async () => (await merchant.call<BrandingResponse>("GET", "branding")).branding)
    .toMatchObject({ logo_url: null, accent: null });
  await theirs.clearCookies();
  await invited.goto(link);
  await expect(invited.getByRole("button", { name: "Join" })).toHaveCSS("background-color", TEAL);
  await theirs.close();
});
