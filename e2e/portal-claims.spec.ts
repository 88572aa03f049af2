import type { Page } from "@playwright/test";
import type { ConversionsResponse } from "tributary-sdk/pages";
import { claim, click, join, signInWith } from "./support/affiliate.ts";
import { query } from "./support/database.ts";
import { Merchant } from "./support/merchant.ts";
import { at, expect, notice, signInAs, test, visit } from "./support/test.ts";

/** Checks an order on the page and returns the finding. */
async function ask(page: Page, order: string, campaign?: string): Promise<string> {
  const choice = page.getByRole("combobox", { name: "Campaign" });
  if (campaign !== undefined) {
    await choice.click();
    await page.getByRole("option", { name: campaign }).click();
  }
  // The form chooses a campaign once it knows them.
  await expect(choice).not.toHaveValue("");
  await page.getByLabel("Order ID").fill(order);
  await page.getByLabel("Order time").fill("2026-03-01T10:30");
  await page.getByRole("button", { name: "Check order" }).click();
  const answer = page.getByRole("alert").filter({ hasText: `${order}:` });
  await expect(answer).toBeVisible();
  return (await answer.textContent()) ?? "";
}

test("explains why a sale is missing, and gives the same finding for another affiliate's order as for none", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const [campaignId, tightId] = [await merchant.campaign(), await merchant.campaign({ name: "Tight", max_budget: 1 })];
  const [ada, grace, key] = [await join(merchant, campaignId), await join(merchant, campaignId), await merchant.key()];
  const tight = await join(merchant, tightId);
  const order = { campaign_id: campaignId, affiliate_code: ada.affiliation.affiliate_code, amount: 120 };
  const refused = (body: object) =>
    merchant.track(key, body).then(
      () => Promise.reject(new Error("This order should have been refused.")),
      () => undefined,
    );
  await merchant.track(key, { ...order, external_id: "mine" });
  await merchant.track(key, { ...order, affiliate_code: grace.affiliation.affiliate_code, external_id: "hers" });
  const late = await click(ada.affiliation.unique_link);
  await query(
    server,
    "update clicks set expires_at = now() - interval '1 day' where affiliation_id = any(select id from affiliations where code = $1)",
    [ada.affiliation.affiliate_code],
  );
  await refused({ campaign_id: campaignId, click_id: late, external_id: "late", amount: 1 });
  await merchant.call("PATCH", `campaigns/${campaignId}`, { status: "paused" });
  await refused({ ...order, external_id: "paused" });
  await merchant.call("PATCH", `campaigns/${campaignId}`, { status: "active" });
  await merchant.call("POST", `affiliations/${ada.affiliation.id}/suspend`);
  await refused({ ...order, external_id: "suspended" });
  await merchant.call("POST", `affiliations/${ada.affiliation.id}/restore`);
  await refused({
    ...order,
    campaign_id: tightId,
    affiliate_code: tight.affiliation.affiliate_code,
    external_id: "dear",
  });

  await signInWith(context, server.origin, ada.cookie);
  await page.goto("/portal/claims");
  expect(await ask(page, "mine")).toContain("This order was recorded as your conversion on");
  expect(await ask(page, "late")).toContain("older than the attribution window");
  expect(await ask(page, "paused")).toContain("the campaign was paused");
  expect(await ask(page, "suspended")).toContain("you were not active in the campaign");
  const hers = await ask(page, "hers");
  const none = await ask(page, "none");
  expect(hers.replace("hers", "")).toBe(none.replace("none", ""));
  expect(none).toContain("None of your conversions has this order ID.");

  await context.clearCookies();
  await signInWith(context, server.origin, tight.cookie);
  await page.goto("/portal/claims?order=dear");
  await expect(page.getByLabel("Order ID")).toHaveValue("dear");
  expect(await ask(page, "dear")).toContain("the campaign's budget was used up");
});

test("a merchant answers a missing-sale claim and records it as a conversion", async ({
  page,
  context,
  merchant,
  server,
  browser,
  watch,
}) => {
  const campaignId = await merchant.campaign();
  const ada = await join(merchant, campaignId);
  const theirs = await browser.newContext({ baseURL: server.origin });
  await watch(theirs);
  await signInWith(theirs, server.origin, ada.cookie);
  const portal = await theirs.newPage();
  await portal.goto("/portal/conversions");
  await portal.getByRole("link", { name: "Why is my sale missing?" }).click();
  expect(await ask(portal, "order-7")).toContain("Not found");
  await portal.getByLabel("Message (optional)").fill("She wrote to me that she ordered through my newsletter.");
  await portal.getByRole("button", { name: "Send claim to Rivers & Sons" }).click();
  await expect(portal.getByText("Your claim was sent to Rivers & Sons.")).toBeVisible();
  await expect(portal.getByRole("row", { name: /order-7/ })).toContainText("Open");

  await signInAs(context, merchant);
  await page.goto(at(merchant, "conversions"));
  await page.getByRole("link", { name: "1 open claim" }).click();
  await page.getByRole("link", { name: "order-7" }).click();
  await expect(page.getByText("She wrote to me that she ordered through my newsletter.")).toBeVisible();
  await expect(page.getByText("Your shop has not reported this order", { exact: false })).toBeVisible();
  await page.getByLabel("Your answer").fill("We are looking into it.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(notice(page, "Answer sent. Ada Lovelace sees it in the portal.")).toBeVisible();
  await page.getByLabel("Order amount").fill("200");
  await page.getByRole("button", { name: "Record conversion" }).click();
  await expect(notice(page, "Recorded for Ada Lovelace.")).toBeVisible();
  await page.getByRole("link", { name: "View conversion" }).click();
  await expect(page.getByRole("heading", { name: "order-7" })).toBeVisible();

  await portal.reload();
  const settled = portal.getByRole("row", { name: /order-7/ });
  await expect(settled).toContainText("Recorded");
  await settled.getByRole("link", { name: "View conversion" }).click();
  await expect(portal.getByText("€20.00").first()).toBeVisible();
  await theirs.close();
});

test("warns the merchant about a recorded order with a similar ID, and lets them correct it", async ({
  page,
  context,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  const [ada, grace, key] = [await join(merchant, campaignId), await join(merchant, campaignId), await merchant.key()];
  const code = grace.affiliation.affiliate_code;
  await merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id: "order-1001", amount: 50 });
  const { id } = await claim(merchant, ada, " Order-1001\u200b");
  await signInAs(context, merchant);
  await page.goto(at(merchant, `claims/${id}`));
  await expect(page.getByRole("heading", { name: "Missing-sale claim: Order-1001" })).toBeVisible();
  const warning = page.getByRole("alert").filter({ hasText: "Probably the same order" });
  await expect(warning.getByRole("link", { name: "order-1001" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Order ID" })).toHaveValue("Order-1001");
  await page.getByRole("textbox", { name: "Order ID" }).fill("order-1001");
  await page.getByLabel("Order amount").fill("50");
  await page.getByRole("button", { name: "Record conversion" }).click();
  await expect(page.getByText("already exists for this external_id", { exact: false })).toBeVisible();
  await warning.getByRole("link", { name: "order-1001" }).click();
  await expect(page.getByRole("heading", { name: "order-1001" })).toBeVisible();
});

test("the palette asks about another order on the page of missing sales", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const { cookie } = await join(merchant, await merchant.campaign());
  await signInWith(context, server.origin, cookie);
  await page.goto("/portal/claims");
  await expect(page.getByLabel("Order ID")).toHaveValue("");
  for (const order of ["order-7", "order-8"]) {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill(order);
    await page.getByRole("option", { name: `Why is order ${order} missing?` }).click();
    await expect(page.getByLabel("Order ID")).toHaveValue(order);
  }
});

test("a check before the campaigns are loaded asks for one only until the form has chosen it", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const { cookie } = await join(merchant, await merchant.campaign());
  await signInWith(context, server.origin, cookie);
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/portal\/campaigns\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/portal/claims");
  await page.getByRole("button", { name: "Check order" }).click();
  await expect(page.getByText("Choose the campaign.")).toBeVisible();
  release();
  await expect(page.getByRole("combobox", { name: "Campaign" })).not.toHaveValue("");
  await expect(page.getByText("Choose the campaign.")).toBeHidden();
  await expect(page.getByText("Enter the order ID.")).toBeVisible();
});

test("what is entered for one claim stays out of the next one", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const first = await claim(merchant, await join(merchant, campaignId), "order-1");
  const second = await claim(merchant, await join(merchant, campaignId, "Grace Hopper"), "order-2");
  const title = (order: string) => page.getByRole("heading", { name: `Missing-sale claim: ${order}` });
  const [answer, orderId, amount] = [
    page.getByLabel("Your answer"),
    page.getByRole("textbox", { name: "Order ID" }),
    page.getByLabel("Order amount"),
  ];
  await page.goto(at(merchant, `claims/${second.id}`));
  await expect(title("order-2")).toBeVisible();
  await visit(page, at(merchant, `claims/${first.id}`));
  await expect(title("order-1")).toBeVisible();
  await answer.fill("This order was paid with a gift card.");
  await orderId.fill("order-1001");
  await amount.fill("100");

  // The page already has the data of this claim, so it shows at once.
  await visit(page, at(merchant, `claims/${second.id}`));
  await expect(title("order-2")).toBeVisible();
  await expect(orderId).toHaveValue("order-2");
  for (const field of [answer, amount]) await expect(field).toHaveValue("");
  await amount.fill("20");
  await page.getByRole("button", { name: "Record conversion" }).click();
  await expect(notice(page, "Recorded for Grace Hopper.")).toBeVisible();
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions");
  expect(conversions).toMatchObject([{ external_id: "order-2", affiliate_name: "Grace Hopper", amount: 20 }]);
});
