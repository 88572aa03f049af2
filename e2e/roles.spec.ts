import type { Page } from "@playwright/test";
import type { BatchAnswer, DeliveriesAnswer, InvitedMemberAnswer, PayoutsAnswer } from "tributary-sdk/pages";
import { Merchant, send } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner } from "./support/money.ts";
import { at, expect, signInAs, test } from "./support/test.ts";

/** One of everything that a page shows, in each state that offers something to do. */
async function furnish(merchant: Merchant): Promise<readonly string[]> {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const privateId = await merchant.campaign({ name: "By approval", visibility: "private" });
  await merchant.affiliate(privateId, "Waits for approval");
  await merchant.invite(stage.campaignId, "bob@partner.example");
  await merchant.call("POST", "webhook-endpoints", {
    url: "https://hooks.shop.invalid/",
    events: ["conversion.created"],
  });
  await merchant.call("POST", "member-invitations", { email: "next@shop.example", role: "viewer" });
  const paid = await earn(stage, ada, 300);
  await merchant.call("PUT", "payout-settings/payer", { name: "Rivers & Sons", iban: "DE02120300000000202051" });
  await merchant.call("PUT", "payout-settings/schedule", { currency: "EUR", day: 5, minimum: 25 });
  const { batch } = await merchant.call<BatchAnswer>("POST", "payout-batches", { currency: "EUR" });
  const { payouts } = await merchant.call<PayoutsAnswer>("GET", `payouts?batch_id=${batch.id}`);
  const payable = await earn(stage, ada, 700);
  const order = { campaign_id: stage.campaignId, affiliate_code: ada.affiliate_code, amount: 10 };
  const pending = await merchant.track(stage.key, { ...order, external_id: "pending-1" });
  const asked = await send<{ claim: { id: string } }>(merchant.origin, "POST", "/api/portal/claims", {
    cookie: ada.cookie,
    body: { campaign_id: stage.campaignId, external_id: "lost-1", approximate_time: new Date().toISOString() },
  });
  const claimId = asked.body.claim.id;
  await send(merchant.origin, "POST", `/api/portal/claims/${claimId}/open`, { cookie: ada.cookie, body: {} });
  const { deliveries } = await merchant.call<DeliveriesAnswer>("GET", "deliveries");
  return [
    "",
    "campaigns",
    "campaigns/new",
    `campaigns/${stage.campaignId}`,
    `campaigns/${stage.campaignId}?tab=settings`,
    "affiliates",
    "affiliates?tab=invitations",
    `affiliates/${ada.id}`,
    "conversions",
    `conversions/${pending.id}`,
    `conversions/${payable.id}`,
    `conversions/${paid.id}`,
    "claims",
    `claims/${claimId}`,
    "payouts",
    "payouts?tab=payouts",
    "payouts?tab=batches",
    "payouts?tab=claw-backs",
    "payouts/new",
    "payouts/import",
    `payouts/${payouts[0]?.id ?? ""}`,
    `payouts/batches/${batch.id}`,
    "developers?tab=keys",
    "developers?tab=webhooks",
    "developers?tab=deliveries",
    `developers/deliveries/${deliveries[0]?.id ?? ""}`,
    "developers?tab=calls",
    "developers?tab=snippets",
    "settings",
    "settings/members",
  ];
}

/** The names of all that can be pressed in the page, and of what its row menus hold. */
async function offersOf(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const buttons = page.locator("main").getByRole("button");
  const names = await buttons.evaluateAll((all) =>
    all.map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim()),
  );
  const links = await page
    .locator("main a")
    .evaluateAll((all) => all.map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim()));
  const items: string[] = [];
  for (const menu of await page
    .locator("main")
    .getByRole("button", { name: /^Actions for/ })
    .all()) {
    await menu.click();
    await expect(page.getByRole("menu")).toBeVisible();
    items.push(...(await page.getByRole("menuitem").allTextContents()));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
  return [...names, ...links.map((name) => `link ${name}`), ...items.map((name) => `item ${name}`)];
}

for (const role of ["owner", "manager", "viewer"] as const) {
  test(`a ${role} meets nothing that their role does not allow`, async ({ page, context, merchant, server }) => {
    test.setTimeout(300_000);
    const paths = await furnish(merchant);
    const colleague = await Merchant.signUp(server.origin, "A colleague");
    const { invite_link: link } = await merchant.call<InvitedMemberAnswer>("POST", "member-invitations", {
      email: colleague.email,
      role,
    });
    await context.clearCookies();
    await signInAs(context, colleague);
    await page.goto(link);
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(page).toHaveURL(at(merchant));
    for (const path of paths) {
      await page.goto(at(merchant, path));
      const offers = await offersOf(page);
      console.log(`${role} ${path}: ${[...new Set(offers)].join(" | ")}`);
      await page.screenshot({ path: `/tmp/members-shots/${role}-${path.replaceAll(/\W+/g, "_")}.png`, fullPage: true });
    }
  });
}
