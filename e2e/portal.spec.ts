import { join, joinToo, signInWith } from "./support/affiliate.ts";
import { Merchant, next, PASSWORD } from "./support/merchant.ts";
import { at, expect, notice, test, visit } from "./support/test.ts";

test("a new affiliate accepts an invitation, shares the link and earns commission that is ready to pay", async ({
  page,
  context,
  browser,
  server,
  watch,
}) => {
  // Unique, because tests share the server.
  const address = `ada-${next()}@partner.example`;
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign({ target_url: `${server.origin}/healthz`, maturation_days: 0 });
  const [link, key] = await Promise.all([merchant.invite(campaignId, address), merchant.key()]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Rivers & Sons has invited you" })).toBeVisible();
  await expect(page.getByText("10% of each order: an order of €120.00 pays you €12.00.")).toBeVisible();
  await expect(page.getByText("You earn on orders within 30 days of a click on your link")).toBeVisible();
  await expect(page.getByText("None. Commission is ready as soon as it is approved.")).toBeVisible();
  await expect(page.getByText("Rivers & Sons approves or rejects each order.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(address);
  await expect(page.getByLabel("Email")).not.toBeEditable();
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Password" }).fill("short");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("At least 8 characters.").last()).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "You're in. Welcome to Spring Sale" })).toBeVisible();
  await page.getByRole("button", { name: "Copy link" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^${server.origin}/r/[a-z0-9]{10}$`));

  const buyer = await browser.newContext();
  await watch(buyer);
  const shop = await buyer.newPage();
  await shop.goto(copied);
  const clickId = new URL(shop.url()).searchParams.get("service_id");
  await buyer.close();
  await page.getByRole("link", { name: "Open campaign" }).click();
  await expect(page.getByRole("definition").first()).toHaveText("1");

  const order = { campaign_id: campaignId, external_id: "order-1", amount: 120, click_id: clickId };
  const { id } = await merchant.track(key, order);
  await page.getByRole("link", { name: "Conversions" }).first().click();
  const row = page.getByRole("row", { name: /Spring Sale/ });
  await expect(row).toContainText("Pending review");
  await expect(row).toContainText("€12.00");
  await expect(page.getByText("order-1")).toHaveCount(0);

  // The open page shows the approval without a reload.
  await merchant.call("POST", `conversions/${id}/approve`);
  await expect(row).toContainText("Approved");
  await expect(row).toContainText("Now");
  await row.getByRole("link").click();
  await expect(page.getByText("Approved and ready to pay in the next payout.")).toBeVisible();
  await expect(page.getByText(/^Attributed to a click on .+\. Ordered .+ later/)).toBeVisible();
  await expect(page.getByText("10% of €120.00, rounded half up, is €12.00.")).toBeVisible();
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expect(page.getByRole("link", { name: "€12.00" })).toBeVisible();
  await page.getByRole("button", { name: "Show table" }).click();
  await expect(page.getByRole("table", { name: "Figures by day" }).getByRole("row").nth(1)).toContainText("€12.00");
  await page.getByRole("link", { name: "Earnings" }).first().click();
  await expect(page.getByRole("row", { name: /EUR 1 €12.00 €12.00 €0.00 €0.00/ })).toBeVisible();
});

test("builds deep links to the shop only, and downloads the QR code", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign({ name: `<b>&"Sale"` });
  const { cookie, affiliation } = await join(merchant, campaignId);
  await signInWith(context, server.origin, cookie);
  await page.goto(`/portal/campaigns/${campaignId}`);
  const link = page.getByRole("region", { name: "tracking link" }).locator("pre");
  await expect(link).toHaveText(affiliation.unique_link);
  await page.getByLabel("Link to a specific page").fill("https://elsewhere.example/shoes");
  await expect(
    page.getByText("Your link works only for pages on shop.example. This page is on elsewhere.example."),
  ).toBeVisible();
  await expect(link).toHaveText(affiliation.unique_link);
  await page.getByLabel("Link to a specific page").fill("shop.example/shoes?size=9");
  await page.getByLabel("Label (optional)").fill("news letter");
  await expect(link).toHaveText(`${affiliation.unique_link}?to=%2Fshoes%3Fsize%3D9&sub=news+letter`);
  const answer = await fetch((await link.textContent()) ?? "", { redirect: "manual" });
  expect(answer.headers.get("location")).toMatch(/^https:\/\/shop\.example\/shoes\?size=9&service_id=clk_/);
  await expect(page.getByRole("region", { name: "text for blog" })).toContainText("&lt;b&gt;&amp;&quot;Sale&quot;");
  for (const kind of ["SVG", "PNG"]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByText(`Download ${kind}`).click()]);
    expect(file.suggestedFilename()).toBe(`${affiliation.affiliate_code}-qr.${kind.toLowerCase()}`);
  }
});

test("an affiliate who leaves a campaign keeps the earnings, and gets the same link after rejoining", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign();
  const { cookie, affiliation, email } = await join(merchant, campaignId);
  const key = await merchant.key();
  const order = { campaign_id: campaignId, affiliate_code: affiliation.affiliate_code, amount: 120 };
  await merchant.track(key, { ...order, external_id: "order-1" });
  await signInWith(context, server.origin, cookie);
  await page.goto(`/portal/campaigns/${campaignId}`);
  await page.getByRole("button", { name: "Actions for Spring Sale" }).click();
  await page.getByRole("menuitem", { name: "Leave campaign" }).click();
  await page.getByRole("button", { name: "Leave campaign" }).click();
  await expect(notice(page, "You have left Spring Sale.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Spring Sale/ })).toContainText("Left");
  await page.getByRole("link", { name: "Conversions" }).first().click();
  await expect(page.getByRole("row", { name: /Spring Sale/ })).toContainText("€12.00");

  await page.goto(await merchant.invite(campaignId, email));
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page.getByText(affiliation.unique_link)).toBeVisible();
});

test("a person with both roles switches between dashboard and portal, and / opens the last one", async ({
  page,
  merchant,
  server,
}) => {
  const other = await Merchant.signUp(server.origin, "Northern Light Coffee");
  await page.goto("/portal");
  await expect(page.getByRole("heading", { name: "Not an affiliate yet" })).toBeVisible();
  await page.goto(await other.invite(await other.campaign({ name: "Beans" }), merchant.email));
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await page.getByRole("link", { name: "Open campaign" }).click();
  await expect(page.getByRole("heading", { name: "Beans", exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL("/portal");
  await page.getByRole("button", { name: /Switch account/ }).click();
  await page.getByRole("menuitem", { name: /Rivers & Sons/ }).click();
  await expect(page).toHaveURL(at(merchant));
  // The layout remembers the side once it has rendered.
  await expect(page.getByRole("link", { name: "Affiliates" }).first()).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(at(merchant));
  await page.getByRole("button", { name: /Switch account/ }).click();
  await page.getByRole("menuitem", { name: "Affiliate portal" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page).toHaveURL("/portal");

  // Affiliates have no access to the merchant's dashboard.
  await page.goto(at(other, "campaigns"));
  await expect(page.getByRole("heading", { name: "Account not found" })).toBeVisible();
});

test("a link for one campaign does not take over what was entered for another", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const first = await merchant.campaign();
  const second = await merchant.campaign({ name: "Summer Sale" });
  const ada = await join(merchant, first);
  const { unique_link: link } = await joinToo(merchant, second, ada);
  await signInWith(context, server.origin, ada.cookie);
  await page.goto(`/portal/campaigns/${second}`);
  await expect(page.getByRole("heading", { name: "Summer Sale" })).toBeVisible();
  await visit(page, `/portal/campaigns/${first}`);
  await expect(page.getByRole("heading", { name: "Spring Sale" })).toBeVisible();
  await page.getByLabel("Link to a specific page").fill("/shoes");
  await page.getByLabel("Label (optional)").fill("newsletter");
  await visit(page, `/portal/campaigns/${second}`);
  await expect(page.getByRole("heading", { name: "Summer Sale" })).toBeVisible();
  await expect(page.getByRole("region", { name: "tracking link" }).locator("pre")).toHaveText(link);
  await expect(page.getByRole("img", { name: `QR code of ${link}`, exact: true })).toBeVisible();
  for (const field of ["Link to a specific page", "Label (optional)"])
    await expect(page.getByLabel(field)).toHaveValue("");
});
