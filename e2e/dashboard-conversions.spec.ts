import type { Page } from "@playwright/test";
import type { CampaignResponse, ConversionsResponse } from "tributary-sdk/pages";
import { holdRequest } from "./support/held.ts";
import { Merchant } from "./support/merchant.ts";
import { at, clockTest, expect, notice, test, visit } from "./support/test.ts";

const UNDO_MS = 8_000;

interface Stage {
  readonly campaignId: string;
  readonly code: string;
  readonly key: string;
}

async function stage(merchant: Merchant, more: object = {}): Promise<Stage> {
  const campaignId = await merchant.campaign(more);
  const [affiliate, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  return { campaignId, code: affiliate.affiliate_code, key };
}

const order = ({ campaignId, code }: Stage, external_id: string, amount = 120) => ({
  campaign_id: campaignId,
  affiliate_code: code,
  external_id,
  amount,
});

const spendOf = async (merchant: Merchant, { campaignId }: Stage): Promise<number> => {
  const { campaign } = await merchant.call<CampaignResponse>("GET", `campaigns/${campaignId}`);
  return campaign.current_spend;
};

const conversionsOf = async (merchant: Merchant) =>
  (await merchant.call<ConversionsResponse>("GET", "conversions")).conversions;

test("keeps filters in the URL", async ({ page, merchant }) => {
  const on = await stage(merchant);
  const { id } = await merchant.track(on.key, order(on, "order-1"));
  await merchant.track(on.key, order(on, "order-2"));
  await merchant.call("POST", `conversions/${id}/approve`);
  await page.goto(at(merchant, "conversions"));
  await expect(page.getByText("1–2 of 2")).toBeVisible();

  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "approved" }).click();
  await expect(page).toHaveURL(/status=approved/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.getByRole("textbox", { name: "Order ID" }).fill("order-2");
  await expect(page).toHaveURL(/external_id=order-2/);
  await expect(page.getByText("No matching conversions")).toBeVisible();

  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("search").getByRole("button", { name: "Tracked" }).click();
  const today = page.locator("button[data-today]");
  await today.click();
  await today.click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await expect(page.getByText("1–2 of 2")).toBeVisible();

  await page.goto(
    at(merchant, `conversions?status=approved&campaign_id=${on.campaignId}&from=2020-01-01&to=2099-12-31`),
  );
  await expect(page.getByRole("link", { name: "order-1" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Campaign" })).toHaveValue("Spring Sale");
  const href = await page.getByRole("link", { name: /as CSV$/ }).getAttribute("href");
  const csv = await page.request.get(href ?? "");
  expect(csv.status()).toBe(200);
  const lines = (await csv.text()).trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("order-1");
});

/** The response from before the decision arrives after it: the page preloads the conversion when the link is hovered. */
async function holdUntilDecided(page: Page, id: string): Promise<void> {
  const decided = page.waitForResponse((response) => response.url().endsWith(`/conversions/${id}/reject`));
  await page.route(
    `**/api/dashboard/*/conversions/${id}`,
    async (route) => {
      const response = await route.fetch();
      await decided;
      // The page may have given up this request.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
}

clockTest(
  "rejecting frees the budget, restoring uses it again, and the history shows who and why",
  async ({ page, merchant }) => {
    const on = await stage(merchant, { max_budget: 50 });
    const { id } = await merchant.track(on.key, order(on, "order-1"));
    await holdUntilDecided(page, id);
    await page.clock.install();
    await page.goto(at(merchant, "conversions"));
    await expect(page.getByText("7 days left")).toBeVisible();
    await page.getByRole("button", { name: "Actions for order-1" }).click();
    await page.getByRole("menuitem", { name: "Reject" }).click();
    await page.getByLabel("Reason").fill("Sent back by the customer");
    // The eight seconds do not pass on a slow machine either.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "Reject conversion" }).click();
    await expect(page.getByRole("button", { name: "Undo for order-1" })).toBeVisible();
    expect(await spendOf(merchant, on)).toBe(12);
    await page.clock.resume();

    // Leaving the page sends the decision.
    await page.getByRole("link", { name: "order-1" }).click();
    await expect(page.getByText("“Sent back by the customer”")).toBeVisible();
    await expect(page.getByText("10% of €120.00, rounded half up, is €12.00.")).toBeVisible();
    expect(await spendOf(merchant, on)).toBe(0);
    await expect(page.getByText(/Rivers & Sons ·/)).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(notice(page, "Restored to pending review.")).toBeVisible();
    expect(await spendOf(merchant, on)).toBe(12);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(notice(page, "Approved. €12.00 for Ada Lovelace is ready to pay from")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reject" })).toBeVisible();
  },
);

clockTest(
  "refuses to approve a conversion that another browser approved, and refreshes the list",
  async ({ page, merchant }) => {
    const on = await stage(merchant);
    const { id } = await merchant.track(on.key, order(on, "order-1"));
    await page.clock.install();
    await page.goto(at(merchant, "conversions"));
    await expect(page.getByRole("button", { name: "Approve order-1" })).toBeVisible();
    // The page does not poll in between.
    await page.clock.pauseAt(Date.now() + 60_000);
    await merchant.call("POST", `conversions/${id}/approve`);
    await page.getByRole("button", { name: "Approve order-1" }).click();
    await page.clock.fastForward(UNDO_MS);
    await page.clock.resume();
    await expect(notice(page, "order-1 was not approved. Only a pending conversion can be approved.")).toBeVisible();
    await expect(page.getByRole("cell", { name: "approved" })).toBeVisible();
  },
);

// The page reads the list 100 at a time and sends 50 decisions per request: this needs two and three of them.
test("approves 120 conversions in one action, with progress and a report", async ({ page, merchant }) => {
  const on = await stage(merchant);
  const keys = await Promise.all([1, 2, 3].map((number) => merchant.key(`loader ${number}`)));
  await Promise.all(
    keys.map(async (key, lane) => {
      for (let index = lane; index < 120; index += keys.length)
        await merchant.track(key, order(on, `order-${index}`, 10));
    }),
  );
  await page.goto(at(merchant, "conversions?status=pending"));
  await expect(page.getByText("1–50 of 120")).toBeVisible();
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Select all 120 matching conversions" }).click();
  await expect(page.getByText("120 selected")).toBeVisible();
  await page.getByRole("button", { name: "Approve 120 conversions" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Approve 0 conversions" })).toBeDisabled();
  await dialog.getByLabel("Also approve 120 flagged conversions").check();
  await expect(dialog.getByText("€120.00")).toBeVisible();
  await dialog.getByRole("button", { name: "Approve 120 conversions" }).click();
  await expect(dialog.getByText("120 conversions approved, 0 failed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("All caught up")).toBeVisible();
  const { pagination } = await merchant.call<ConversionsResponse>("GET", "conversions?status=approved&limit=1");
  expect(pagination.total).toBe(120);
});

test("a bulk rejection reports which conversions failed and why", async ({ page, merchant }) => {
  const on = await stage(merchant);
  const ids: string[] = [];
  for (const name of ["order-1", "order-2", "order-3"]) ids.push((await merchant.track(on.key, order(on, name))).id);
  await page.goto(at(merchant, "conversions"));
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Reject 3 conversions" }).click();
  await merchant.call("POST", `conversions/${ids[1]}/reject`, {});
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A test order");
  await dialog.getByRole("button", { name: "Reject 3 conversions" }).click();
  await expect(dialog.getByText("2 conversions rejected, 1 failed.")).toBeVisible();
  await expect(dialog.getByRole("row", { name: "order-2 The conversion is already rejected." })).toBeVisible();
});

test("a selection ends with its filter, also by the back button", async ({ page, merchant }) => {
  const on = await stage(merchant);
  const { id } = await merchant.track(on.key, order(on, "order-1"));
  await merchant.call("POST", `conversions/${id}/approve`);
  await merchant.track(on.key, order(on, "order-2"));
  const bar = page.getByRole("region", { name: "Selection" });
  await page.goto(at(merchant, "conversions?status=approved"));
  await expect(page.getByRole("link", { name: "order-1" })).toBeVisible();
  await visit(page, at(merchant, "conversions?status=pending"));
  await page.getByLabel("Select order-2").check();
  await expect(bar).toContainText("1 selected");
  await page.goBack();
  await expect(page.getByRole("link", { name: "order-1" })).toBeVisible();
  await expect(bar).toHaveCount(0);

  // The rows of the last filter stay until the next ones arrive.
  const next = await holdRequest(page, "GET", /\/conversions\?.*status=rejected/);
  await visit(page, at(merchant, "conversions?status=rejected"));
  await next.sent;
  await expect(page.getByLabel("Select order-1")).toBeDisabled();
  await next.release();
  await expect(page.getByText("No matching conversions")).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("a late response to selecting all does not select in another filter", async ({ page, merchant }) => {
  const on = await stage(merchant);
  for (let index = 0; index <= 50; index += 1) await merchant.track(on.key, order(on, `order-${index}`));
  const list = await holdRequest(page, "GET", /\/api\/dashboard\/[^/]+\/conversions$/);
  await page.goto(at(merchant, "conversions"));
  await list.sent;
  // There is nothing to select yet.
  await expect(page.getByLabel("Select all on this page")).toBeDisabled();
  await list.release();
  await page.getByLabel("Select all on this page").check();
  const all = await holdRequest(page, "GET", /\/conversions\?.*limit=100/);
  await page.getByRole("button", { name: "Select all 51 matching conversions" }).click();
  await all.sent;
  await page.getByRole("textbox", { name: "Order ID" }).fill("order-50");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await all.release();
  await page.getByLabel("Select order-50").check();
  await expect(page.getByRole("button", { name: "Approve 1 conversion" })).toBeVisible();
});

test("a list that fails to load shows an error and loads on retry", async ({ page, merchant }) => {
  const on = await stage(merchant);
  await merchant.track(on.key, order(on, "order-1"));
  const list = "**/api/dashboard/*/conversions?*";
  await page.route("**/api/dashboard/*/conversions", (route) => route.abort());
  await page.route(list, (route) => route.abort());
  await page.goto(at(merchant, "conversions"));
  await expect(page.getByText("Couldn't load this")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "order-1" })).toBeVisible();
});

clockTest("pages and held decisions retry after a 429", async ({ page, merchant }) => {
  const on = await stage(merchant);
  await merchant.track(on.key, order(on, "order-1"));
  const tooMany = {
    status: 429,
    headers: { "retry-after": "1" },
    json: { error: "Too many requests. Wait a moment and try again.", code: "too_many_requests" },
  };
  await page.route("**/api/dashboard/*/conversions?*", (route) => route.fulfill(tooMany), { times: 1 });
  await page.route("**/api/dashboard/*/conversions/*/approve", (route) => route.fulfill(tooMany), { times: 1 });
  await page.clock.install();
  await page.goto(at(merchant, "conversions?status=pending"));
  await page.getByRole("button", { name: "Approve order-1" }).click();
  const refused = page.waitForResponse(/\/approve$/);
  await page.clock.fastForward(UNDO_MS);
  await refused;
  await expect.poll(async () => (await conversionsOf(merchant)).map(({ status }) => status)).toEqual(["approved"]);
  await page.reload();
  await expect(page.getByText("All caught up")).toBeVisible();
});

test("a conversion of another account looks like one that does not exist", async ({ page, merchant, server }) => {
  const other = await Merchant.signUp(server.origin, "Somebody else");
  const on = await stage(other);
  const { id } = await other.track(on.key, order(on, "order-1"));
  await page.goto(at(merchant, `conversions/${id}`));
  await expect(page.getByText("Conversion not found.")).toBeVisible();
});

test("sorts by a column's heading, keeps the order in the URL and announces it to screen readers", async ({
  page,
  merchant,
}) => {
  const on = await stage(merchant);
  for (const [name, amount] of [
    ["order-1", 20],
    ["order-2", 90],
    ["order-3", 50],
  ] as const)
    await merchant.track(on.key, { ...order(on, name), amount });
  await page.goto(at(merchant, "conversions"));
  const orders = page.getByRole("table", { name: "Conversions" }).getByRole("link");
  await expect(orders).toHaveText(["order-3", "order-2", "order-1"]);
  const head = page.getByRole("columnheader", { name: "Amount" });
  await expect(head).not.toHaveAttribute("aria-sort");
  await head.getByRole("button").click();
  await expect(page).toHaveURL(/sort=-amount/);
  await expect(orders).toHaveText(["order-2", "order-3", "order-1"]);
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await page.reload();
  await expect(orders).toHaveText(["order-2", "order-3", "order-1"]);
  await head.getByRole("button").click();
  await expect(orders).toHaveText(["order-1", "order-3", "order-2"]);
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await head.getByRole("button").click();
  await expect(page).not.toHaveURL(/sort=/);
  await expect(orders).toHaveText(["order-3", "order-2", "order-1"]);
});
