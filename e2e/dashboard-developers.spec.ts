import { readFile } from "node:fs/promises";
import type { EndpointSecretResponse } from "tributary-sdk/pages";
import { query } from "./support/database.ts";
import { Merchant, send } from "./support/merchant.ts";
import { addMember } from "./support/members.ts";
import { at, expect, notice, signInAs, test, visit } from "./support/test.ts";

test("shows an API key once, in a dialog that a stray click or key does not close", async ({ page, merchant }) => {
  await page.goto(at(merchant, "developers?tab=keys"));
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("shop backend");
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
  const secret = page.getByTestId("secret");
  const key = (await secret.textContent()) ?? "";
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(secret).toBeVisible();
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download .env file" }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, "utf8")).toBe(`TRIBUTARY_KEY=${key}\n`);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(secret).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`…${key.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(key);

  await send(merchant.origin, "GET", "/v1/campaigns", { key });
  await page.getByRole("button", { name: "Actions for shop backend" }).click();
  await page.getByRole("menuitem", { name: "Revoke key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(notice(page, "Revoked shop backend.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "revoked" })).toBeVisible();
});

test("without a clipboard, as on plain HTTP, copying says so and selects the text", async ({ page, merchant }) => {
  await merchant.campaign();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
  await page.goto(at(merchant, "developers?tab=install"));
  const selected = () => page.evaluate(() => String(document.getSelection()));
  const failed = notice(page, "Couldn't copy. Select the text and copy it.");
  await page.getByRole("button", { name: "Copy HTML snippet" }).click();
  await expect(failed).toBeVisible();
  expect(await selected()).toContain(`<script src="${merchant.origin}/t.js"`);

  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("shop backend");
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(selected).toBe(await page.getByTestId("secret").textContent());
  await expect(failed.last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Copied" })).toHaveCount(0);
});

test("the title about an endpoint disabled by an import can be read in both themes", async ({
  page,
  merchant,
  server,
}) => {
  const hook = { url: `https://127.0.0.10/${merchant.accountId}`, events: ["conversion.created"] };
  await merchant.call("POST", "webhook-endpoints", hook);
  const disabling = "update webhook_endpoints set disabled_at = now(), disabled_by = 'import' where url = $1";
  await query(server, disabling, [hook.url]);
  await page.goto(at(merchant, "developers?tab=webhooks"));
  const title = page.getByText("Disabled by import");
  // As in every other orange alert.
  await expect(title).toHaveCSS("color", "rgb(122, 59, 0)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(title).toHaveCSS("color", "rgb(255, 208, 155)");
});

test("adds, tests, disables, rotates and deletes an endpoint", async ({ page, merchant }) => {
  await page.goto(at(merchant, "developers?tab=webhooks"));
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill("http://hooks.shop.example/");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByText("Enter a URL that starts with https://")).toBeVisible();
  await dialog.getByLabel("URL").fill("https://127.0.0.1/hooks");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  // Only the server can tell that this is an internal address.
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("URL").fill("https://127.0.0.10/tributary");
  await dialog.getByLabel("payout.created").uncheck();
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();

  const act = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "Actions for https://127.0.0.10/tributary" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Disable endpoint");
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await act("Enable endpoint");
  await expect(page.getByText("Enabled", { exact: true })).toBeVisible();
  await act("Rotate signing secret");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate signing secret" }).click();
  await expect(page.getByTestId("secret")).not.toHaveText(secret);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByRole("heading", { name: "webhook.test" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "no response" })).toBeVisible();
  await expect(page.getByRole("region", { name: "sent body" })).toContainText('"type": "webhook.test"');
  await page.getByRole("button", { name: "Resend delivery" }).click();
  await expect(notice(page, "Resending with the same ID and body.")).toBeVisible();

  await page.goto(at(merchant, "developers?tab=webhooks"));
  await act("Delete endpoint");
  await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});

test("lists deliveries, keeps their filters in the URL, and opens one", async ({ page, merchant }) => {
  const body = { url: "https://127.0.0.10/", events: ["conversion.created"] };
  await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", body);
  const campaignId = await merchant.campaign();
  const [{ affiliate_code: code }, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id: "order-1" });
  await page.goto(at(merchant, "developers?tab=deliveries&event_type=conversion.created"));
  await page.getByRole("link", { name: "conversion.created" }).click();
  await expect(page.getByRole("region", { name: "sent body" })).toContainText('"external_id": "order-1"');
  await page.goto(at(merchant, "developers?tab=deliveries&status=held"));
  await expect(page.getByText("No matching deliveries")).toBeVisible();
});

test("counts failed deliveries before it resends them, and enables a disabled endpoint first", async ({
  page,
  merchant,
  server,
}) => {
  const hook = { url: "https://127.0.0.10/", events: ["conversion.created"] };
  const { endpoint } = await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", hook);
  const campaignId = await merchant.campaign();
  const [{ affiliate_code: code }, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  // Events of a disabled endpoint are held, so no attempt is under way while they are changed below.
  await merchant.call("PATCH", `webhook-endpoints/${endpoint.id}`, { enabled: false });
  for (const external_id of ["order-1", "order-2"])
    await merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id });
  await query(
    server,
    `update deliveries set status = 'failed', ended_at = now()
    where account_id = (select account_id from campaigns where name = 'Spring Sale' order by created_at desc limit 1)`,
    [],
  );
  await page.goto(at(merchant, "developers?tab=deliveries&status=failed"));
  await page.getByRole("button", { name: "Resend failed deliveries" }).click();
  await expect(notice(page, "No failed deliveries to resend.")).toBeVisible();
  await visit(page, at(merchant, `developers?tab=deliveries&status=failed&endpoint_id=${endpoint.id}`));
  await page.getByRole("button", { name: "Enable and send" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend 2 failed deliveries?" });
  await expect(dialog).toContainText("They failed in the last 7 days");
  await dialog.getByRole("button", { name: "Enable and send" }).click();
  await expect(notice(page, "Resending 2 deliveries.")).toBeVisible();
});

test("lists failed requests with status and error, and fills the account's IDs into the examples", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  const key = await merchant.key("checkout");
  const call = merchant.track(key, { campaign_id: campaignId, affiliate_code: "nobody", external_id: "1" });
  await expect(call).rejects.toThrow("404");
  await page.goto(at(merchant, "developers?tab=calls"));
  await expect(page.getByText("POST /v1/conversions")).toBeVisible();
  await expect(page.getByText("affiliate_code_not_found")).toBeVisible();
  await expect(page.getByRole("cell", { name: "checkout" })).toBeVisible();
  await page.getByRole("tab", { name: "Install tracking" }).click();
  await expect(page.getByRole("region", { name: "Node SDK example" })).toContainText(campaignId);
  await expect(page.getByRole("region", { name: "API key" })).toContainText(key.slice(-4));
  await expect(page.getByRole("region", { name: "HTML snippet" })).toContainText(`${merchant.origin}/t.js`);
});

test("a viewer sees no actions and no API keys", async ({ page, context, merchant, server }) => {
  const viewer = await Merchant.signUp(server.origin, "A viewer");
  await addMember(server, viewer, { account: merchant, role: "viewer" });
  const campaignId = await merchant.campaign();
  await merchant.affiliate(campaignId);
  await context.clearCookies();
  await signInAs(context, viewer);
  await page.goto(at(merchant, "campaigns"));
  await expect(page.getByRole("link", { name: "Spring Sale" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New campaign" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await visit(page, at(merchant, "campaigns/new"));
  await expect(page.getByText("No access")).toBeVisible();
  await visit(page, at(merchant, `campaigns/${campaignId}?tab=settings`));
  await expect(page.getByLabel("Name")).toBeDisabled();
  await visit(page, at(merchant, "developers?tab=keys"));
  await expect(page.getByText("No access")).toBeVisible();
});
