import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { join, signInWith } from "./support/affiliate.ts";
import { faultsOf } from "./support/looks.ts";
import { Merchant, PASSWORD } from "./support/merchant.ts";
import { at, expect, notice, test } from "./support/test.ts";

const STEP_SECONDS = 30;

/**
 * The code of this or a later step. The server accepts each code only once, and those of one step before and after the
 * current one. Confirming with this step's code and signing in with the next one's works at any second of a step.
 */
const codeOf = (secret: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsAhead * STEP_SECONDS * 1000 });

const section = (page: Page) => page.getByRole("region", { name: "Two-factor authentication" });

async function turnOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await section(page).getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await dialog.getByRole("region", { name: "secret" }).locator("pre").textContent()) ?? "";
  await dialog.getByLabel("Code").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  const recoveryCodes = ((await codes.getByTestId("secret").textContent()) ?? "").split("\n");
  return { secret, recoveryCodes };
}

async function stored(page: Page): Promise<void> {
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function giveCredentials(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
}

test("sign-in asks for a code once it is on, and accepts each recovery code once", async ({
  page,
  merchant,
  context,
}) => {
  await page.goto(at(merchant, "settings/you"));
  const { secret, recoveryCodes } = await turnOn(page);
  expect(recoveryCodes).toHaveLength(10);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download codes" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("tributary-recovery-codes.txt");
  expect(readFileSync(await file.path(), "utf8")).toBe(`${recoveryCodes.join("\n")}\n`);
  await stored(page);
  await expect(section(page).getByText("10 recovery codes left.")).toBeVisible();

  await context.clearCookies();
  await page.goto(at(merchant, "campaigns"));
  await giveCredentials(page, merchant.email);
  const field = page.getByLabel("Code");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveAttribute("inputmode", "numeric");
  await field.fill("12345");
  await field.press("Enter");
  await expect(page.getByText("The code is wrong or was already used.")).toBeVisible();
  await field.fill(codeOf(secret, 1));
  await field.press("Enter");
  await expect(page).toHaveURL(at(merchant, "campaigns"));

  for (const works of [true, false]) {
    await context.clearCookies();
    await page.goto("/signin");
    await giveCredentials(page, merchant.email);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCodes[0]?.toUpperCase() ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    if (works) await expect(page).toHaveURL(at(merchant));
    else await expect(page.getByText("The code is wrong or was already used.")).toBeVisible();
  }
});

test("replacing the recovery codes and turning it off need the password and a code", async ({ page, merchant }) => {
  await page.goto(at(merchant, "settings/you"));
  const { recoveryCodes } = await turnOn(page);
  await stored(page);
  const prove = async (dialogName: string, proofs: { password: string; code: string; action: string }) => {
    const dialog = page.getByRole("dialog", { name: dialogName });
    await dialog.getByRole("textbox", { name: "Your password" }).fill(proofs.password);
    if ((await dialog.getByLabel("Recovery code").count()) === 0)
      await dialog.getByRole("button", { name: "Use a recovery code instead" }).click();
    await dialog.getByLabel("Recovery code").fill(proofs.code);
    await dialog.getByRole("button", { name: proofs.action }).click();
  };
  await section(page).getByRole("button", { name: "Replace recovery codes" }).click();
  const renewing = { code: recoveryCodes[1] ?? "", action: "Replace codes" };
  await prove("Replace recovery codes", { ...renewing, password: "not this one" });
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await prove("Replace recovery codes", { ...renewing, password: PASSWORD });
  const fresh = ((await page.getByTestId("secret").textContent()) ?? "").split("\n");
  expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  await stored(page);
  await section(page).getByRole("button", { name: "Turn off" }).click();
  const turningOff = { password: PASSWORD, action: "Turn off" };
  await prove("Turn off two-factor authentication?", { ...turningOff, code: recoveryCodes[2] ?? "" });
  await expect(page.getByText("The code is wrong or was already used.")).toBeVisible();
  await prove("Turn off two-factor authentication?", { ...turningOff, code: fresh[0] ?? "" });
  await expect(notice(page, "Two-factor authentication is off.")).toBeVisible();
  await expect(section(page).getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("an affiliate with two-factor authentication accepts an invitation in both steps", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const ada = await join(merchant, await merchant.campaign());
  await signInWith(context, server.origin, ada.cookie);
  await page.goto("/portal/profile");
  const { secret } = await turnOn(page);
  await stored(page);
  await context.clearCookies();
  const further = await merchant.campaign({ name: "Autumn Sale" });
  await page.goto(await merchant.invite(further, ada.email));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await page.getByLabel("Code").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await expect(page.getByRole("heading", { name: "You're in. Welcome to Autumn Sale" })).toBeVisible();
});

for (const width of [1280, 390]) {
  test(`two-factor pages pass axe in light and dark, and fit into ${width} pixels`, async ({
    page,
    merchant,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const faults: string[] = [];
    const look = async (): Promise<void> => {
      faults.push(...(await faultsOf(page)));
    };
    await page.goto(at(merchant, "settings/you"));
    await section(page).getByRole("button", { name: "Turn on" }).scrollIntoViewIfNeeded();
    await look();
    await section(page).getByRole("button", { name: "Turn on" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
    await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
    await look();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await dialog.getByLabel("Code").fill("1");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByText("Wrong code.")).toBeVisible();
    await look();
    const secret = (await dialog.getByRole("region", { name: "secret" }).locator("pre").textContent()) ?? "";
    await dialog.getByLabel("Code").fill(codeOf(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByTestId("secret")).toBeVisible();
    await look();
    await stored(page);
    await look();
    await section(page).getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look();
    await context.clearCookies();
    await page.goto("/signin");
    await giveCredentials(page, merchant.email);
    await look();
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await look();
    expect(faults).toEqual([]);
  });
}
