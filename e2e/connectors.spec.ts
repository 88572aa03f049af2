import type { Page } from "@playwright/test";
import type { ConnectorResponse, ConnectorSecretResponse, ReceiptsResponse } from "tributary-sdk/pages";
import { click } from "./support/affiliate.ts";
import { addMember } from "./support/members.ts";
import { Merchant } from "./support/merchant.ts";
import { at, clockTest, expect, notice, signInAs, test, visit } from "./support/test.ts";
import { paidSession, sendPaddle, sendStandard, sendStripe, sendWooDeletion } from "./support/webhooks.ts";

const OK = 200;
const UNAUTHENTICATED = 401;
const STRIPE_SECRET = "whsec_of_a_test_endpoint";
const PADDLE_SECRET = "pdl_ntfset_of_a_sandbox";
/** How often an open connector page asks for news. */
const POLL_MS = 5000;

/** Follows the affiliate's link, as a customer does. */
const clickOf = (merchant: Merchant, code: string): Promise<string> => click(`${merchant.origin}/r/${code}`);

const firstEvent = (page: Page) => page.getByRole("status", { name: "First event" });
const urlIn = async (page: Page): Promise<string> =>
  (await page.getByRole("region", { name: "webhook URL" }).locator("pre").textContent()) ?? "";

test("a merchant connects Stripe and sees the first order become a conversion", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const { affiliate_code: code } = await merchant.affiliate(campaignId);
  await page.goto(at(merchant, "connectors"));
  await page.getByRole("link", { name: /^Stripe/ }).click();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(firstEvent(page)).toContainText("Waiting for the first event");
  await expect(firstEvent(page)).toContainText("Save the secret first");

  const secret = page.getByLabel("Secret from Stripe");
  await secret.fill("sk_live_not_a_signing_secret");
  await page.getByRole("button", { name: "Save secret" }).click();
  await expect(page.getByText("The secret starts with whsec_.")).toBeVisible();
  await secret.fill(STRIPE_SECRET);
  await page.getByRole("button", { name: "Save secret" }).click();
  await expect(page.getByText("Secret saved", { exact: true })).toBeVisible();

  const url = await urlIn(page);
  const session = paidSession("first", await clickOf(merchant, code));
  const send = (by: string) => sendStripe({ url, secret: by }, "checkout.session.completed", session);
  expect(await send("whsec_of_another_endpoint")).toBe(UNAUTHENTICATED);
  await expect(page.getByRole("alert").filter({ hasText: "1 request had a wrong signature" })).toBeVisible();
  await expect(firstEvent(page)).toContainText("Waiting");

  expect(await send(STRIPE_SECRET)).toBe(OK);
  await expect(firstEvent(page)).toContainText("It works");
  await expect(page.getByRole("alert").filter({ hasText: "wrong signature" })).toHaveCount(0);
  await page.getByRole("list", { name: "Received events" }).getByRole("link", { name: "stripe:pi_first" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "stripe:pi_first" })).toBeVisible();
  await expect(page.getByText("€12.00").first()).toBeVisible();
});

test("an order without an affiliate is listed with its reason", async ({ page, merchant }) => {
  const body = { provider: "stripe", secret: STRIPE_SECRET };
  const { connector } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", body);
  const target = { url: connector.url, secret: STRIPE_SECRET };
  for (const id of ["alone", "other"])
    expect(await sendStripe(target, "checkout.session.completed", paidSession(id, null))).toBe(OK);
  await page.goto(at(merchant, `connectors/${connector.id}`));
  await expect(page.getByText(/^No affiliate: the order came without a click/)).toHaveCount(2);

  await page.getByRole("link", { name: "View 2 orders without an affiliate" }).click();
  await expect(page.getByRole("row", { name: /stripe:pi_alone/ })).toContainText("came without a click");
  await page.getByLabel("Order ID").fill("stripe:pi_other");
  await expect(page.getByRole("row", { name: /stripe:pi_alone/ })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /stripe:pi_other/ })).toContainText("€120.00");
});

/** A shop of its own, whose events name the amount in a way that needs a mapping. */
async function shopWithFailure(merchant: Merchant): Promise<{ id: string }> {
  const { connector, secret } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", {
    provider: "generic",
    name: "Own shop",
  });
  const event = { type: "order.paid", data: { external_id: "1001", total: 120, currency: "EUR" } };
  expect(await sendStandard({ url: connector.url, secret: secret ?? "" }, "msg_1", event)).toBe(OK);
  await becomes(merchant, connector, ["failed"]);
  return connector;
}

/** Waits until the connector's receipts have these states, newest first. */
const becomes = (merchant: Merchant, { id }: { id: string }, states: readonly string[]): Promise<void> =>
  expect
    .poll(async () => {
      const { receipts } = await merchant.call<ReceiptsResponse>("GET", `connectors/${id}/receipts`);
      return receipts.map(({ state }) => state);
    })
    .toEqual(states);

test("a failed receipt says why, and runs again once the mapping is right", async ({ page, merchant }) => {
  const { id } = await shopWithFailure(merchant);
  await page.goto(at(merchant, `connectors/${id}`));
  const row = page.getByRole("row", { name: /order\.paid/ });
  await expect(row).toContainText("Failed");
  await expect(row).toContainText("order.amount");
  await expect(page.getByRole("alert").filter({ hasText: "1 receipt failed" })).toBeVisible();

  await page.getByRole("tab", { name: "Field mapping" }).click();
  await page.getByLabel("Example event").fill('{"data":{"total":120}}');
  await page.getByLabel("Amount", { exact: true }).fill("data.total");
  await expect(page.getByText("Finds 120")).toBeVisible();
  await page.getByRole("button", { name: "Save mapping" }).click();
  await expect(notice(page, "Mapping saved.")).toBeVisible();

  await page.getByRole("link", { name: "View failed receipts" }).click();
  await page.getByRole("button", { name: "Run order.paid again" }).click();
  await expect(page.getByText("No matching receipts")).toBeVisible();
  await page.goto(at(merchant, `connectors/${id}`));
  await expect(row).toContainText("Processed");
});

test("a viewer sees connectors but cannot change them", async ({ page, context, merchant, server }) => {
  await shopWithFailure(merchant);
  const viewer = await Merchant.signUp(server.origin, "A viewer");
  await addMember(server, viewer, { account: merchant, role: "viewer" });
  await context.clearCookies();
  await signInAs(context, viewer);

  await page.goto(at(merchant, "connectors"));
  await page.getByRole("link", { name: "Own shop" }).click();
  await expect(page.getByRole("row", { name: /order\.paid/ })).toContainText("Failed");
  await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(0);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByText("You have view-only access to connectors.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Save|Rotate|Delete/ })).toHaveCount(0);
  await page.getByRole("tab", { name: "Field mapping" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save mapping" })).toHaveCount(0);

  await page.goto(at(merchant, "connectors"));
  await expect(page.getByRole("link", { name: "Own shop" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add connector" })).toHaveCount(0);
  await visit(page, at(merchant, "connectors/new?provider=stripe"));
  await expect(page.getByText("Only owners can add connectors")).toBeVisible();
});

clockTest(
  "an open page shows that another site sends events, and the merchant can switch to it",
  async ({ page, merchant }) => {
    const { connector, secret } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", {
      provider: "woocommerce",
    });
    const target = { url: connector.url, secret: secret ?? "" };
    expect(await sendWooDeletion(target, "shop.example", 1)).toBe(OK);
    await becomes(merchant, connector, ["done"]);
    await page.clock.install();
    await page.goto(at(merchant, `connectors/${connector.id}`));
    await expect(page.getByRole("row", { name: /order\.deleted/ })).toHaveCount(1);

    expect(await sendWooDeletion(target, "staging.shop.example", 2)).toBe(OK);
    await becomes(merchant, connector, ["ignored", "done"]);
    await page.clock.fastForward(POLL_MS);
    const warning = page.getByRole("alert").filter({ hasText: "Events from staging.shop.example are ignored" });
    await expect(warning).toContainText("This connector tracks orders from shop.example.");
    await expect(page.getByRole("row", { name: /order\.deleted/ })).toHaveCount(2);
    await warning.getByRole("button", { name: "Switch to staging.shop.example" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("events from shop.example are ignored");
    await dialog.getByRole("button", { name: "Switch site" }).click();
    await expect(notice(page, "Now tracking orders from staging.shop.example.")).toBeVisible();
    await expect(warning).toHaveCount(0);
    const shown = await merchant.call<ConnectorResponse>("GET", `connectors/${connector.id}`);
    expect(shown.connector).toMatchObject({ site: "staging.shop.example", other_site: null });
  },
);

test("events of a Paddle sandbox are ignored as test events until its switch is off", async ({ page, merchant }) => {
  await page.goto(at(merchant, "connectors/new?provider=paddle"));
  await page.getByLabel("This is my Paddle sandbox").check();
  await page.getByRole("button", { name: "Create connector" }).click();
  await page.getByLabel("Secret from Paddle").fill(PADDLE_SECRET);
  await page.getByRole("button", { name: "Save secret" }).click();
  await expect(page.getByText("Secret saved", { exact: true })).toBeVisible();
  const target = { url: await urlIn(page), secret: PADDLE_SECRET };
  expect(await sendPaddle(target, "1", "customer.updated")).toBe(OK);
  const events = page.getByRole("list", { name: "Received events" });
  await expect(events).toContainText("Test event. Only live events count.");

  await page.getByRole("link", { name: "View connector" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  const sandbox = page.getByLabel("This is my Paddle sandbox");
  await expect(sandbox).toBeChecked();
  await sandbox.uncheck();
  await page.getByRole("button", { name: "Save connector" }).click();
  await expect(notice(page, "Connector saved.")).toBeVisible();
  expect(await sendPaddle(target, "2", "customer.updated")).toBe(OK);
  await page.getByRole("tab", { name: "Receipts" }).click();
  await expect(page.getByRole("row", { name: /customer\.updated/ }).first()).toContainText("Not needed.");
});

test("deleting a connector leaves its page, also with unsaved settings", async ({ page, merchant }) => {
  const body = { provider: "generic", name: "Own shop" };
  const { connector } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", body);
  await page.goto(at(merchant, `connectors/${connector.id}?tab=settings`));
  await page.getByLabel("Name").fill("Another name");
  await page.getByRole("button", { name: "Delete connector" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete connector" }).click();
  await expect(page).toHaveURL(at(merchant, "connectors"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
