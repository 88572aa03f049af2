import { join, joinToo, signInWith } from "./support/affiliate.ts";
import { Merchant, next, PASSWORD } from "./support/merchant.ts";
import { expect, test } from "./support/test.ts";

test.use({ isolated: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const TOUCH_PX = 44;
const ROW_PX_MAX = 72;

test("an affiliate's home on a phone shows earnings, payday, the link to share, and the latest activity", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const other = await Merchant.signUp(server.origin, "Northern Light Coffee");
  const [campaignId, beansId] = await Promise.all([
    merchant.campaign({ maturation_days: 0 }),
    other.campaign({ name: "Beans" }),
  ]);
  const joined = await join(merchant, campaignId);
  const beans = await joinToo(other, beansId, joined);
  const key = await merchant.key();
  const order = { campaign_id: campaignId, affiliate_code: joined.affiliation.affiliate_code };
  const first = await merchant.track(key, { ...order, external_id: "order-1", amount: 120 });
  await merchant.track(key, { ...order, external_id: "order-2", amount: 50 });
  await merchant.call("POST", `conversions/${first.id}/approve`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async (data: ShareData) => {
        document.title = `shared ${data.url ?? ""}`;
      },
    });
  });
  await signInWith(context, server.origin, joined.cookie);
  await page.goto("/portal");

  const fact = (label: string) => page.locator("dl > div").filter({ hasText: label }).first();
  await expect(fact("Earned in")).toContainText("€17.00");
  await expect(fact("Ready")).toContainText("€12.00");
  await expect(page.getByText("Rivers & Sons decides when to pay.")).toBeVisible();
  await merchant.call("PUT", "payout-settings/schedule", { currency: "EUR", day: 5, minimum: 10 });
  await page.reload();
  await expect(fact("Next payday")).toContainText(/€12\.00 on .*5/);

  // The link of the campaign with the most conversions comes first.
  const card = page.getByRole("region", { name: "Your link" });
  await expect(card).toContainText(joined.affiliation.unique_link);
  for (const name of ["Copy link", "Share", "QR code"]) {
    const box = await card.getByRole("button", { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(TOUCH_PX);
  }
  await card.getByRole("button", { name: "Copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(joined.affiliation.unique_link);
  await card.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveTitle(`shared ${joined.affiliation.unique_link}`);
  await card.getByRole("button", { name: "QR code" }).click();
  await expect(page.getByRole("img", { name: `QR code of ${joined.affiliation.unique_link}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await card.getByRole("combobox", { name: "Campaign for the link" }).click();
  await page.getByRole("option", { name: "Beans · Northern Light Coffee" }).click();
  await expect(card).toContainText(beans.unique_link);

  const latest = page.getByRole("list", { name: "Latest conversions" }).getByRole("listitem");
  await expect(latest).toHaveCount(2);
  await expect(latest.first()).toContainText("€5.00");
  await expect(latest.last()).toContainText("Approved");
  for (const row of await latest.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(ROW_PX_MAX);
  await expect(page.getByRole("radio", { name: "New commission EUR" })).toBeChecked();
  await latest.last().getByRole("link").click();
  await expect(page.getByText("Approved and ready to pay in the next payout.")).toBeVisible();
});

test("joining on a phone shows the shop, and asks for payout details that can be skipped", async ({ page, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const link = await merchant.invite(await merchant.campaign(), `ada-${next()}@partner.example`);
  await page.goto(link);
  await expect(page.getByText("shop.example", { exact: true })).toBeVisible();
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  const ask = page.getByRole("region", { name: "How do you want to be paid?" });
  // The person has just chosen a password, so the page does not ask for it again.
  await expect(ask.getByRole("textbox", { name: "IBAN" })).toBeVisible();
  await expect(ask.getByLabel("Your password")).toHaveCount(0);
  await ask.getByRole("textbox", { name: "IBAN" }).fill("DE89 3704 0044 0532 0130 00");
  await ask.getByRole("button", { name: "Save payout details" }).click();
  await expect(ask).toHaveCount(0);
  await page.goto("/portal/profile");
  await expect(page.getByRole("button", { name: "Change payout details" })).toBeVisible();

  const another = await merchant.invite(await merchant.campaign(), `bob-${next()}@partner.example`);
  await page.context().clearCookies();
  await page.goto(another);
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await ask.getByRole("button", { name: "Skip for now" }).click();
  await expect(ask).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
});

test("the invitation's result has a message to send and opens the email app", async ({ page, merchant }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await merchant.campaign();
  // The form is sent before the campaigns are loaded.
  let load = (): void => undefined;
  const submitted = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/campaigns\?/, async (route) => {
    await submitted;
    await route.continue();
  });
  await page.goto(`/dashboard/${merchant.accountId}/affiliates`);
  await page.getByRole("button", { name: "Invite affiliates" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email addresses" }).fill("ada@partner.example");
  await dialog.getByRole("button", { name: "Invite affiliate" }).click();
  load();
  await dialog.getByRole("button", { name: "Copy message" }).click();
  const message = await page.evaluate(() => navigator.clipboard.readText());
  expect(message).toContain("With Spring Sale, you earn 10% on each order through your own link.");
  const link = (await dialog.getByText("/invite/").textContent()) ?? "";
  expect(message).toContain(link);
  const href = (await dialog.getByRole("link", { name: "Write email" }).getAttribute("href")) ?? "";
  expect(href).toMatch(/^mailto:ada%40partner\.example\?subject=/);
  expect(decodeURIComponent(href)).toContain(link);
});
