import type { CampaignResponse } from "tributary-sdk/pages";
import { holdRequest } from "./support/held.ts";
import { next } from "./support/merchant.ts";
import { at, expect, notice, test } from "./support/test.ts";

test("an invalid campaign keeps its values and shows an error next to each field", async ({ page, merchant }) => {
  await page.goto(at(merchant, "campaigns"));
  await page.getByRole("link", { name: "New campaign" }).first().click();
  await page.getByLabel("Target URL").fill("shop.example");
  await page.getByRole("button", { name: "Create campaign" }).click();
  await expect(page.getByText("Enter a name of up to 120 characters.")).toBeVisible();
  await expect(page.getByText("Enter a full URL, such as https://shop.example/spring.")).toBeVisible();
  await page.getByLabel("Name").fill("Spring Sale");
  await page.getByLabel("Target URL").fill("https://me:secret@shop.example/");
  await page.getByRole("button", { name: "Create campaign" }).click();
  // Only the server checks this rule, but its error is shown next to the field too.
  await expect(page.getByLabel("Target URL")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Name")).toHaveValue("Spring Sale");
});

test("shows what a commission pays while it is being typed", async ({ page, merchant }) => {
  await page.goto(at(merchant, "campaigns/new"));
  const sentence = page.getByTestId("sentence");
  await expect(sentence).toHaveText(
    "An order of €20.00 pays €2.00, €120.00 pays €12.00, €499.90 pays €49.99. Ready to pay 7 days later, once it is approved.",
  );
  await page.getByLabel("Hold period", { exact: true }).fill("0");
  await expect(sentence).toContainText("Ready to pay once it is approved.");
  await page.getByText("Fixed amount").click();
  await page.getByRole("combobox", { name: "Currency" }).fill("JPY");
  await page.getByLabel("Amount", { exact: true }).fill("500");
  await expect(sentence).toContainText("Each order pays JP¥500, regardless of its amount");
});

test("asks before leaving with unsaved changes, and keeps them on staying", async ({ page, merchant }) => {
  const id = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${id}?tab=settings`));
  await page.getByLabel("Name").fill("Summer Sale");
  await page.getByRole("link", { name: "Conversions" }).first().click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Summer Sale");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page, "Saved.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Summer Sale" })).toBeVisible();
  await page.getByRole("link", { name: "Conversions" }).first().click();
  await expect(page.getByRole("heading", { name: "Conversions", exact: true })).toBeVisible();
});

test("asks before another tab drops unsaved changes, but not before a filter", async ({ page, merchant }) => {
  const id = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${id}?tab=settings`));
  await page.getByLabel("Name").fill("Summer Sale");
  await page.getByText("7 days", { exact: true }).click();
  await expect(page).toHaveURL(/span=7/);
  await page.getByRole("tab", { name: "Coupons" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Summer Sale");
  await page.getByRole("tab", { name: "Coupons" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("tab", { name: "Coupons" })).toHaveAttribute("aria-selected", "true");
});

test("asks before signing out with unsaved changes, while they can still be saved", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=settings`));
  const name = page.getByLabel("Name");
  await name.fill("Summer Sale");
  const dialog = page.getByRole("dialog", { name: "Sign out without saving?" });
  const signOut = async (): Promise<void> => {
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await signOut();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page, "Saved.")).toBeVisible();
  await name.fill("Autumn Sale");
  await signOut();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await page.request.get("/api/session")).status()).toBe(401);
});

test("leaves once a running save succeeds", async ({ page, merchant }) => {
  const id = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${id}?tab=settings`));
  await page.getByLabel("Name").fill("Summer Sale");
  const save = await holdRequest(page, "PATCH", `**/campaigns/${id}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await save.sent;
  await page.getByRole("tab", { name: "Coupons" }).click();
  await expect(page.getByRole("dialog")).toContainText("Leave without saving?");
  await save.release();
  await expect(page.getByRole("tab", { name: "Coupons" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a public page keeps what is typed while it is being saved, and asks before that is dropped", async ({
  page,
  merchant,
}) => {
  const id = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${id}?tab=page`));
  const [open, address] = [page.getByRole("switch", { name: "Accept applications" }), page.getByLabel("Address")];
  const coupons = page.getByRole("tab", { name: "Coupons" });
  await open.click();
  await coupons.click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(open).toBeChecked();

  const first = await holdRequest(page, "PUT", `**/campaigns/${id}/page`);
  await page.getByRole("button", { name: "Save page" }).click();
  await first.sent;
  const slug = `winter-tea-${next()}`;
  await address.fill(slug);
  await first.release();
  // The page has been read again.
  await expect(page.getByRole("button", { name: "Copy link", exact: true })).toBeVisible();
  await expect(address).toHaveValue(slug);
  await coupons.click();
  await page.getByRole("button", { name: "Keep editing" }).click();

  const read = await holdRequest(page, "GET", `**/campaigns/${id}/page`);
  await page.getByRole("button", { name: "Save page" }).click();
  // It is saved, and has not been read again.
  await read.sent;
  await coupons.click();
  await expect(coupons).toHaveAttribute("aria-selected", "true");
  await read.release();
});

test("a refused save changes nothing, keeps what was typed and shows why", async ({ page, merchant }) => {
  const id = await merchant.campaign();
  const automatically = page.getByRole("radio", { name: "Automatically" });
  await page.goto(at(merchant, `campaigns/${id}?tab=settings`));
  await page.getByLabel("Name").fill("Summer Sale");
  await page.getByLabel("Target URL").fill("https://me:secret@shop.example/");
  await automatically.check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Must be an http")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Summer Sale");
  await expect(automatically).toBeChecked();
  expect(await merchant.call("GET", `campaigns/${id}/auto-approve`)).toEqual({ auto_approve: "never" });
  await page.getByLabel("Target URL").fill("https://shop.example/summer");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page, "Saved.")).toBeVisible();
  expect(await merchant.call("GET", `campaigns/${id}/auto-approve`)).toEqual({ auto_approve: "when_matured" });
});

test("unsaved settings stay while the campaign changes, and the other fields follow", async ({ page, merchant }) => {
  const id = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${id}?tab=settings`));
  await page.getByLabel("Name").fill("Summer Sale");
  await merchant.call("PATCH", `campaigns/${id}`, { maturation_days: 14 });
  await page.getByRole("button", { name: "Actions for Spring Sale" }).click();
  await page.getByRole("menuitem", { name: "Pause campaign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause campaign" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Hold period", { exact: true })).toHaveValue("14 days");
  await expect(page.getByLabel("Name")).toHaveValue("Summer Sale");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Summer Sale" })).toBeVisible();
});

test("an unsaved percentage stays one when the commission becomes a fixed amount elsewhere", async ({
  page,
  merchant,
}) => {
  const id = await merchant.campaign();
  const percentage = page.getByRole("textbox", { name: "Percentage" });
  await page.goto(at(merchant, `campaigns/${id}?tab=settings`));
  await percentage.fill("20");
  await merchant.call("PATCH", `campaigns/${id}`, {
    commission_type: "fixed",
    commission_value: 5,
    maturation_days: 14,
  });
  await page.getByRole("button", { name: "Actions for Spring Sale" }).click();
  await page.getByRole("menuitem", { name: "Pause campaign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause campaign" }).click();
  await expect(page.getByLabel("Hold period", { exact: true })).toHaveValue("14 days");
  await expect(percentage).toHaveValue("20");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page, "Saved.")).toBeVisible();
  const { campaign } = await merchant.call<CampaignResponse>("GET", `campaigns/${id}`);
  expect(campaign).toMatchObject({ commission_type: "percentage", commission_value: 20 });
});

test("creates a campaign in one request, so that a failure leaves none behind", async ({ page, merchant }) => {
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(at(merchant, "campaigns/new"));
  await page.getByLabel("Name").fill("Spring Sale");
  await page.getByLabel("Target URL").fill("https://shop.example/spring");
  await page.getByRole("radio", { name: "Automatically" }).check();
  await page.getByRole("button", { name: "Create campaign" }).click();
  await expect(page.getByRole("heading", { name: "Spring Sale" })).toBeVisible();
  expect(writes).toEqual([`POST /api/dashboard/${merchant.accountId}/campaigns`]);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("radio", { name: "Automatically" })).toBeChecked();
});

test("pauses, resumes, archives and reactivates a campaign, and asks before it stops anything", async ({
  page,
  merchant,
}) => {
  await merchant.campaign();
  await page.goto(at(merchant, "campaigns"));
  const act = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "Actions for Spring Sale" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Pause campaign");
  await page.getByRole("dialog").getByRole("button", { name: "Pause campaign" }).click();
  await expect(page.getByRole("cell", { name: "paused" })).toBeVisible();
  await act("Resume campaign");
  await expect(page.getByRole("cell", { name: "active" })).toBeVisible();
  await act("Archive campaign");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("cell", { name: "active" })).toBeVisible();
  await act("Archive campaign");
  await page.getByRole("dialog").getByRole("button", { name: "Archive campaign" }).click();
  await expect(notice(page, "Archived Spring Sale. Its history is kept.")).toBeVisible();
  await act("Reactivate campaign");
  await expect(page.getByRole("cell", { name: "active" })).toBeVisible();
});

test("the budget bar shows what is used, and says when new conversions are not accepted", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign({ max_budget: 12 });
  const [{ affiliate_code: code }, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id: "1", amount: 60 });
  await page.goto(at(merchant, `campaigns/${campaignId}`));
  await expect(page.getByText("€6.00 of €12.00 budget")).toBeVisible();
  await merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id: "2", amount: 60 });
  await page.reload();
  await expect(page.getByText("Used up: new conversions are not accepted")).toBeVisible();
});

test("the palette opens with a shortcut, opens pages and finds an order ID", async ({ page, merchant }) => {
  await page.goto(at(merchant));
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search and commands" });
  await field.fill("camp");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Campaigns", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await field.fill("order-77");
  await field.press("Enter");
  await expect(page).toHaveURL(/conversions\?external_id=order-77/);
});
