import type { Page } from "@playwright/test";
import type {
  BatchResponse,
  ConnectorSecretResponse,
  DeliveriesResponse,
  InvitedMemberResponse,
  MoneySummaryResponse,
  PayoutsResponse,
} from "tributary-sdk/pages";
import { addMember } from "./support/members.ts";
import { Merchant, send } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner } from "./support/money.ts";
import { at, expect, signInAs, test, visit } from "./support/test.ts";

/** Creates one of everything, in each state that offers an action. */
async function furnish(merchant: Merchant): Promise<readonly string[]> {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const privateId = await merchant.campaign({ name: "By approval", visibility: "private" });
  await merchant.affiliate(privateId, "Waits for approval");
  await merchant.invite(stage.campaignId, "bob@partner.example");
  await merchant.call("POST", "webhook-endpoints", {
    url: "https://127.0.0.10/",
    events: ["conversion.created"],
  });
  const { connector } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", { provider: "woocommerce" });
  await merchant.call("POST", "member-invitations", { email: "next@shop.example", role: "viewer" });
  await merchant.call("POST", `campaigns/${stage.campaignId}/groups`, { name: "VIP" });
  await merchant.call("POST", `campaigns/${stage.campaignId}/coupons`, { code: "ADA10", affiliate_id: ada.id });
  const paid = await earn(stage, ada, 300);
  await merchant.call("PUT", "payout-settings/payer", { name: "Rivers & Sons", iban: "DE02120300000000202051" });
  await merchant.call("PUT", "payout-settings/schedule", { currency: "EUR", day: 5, minimum: 25 });
  const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
  const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
  const payable = await earn(stage, ada, 700);
  await merchant.call("POST", `conversions/${paid.id}/refunds`, { amount: 10 });
  const order = { campaign_id: stage.campaignId, affiliate_code: ada.affiliate_code, amount: 10 };
  const pending = await merchant.track(stage.key, { ...order, external_id: "pending-1" });
  const asked = await send<{ claim: { id: string } }>(merchant.origin, "POST", "/api/portal/claims", {
    cookie: ada.cookie,
    body: { campaign_id: stage.campaignId, external_id: "lost-1", approximate_time: new Date().toISOString() },
  });
  const claimId = asked.body.claim.id;
  await send(merchant.origin, "POST", `/api/portal/claims/${claimId}/open`, { cookie: ada.cookie, body: {} });
  const { deliveries } = await merchant.call<DeliveriesResponse>("GET", "deliveries");
  return [
    "",
    "campaigns",
    "campaigns/new",
    `campaigns/${stage.campaignId}`,
    `campaigns/${stage.campaignId}?tab=coupons`,
    `campaigns/${stage.campaignId}/coupons/paste`,
    `campaigns/${stage.campaignId}?tab=commission`,
    `campaigns/${stage.campaignId}?tab=settings`,
    `campaigns/${stage.campaignId}/plan`,
    `campaigns/${stage.campaignId}/groups`,
    "affiliates",
    "affiliates?tab=invitations",
    `affiliates/${ada.id}`,
    `affiliates/${ada.id}?tab=money`,
    `affiliates/${ada.id}?tab=commission`,
    `affiliates/${ada.id}?tab=links`,
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
    "connectors",
    "connectors/new?provider=stripe",
    `connectors/${connector.id}?tab=settings`,
    "developers?tab=keys",
    "developers?tab=webhooks",
    "developers?tab=deliveries",
    `developers/deliveries/${deliveries[0]?.id ?? ""}`,
    "developers?tab=calls",
    "developers?tab=install",
    "settings",
    "settings/payouts",
    "settings/team",
    "settings/you",
  ];
}

/** The names of all buttons, links and row menu items on the page. */
async function offersOf(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const names = await page
    .locator("main :is(button, a)")
    .evaluateAll((all) => all.map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim()));
  const menus = await page
    .locator("main")
    .getByRole("button", { name: /^Actions for/ })
    .all();
  for (const menu of menus) {
    await menu.click();
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    names.push(...(await page.getByRole("menuitem").allTextContents()));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
  return names;
}

/** Actions for owners only. */
const ofOwners = [
  "Create API key",
  "Revoke key",
  "Add endpoint",
  "Rotate signing secret",
  "Add connector",
  "Create connector",
  "Rotate secret",
  "Delete connector",
  "Pay ",
  "Prepare batch",
  "Import bank results",
  "Create 1 payout",
  "Preview",
  "Mark as paid",
  "Mark as failed",
  "Cancel payout",
  "Create SEPA",
  "Deduct commission",
  "Undo deduction",
  "Save payer",
  "Save monthly batch",
  "Stop monthly batch",
  "Rename account",
  "Invite member",
  "Change role",
  "Remove member",
];
/** Actions for managers and owners. */
const ofManagers = [
  "Record refund",
  "Cancel refund",
  "New campaign",
  "Create campaign",
  "Save changes",
  "Pause campaign",
  "Archive campaign",
  "Edit plan",
  "Manage groups",
  "Add rule",
  "Save plan",
  "Create group",
  "Rename group",
  "Delete group",
  "Set plan",
  "Paste a list",
  "Create coupon",
  "Move to another affiliate",
  "End coupon",
  "Check list",
  "Change group",
  "Set own plan",
  "Invite affiliates",
  "Approve",
  "Reject",
  "Suspend affiliate",
  "Remove from campaign",
  "Withdraw invitation",
  "Renew link",
  "Send answer",
  "Record conversion",
  "Send test event",
  "Edit endpoint",
  "Save connector",
  "Disable endpoint",
  "Delete endpoint",
  "Resend delivery",
];
const offered = { owner: [...ofOwners, ...ofManagers], manager: ofManagers, viewer: [] } as const;

test("setup and empty pages tell a viewer who can take the next step", async ({ page, context, merchant, server }) => {
  const viewer = await Merchant.signUp(server.origin, "A viewer");
  await addMember(server, viewer, { account: merchant, role: "viewer" });
  await signInAs(context, viewer);
  // Shows what has waited for long, without the wait.
  await page.route("**/balances/summary", async (route) => {
    const response = await route.fetch();
    const summary = (await response.json()) as MoneySummaryResponse;
    const waiting_long = [{ currency: "EUR", conversions: 3, commission: 36 }];
    await route.fulfill({ response, json: { ...summary, waiting_long } });
  });
  const main = page.getByRole("main");
  const seesOnly = async (text: string, action: string): Promise<void> => {
    await expect(main).toContainText(text);
    await expect(main.getByRole("link", { name: action })).toHaveCount(0);
  };
  await page.goto(at(merchant));
  await seesOnly("Managers and owners can create campaigns.", "Create campaign");
  await visit(page, at(merchant, "payouts"));
  await seesOnly("Nothing to pay yet", "Invite affiliates");

  const campaignId = await merchant.campaign();
  await visit(page, at(merchant));
  await seesOnly("Managers and owners can invite affiliates.", "Invite affiliate");
  await visit(page, at(merchant, "developers?tab=install"));
  await seesOnly("This campaign has no active affiliate yet.", "Invite an affiliate");
  await expect(main).toContainText("Only owners can create API keys.");

  const { affiliate_code } = await merchant.affiliate(campaignId);
  await visit(page, at(merchant));
  await seesOnly("Only owners can create API keys.", "Create API key");
  await merchant.track(await merchant.key(), {
    campaign_id: campaignId,
    affiliate_code,
    external_id: "order-1",
    amount: 120,
  });
  await page.reload();
  await seesOnly("3 conversions pending review for more than 60 days", "Turn on automatic approval");
  await visit(page, at(merchant, "payouts"));
  await seesOnly("more than 60 days, €36.00. View them.", "a campaign’s settings");
});

for (const role of ["owner", "manager", "viewer"] as const) {
  test(`shows the role ${role} exactly the actions it allows, on all pages`, async ({
    page,
    context,
    merchant,
    server,
  }) => {
    const paths = await furnish(merchant);
    const colleague = await Merchant.signUp(server.origin, "A colleague");
    const body = { email: colleague.email, role };
    const { invite_link: link } = await merchant.call<InvitedMemberResponse>("POST", "member-invitations", body);
    await context.clearCookies();
    await signInAs(context, colleague);
    await page.goto(link);
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await expect(page).toHaveURL(at(merchant));
    const offers: string[] = [];
    for (const path of paths) {
      await page.goto(at(merchant, path));
      offers.push(...(await offersOf(page)));
    }
    const met = offered.owner.filter((start) => offers.some((name) => name.startsWith(start)));
    expect(met).toEqual([...offered[role]]);
  });
}
