import type { Page } from "@playwright/test";
import type {
  ApplicationPageResponse,
  BrandingResponse,
  CampaignPlanResponse,
  ConnectorResponse,
  ConnectorSecretResponse,
  ConversionsResponse,
  EndpointSecretResponse,
  EndpointsResponse,
  PayoutSettingsResponse,
} from "tributary-sdk/pages";
import { claim, join } from "./support/affiliate.ts";
import { holdReads } from "./support/held.ts";
import { next } from "./support/merchant.ts";
import { IBAN } from "./support/money.ts";
import { at, clockTest, expect, notice, signInAs, test, visit } from "./support/test.ts";

// A change makes every page read its data again. Until then, a form must not start with the values before the change.

test("the payer's form opens with what was saved last, and keeps what is typed", async ({ page, merchant }) => {
  const payer = { name: "Rivers & Sons", iban: IBAN };
  await merchant.call("PUT", "payout-settings/payer", payer);
  await page.goto(at(merchant, "settings/payouts"));
  const [holder, bic] = [page.getByLabel("Account holder"), page.getByLabel("BIC")];
  await holder.fill("Rivers & Daughters");
  const reads = await holdReads(page, /\/payout-settings$/);
  await page.getByRole("button", { name: "Save payer" }).click();
  await expect(notice(page, "Saved. New SEPA files")).toBeVisible();
  await visit(page, at(merchant, "settings"));
  await expect(page.getByRole("heading", { name: "Branding" })).toBeVisible();
  await visit(page, at(merchant, "settings/payouts"));
  await expect(page.getByRole("heading", { name: "Payer" })).toBeVisible();
  await expect(holder).toHaveCount(0);
  reads.release();
  await expect(holder).toHaveValue("Rivers & Daughters");
  await bic.fill("COBADEFFXXX");
  await page.getByRole("button", { name: "Save payer" }).click();
  await expect
    .poll(async () => (await merchant.call<PayoutSettingsResponse>("GET", "payout-settings")).payer)
    .toMatchObject({ ...payer, name: "Rivers & Daughters", bic: "COBADEFFXXX" });
  await holder.fill("Rivers & Cousins");
  await page.getByRole("button", { name: "Remove payer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove payer" }).click();
  await expect(notice(page, "Payer removed.")).toBeVisible();
  for (const field of [holder, page.getByLabel("IBAN"), bic]) await expect(field).toHaveValue("");
});

test("the branding form opens with what was saved last", async ({ page, merchant }) => {
  await page.goto(at(merchant, "settings"));
  const line = page.getByLabel("Cover line");
  await line.fill("Boats since 1920");
  const reads = await holdReads(page, /\/branding$/);
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(notice(page, "Branding saved.")).toBeVisible();
  await visit(page, at(merchant, "settings/payouts"));
  await expect(page.getByRole("heading", { name: "Payer" })).toBeVisible();
  await visit(page, at(merchant, "settings"));
  await expect(page.getByRole("heading", { name: "Branding" })).toBeVisible();
  await expect(line).toHaveCount(0);
  reads.release();
  await expect(line).toHaveValue("Boats since 1920");
  await line.fill("");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect
    .poll(async () => (await merchant.call<BrandingResponse>("GET", "branding")).branding.cover_line)
    .toBeNull();
});

test("a mapping that was just saved is not lost with the next one", async ({ page, merchant }) => {
  const body = { provider: "generic", name: "Own shop" };
  const { connector } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", body);
  await page.goto(at(merchant, `connectors/${connector.id}?tab=mapping`));
  await page.getByLabel("Amount", { exact: true }).fill("data.total");
  const reads = await holdReads(page, new RegExp(`/connectors/${connector.id}$`));
  await page.getByRole("button", { name: "Save mapping" }).click();
  await expect(notice(page, "Mapping saved.")).toBeVisible();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Field mapping" }).click();
  await expect(page.getByRole("button", { name: "Save mapping" })).toHaveCount(0);
  reads.release();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("data.total");
  await page.getByLabel("Currency", { exact: true }).fill("data.currency");
  await page.getByRole("button", { name: "Save mapping" }).click();
  const saved = async (): Promise<string[]> => {
    const now = await merchant.call<ConnectorResponse>("GET", `connectors/${connector.id}`);
    return Object.values(now.connector.mapping ?? {}).sort();
  };
  await expect.poll(saved).toEqual(["data.currency", "data.total"]);
});

test("editing the events of an endpoint does not bring back its old URL", async ({ page, merchant }) => {
  const hook = { url: "https://127.0.0.10/old", events: ["conversion.created"] };
  await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", hook);
  await page.goto(at(merchant, "developers?tab=webhooks"));
  const dialog = page.getByRole("dialog");
  const edit = async (): Promise<void> => {
    await page.getByRole("button", { name: "Actions for https://127.0.0.10/old" }).click();
    await page.getByRole("menuitem", { name: "Edit endpoint" }).click();
  };
  const save = async (): Promise<void> => {
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await edit();
  await dialog.getByLabel("URL").fill("https://127.0.0.10/new");
  const reads = await holdReads(page, /\/webhook-endpoints\?/);
  await save();
  await edit();
  await expect(dialog.getByRole("heading")).toBeVisible();
  await expect(dialog.getByLabel("URL")).toHaveCount(0);
  reads.release();
  await expect(dialog.getByLabel("URL")).toHaveValue("https://127.0.0.10/new");
  await dialog.getByLabel("payout.created").check();
  await save();
  await expect(page.getByRole("button", { name: "Actions for https://127.0.0.10/new" })).toBeVisible();
  const { webhook_endpoints: endpoints } = await merchant.call<EndpointsResponse>("GET", "webhook-endpoints");
  expect(endpoints.map(({ url, events }) => ({ url, events: [...events].sort() }))).toEqual([
    { url: "https://127.0.0.10/new", events: ["conversion.created", "payout.created"] },
  ]);
});

test("an order for a claim is recorded in the campaign's currency, however late that is known", async ({
  page,
  context,
  merchant,
}) => {
  const campaignId = await merchant.campaign({ currency: "USD" });
  const ada = await join(merchant, campaignId);
  const { id } = await claim(merchant, ada, "order-7");
  await signInAs(context, merchant);
  const reads = await holdReads(page, new RegExp(`/campaigns/${campaignId}$`));
  await page.goto(at(merchant, `claims/${id}`));
  await expect(page.getByRole("heading", { name: "Record a conversion" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Record conversion" })).toHaveCount(0);
  reads.release();
  await page.getByLabel("Order amount").fill("100");
  await page.getByRole("button", { name: "Record conversion" }).click();
  await expect(notice(page, "Recorded for Ada Lovelace.")).toBeVisible();
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions");
  expect(conversions).toMatchObject([{ external_id: "order-7", amount: 100, currency: "USD" }]);
});

test("a form whose data cannot be read again says so, and opens after another try", async ({ page, merchant }) => {
  await page.goto(at(merchant, "settings/payouts"));
  await page.getByLabel("Account holder").fill("Rivers & Sons");
  await page.getByLabel("IBAN").fill(IBAN);
  const settings = /\/payout-settings$/;
  await page.route(settings, (route) => route.fulfill({ status: 409, json: { error: "Not now." } }));
  await page.getByRole("button", { name: "Save payer" }).click();
  await expect(notice(page, "Saved. New SEPA files")).toBeVisible();
  await visit(page, at(merchant, "settings"));
  await expect(page.getByRole("heading", { name: "Branding" })).toBeVisible();
  await visit(page, at(merchant, "settings/payouts"));
  await expect(page.getByRole("alert").getByText("Couldn't load this")).toBeVisible();
  await expect(page.getByLabel("Account holder")).toHaveCount(0);
  await page.unroute(settings);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Account holder")).toHaveValue("Rivers & Sons");
});

/** The page reads its data again, as when the reader returns to it. */
async function returnTo(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

clockTest(
  "a plan that someone else changes meanwhile takes nothing away from its editor",
  async ({ page, merchant }) => {
    const campaignId = await merchant.campaign();
    const path = `campaigns/${campaignId}/plan`;
    const saveElsewhere = (value: number) =>
      merchant.call<CampaignPlanResponse>("PUT", path, {
        plan: { base: { type: "percentage", value } },
      });
    await page.clock.install();
    await page.goto(at(merchant, path));
    const percentage = page.getByRole("listitem", { name: "Base commission", exact: true }).getByLabel("Percentage");
    await expect(percentage).toHaveValue("10");

    // Nothing was edited: the editor follows.
    await saveElsewhere(12);
    await returnTo(page);
    await expect(percentage).toHaveValue("12");
    await expect(page.getByText("No changes")).toBeVisible();

    await percentage.fill("15");
    await saveElsewhere(14);
    await returnTo(page);
    const changed = page.getByRole("alert").filter({ hasText: "This plan has changed" });
    await expect(changed).toBeVisible();
    await expect(percentage).toHaveValue("15");
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText(
      "Changed: 15% of every order (was: 14% of every order)",
    );
    await page.getByRole("button", { name: "Keep editing" }).click();
    await changed.getByRole("button", { name: "Discard my changes" }).click();
    await expect(percentage).toHaveValue("14");
    await expect(changed).toHaveCount(0);
    await expect(page.getByText("No changes")).toBeVisible();
  },
);

// Someone else changes one field while another one is being edited: both changes stay.

test("saving a connector keeps what someone else has changed meanwhile", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const body = { provider: "generic", name: "Own shop" };
  const { connector } = await merchant.call<ConnectorSecretResponse>("POST", "connectors", body);
  const path = `connectors/${connector.id}`;
  await page.goto(at(merchant, `${path}?tab=settings`));
  await page.getByLabel("Name").fill("Tea shop");
  await merchant.call("PATCH", path, { campaign_id: campaignId });
  await page.getByRole("button", { name: "Save connector" }).click();
  await expect(notice(page, "Connector saved.")).toBeVisible();
  const saved = await merchant.call<ConnectorResponse>("GET", path);
  expect(saved.connector).toMatchObject({ name: "Tea shop", campaign: { id: campaignId } });
});

test("opening a public page keeps the address that someone else has given it", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const path = `campaigns/${campaignId}/page`;
  const [slug, newer] = [`tea-${next()}`, `tea-${next()}`];
  await merchant.call("PUT", path, { slug, open: false });
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=page`));
  await expect(page.getByLabel("Address")).toHaveValue(slug);
  await merchant.call("PUT", path, { slug: newer, open: false });
  await page.getByLabel("Accept applications").check();
  await page.getByRole("button", { name: "Save page" }).click();
  await expect(notice(page, "The page is open for applications.")).toBeVisible();
  const saved = await merchant.call<ApplicationPageResponse>("GET", path);
  expect(saved.page).toMatchObject({ slug: newer, open: true });
  await expect(page.getByLabel("Address")).toHaveValue(newer);
});

test("editing the events of an endpoint keeps the URL that someone else has given it", async ({ page, merchant }) => {
  const hook = { url: "https://127.0.0.10/old", events: ["conversion.created"] };
  const { endpoint } = await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", hook);
  await page.goto(at(merchant, "developers?tab=webhooks"));
  await page.getByRole("button", { name: "Actions for https://127.0.0.10/old" }).click();
  await page.getByRole("menuitem", { name: "Edit endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("payout.created").check();
  await merchant.call("PATCH", `webhook-endpoints/${endpoint.id}`, { url: "https://127.0.0.10/new" });
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
  const { webhook_endpoints: endpoints } = await merchant.call<EndpointsResponse>("GET", "webhook-endpoints");
  expect(endpoints.map(({ url, events }) => ({ url, events: [...events].sort() }))).toEqual([
    { url: "https://127.0.0.10/new", events: ["conversion.created", "payout.created"] },
  ]);
});
