import { join, joinToo } from "./support/affiliate.ts";
import { holdReads } from "./support/held.ts";
import { PASSWORD, send, type Merchant } from "./support/merchant.ts";
import { at, clockTest, expect, noon, notice, test } from "./support/test.ts";

/** An existing affiliate accepts another invitation. */
async function joinAs(merchant: Merchant, campaignId: string, email: string): Promise<void> {
  const token = (await merchant.invite(campaignId, email)).split("/").at(-1) ?? "";
  const { cookie } = await send(merchant.origin, "POST", "/api/session", { body: { email, password: PASSWORD } });
  await send(merchant.origin, "POST", `/api/portal/invitations/${token}/accept`, { cookie, body: {} });
}

test("creates a link for each address of a pasted list, and names existing affiliates", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const { email } = await merchant.affiliate(campaignId);
  await page.goto(at(merchant, "affiliates"));
  await page.getByRole("button", { name: "Invite affiliates" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "Campaign" })).toHaveValue("Spring Sale");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText("Enter at least one email address.")).toBeVisible();
  await dialog.getByLabel("Email addresses").fill(`Bob <bob@partner.example>, carol@partner.example;\n${email}`);
  await dialog.getByRole("button", { name: "Invite 3 affiliates" }).click();
  await expect(dialog.getByText("2 links created.")).toBeVisible();
  await expect(dialog.getByText(`${email}: This person is already an affiliate of the campaign.`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("2 links created.")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy link for bob@partner.example" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("/invite/");
});

test("the invite dialog stays in place when its campaigns are loaded", async ({ page, merchant }) => {
  await merchant.campaign();
  let load = (): void => {};
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route("**/api/dashboard/*/campaigns*", async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto(at(merchant, "affiliates"));
  await page.getByRole("button", { name: "Invite affiliates" }).first().click();
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: "Invite affiliate" });
  await expect(dialog.getByRole("combobox", { name: "Campaign" })).toHaveAttribute("placeholder", "Loading campaigns…");
  const before = await button.boundingBox();
  expect(before).not.toBeNull();
  load();
  await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveValue(/With Spring Sale, you earn/);
  await expect(dialog.getByText("Or share one link with everybody")).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test("renewing or withdrawing an invitation disables the old link", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const first = await merchant.invite(campaignId, "bob@partner.example");
  await page.goto(at(merchant, "affiliates?tab=invitations"));
  const act = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "Actions for the invitation for bob@partner.example" }).first().click();
    await page.getByRole("menuitem", { name }).click();
  };
  await expect(page.getByRole("cell", { name: "Open" })).toBeVisible();
  const reads = await holdReads(page, /\/invitations(\?|$)/);
  await act("Renew link");
  const second = (await page.getByRole("dialog").getByText("/invite/").textContent()) ?? "";
  expect(second).not.toBe(first);
  expect((await page.request.get(first)).status()).toBe(410);
  expect((await page.request.get(second)).status()).toBe(200);
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  // The list still has the old one only, which can't be withdrawn any more.
  await expect(page.getByRole("cell", { name: "Open" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Actions for the invitation/ })).toHaveCount(0);
  reads.release();
  await act("Withdraw invitation");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw invitation" }).click();
  await expect(notice(page, "Withdrew the invitation for bob@partner.example.")).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(410);
});

test("approves, suspends, restores and removes an affiliate", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign({ visibility: "private" });
  const affiliate = await merchant.affiliate(campaignId);
  // The list is below the figures: on a low screen, a notification would cover the row's menu.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto(at(merchant, `campaigns/${campaignId}`));
  await page.getByRole("button", { name: "Approve Ada Lovelace for Spring Sale" }).click();
  await expect(notice(page, "Approved. Ada Lovelace can now earn in Spring Sale.")).toBeVisible();
  const act = async (name: string, asks: boolean): Promise<void> => {
    await page.getByRole("button", { name: "Actions for Ada Lovelace in Spring Sale" }).click();
    await page.getByRole("menuitem", { name }).click();
    if (asks) await page.getByRole("dialog").getByRole("button", { name }).click();
  };
  await act("Suspend affiliate", true);
  await expect(page.getByRole("cell", { name: "suspended" })).toBeVisible();
  await act("Restore affiliate", false);
  await expect(page.getByRole("cell", { name: "active" })).toBeVisible();
  await act("Remove from campaign", true);
  await expect(page.getByText("No affiliates yet")).toBeVisible();
  await page.goto(at(merchant, `affiliates/${affiliate.id}?tab=links`));
  await expect(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "removed" })).toBeVisible();
});

test("an affiliate page shows only their campaigns, totals and conversions", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const [affiliate, other, key] = await Promise.all([
    merchant.affiliate(campaignId),
    merchant.affiliate(campaignId, "Bob"),
    merchant.key(),
  ]);
  const track = (code: string, external_id: string) =>
    merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id, amount: 80 });
  await track(affiliate.affiliate_code, "order-of-ada");
  await track(other.affiliate_code, "order-of-bob");
  await page.goto(at(merchant, "affiliates"));
  await page.getByRole("link", { name: "Ada Lovelace" }).click();
  const figures = page.locator("dl").first();
  await expect(figures).toContainText("€80.00");
  await expect(figures).toContainText("€8.00");
  await expect(page.getByRole("link", { name: "order-of-ada" })).toBeVisible();
  await expect(page.getByRole("link", { name: "order-of-bob" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Money" }).click();
  await expect(page.getByRole("heading", { name: "Balances" })).toBeVisible();
  await expect(page.getByText("Pending review", { exact: true })).toHaveCount(1);
  await page.getByRole("tab", { name: "Links" }).click();
  await expect(page.getByRole("table", { name: "This affiliate's campaigns" })).toContainText(affiliate.affiliate_code);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("link", { name: "order-of-ada" })).toBeVisible();
  await page.goBack();
  await page.getByLabel("Name, email or code").fill("bob");
  await expect(page.getByRole("link", { name: "Ada Lovelace" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Bob" })).toBeVisible();
});

test("lists each affiliate once with all their campaigns, and sorts by the clicked column", async ({
  page,
  merchant,
}) => {
  const [spring, autumn, key] = await Promise.all([
    merchant.campaign(),
    merchant.campaign({ name: "Autumn Sale" }),
    merchant.key(),
  ]);
  const ada = await merchant.affiliate(spring);
  await merchant.affiliate(spring, "Bob");
  await joinAs(merchant, autumn, ada.email);
  await merchant.track(key, {
    campaign_id: spring,
    affiliate_code: ada.affiliate_code,
    external_id: "o-1",
    amount: 80,
  });
  await page.goto(at(merchant, "affiliates"));
  const table = page.getByRole("table", { name: "Affiliates" });
  await expect(table.getByRole("row")).toHaveCount(3);
  const row = table.getByRole("row", { name: /Ada Lovelace/ });
  await expect(row.getByRole("listitem")).toHaveText(["Autumn Sale", "Spring Sale"]);
  await expect(row).toContainText("€80.00");
  await expect(row).toContainText("€8.00");
  await table.getByRole("button", { name: "Revenue" }).click();
  await expect(page).toHaveURL(/sort=-revenue/);
  await expect(table.getByRole("row").nth(1)).toContainText("Ada Lovelace");
  await table.getByRole("button", { name: "Revenue" }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("Bob");
});

test("a campaign shows the figures of a period, and charts the clicked one", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const [ada, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.track(key, {
    campaign_id: campaignId,
    affiliate_code: ada.affiliate_code,
    external_id: "o-2",
    amount: 80,
  });
  await page.goto(at(merchant, `campaigns/${campaignId}`));
  const figures = page.locator("dl").first();
  await expect(figures).toContainText("€80.00");
  await expect(page.getByRole("img", { name: /^Revenue by day/ })).toBeVisible();
  await figures.getByRole("button", { name: "Commission: €8.00" }).click();
  await expect(page.getByRole("img", { name: /^Commission by day/ })).toBeVisible();
  await page.getByText("90 days", { exact: true }).click();
  await expect(page).toHaveURL(/span=90/);
  await expect(page.getByRole("img", { name: /^Commission by week/ })).toBeVisible();
  await page.getByRole("tab", { name: "Conversions" }).click();
  await expect(page.getByRole("link", { name: "o-2" })).toBeVisible();
  await expect(page).toHaveURL(/span=90/);
});

test("the palette lists each person once", async ({ page, merchant }) => {
  const campaignIds = await Promise.all(["A", "B", "C"].map((name) => merchant.campaign({ name })));
  const [first = "", ...others] = campaignIds;
  await merchant.affiliate(first, "Ada Byron");
  const lovelace = await join(merchant, first, "Ada Lovelace");
  for (const campaignId of others) await joinToo(merchant, campaignId, lovelace);
  await page.goto(at(merchant));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("ada");
  await expect(page.getByRole("option", { name: /^Affiliate Ada Byron/ })).toHaveCount(1);
  await expect(page.getByRole("option", { name: /^Affiliate Ada Lovelace/ })).toHaveCount(1);
});

test("a search that pauses after a space goes on after it", async ({ page, merchant }) => {
  await merchant.affiliate(await merchant.campaign(), "Ada Lovelace");
  await page.goto(at(merchant, "affiliates"));
  const field = page.getByRole("textbox", { name: /^Name/ });
  await field.pressSequentially("ada ");
  await expect(page).toHaveURL(/search=ada$/);
  await field.pressSequentially("lo");
  await expect(page).toHaveURL(/search=ada.lo$/);
  await expect(field).toHaveValue("ada lo");
  await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toBeVisible();
});

clockTest("a forgotten campaign page stops asking for new figures", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  await page.clock.install({ time: noon() });
  const asked: string[] = [];
  const isFigures = (url: string): boolean => url.includes(`/campaigns/${campaignId}/numbers`);
  page.on("request", (request) => isFigures(request.url()) && asked.push(request.url()));
  await page.goto(at(merchant, `campaigns/${campaignId}`));
  await expect(page.getByRole("img", { name: /^Revenue by day/ })).toBeVisible();
  const polled = page.waitForResponse((response) => isFigures(response.url()));
  await page.clock.fastForward(60_000);
  await (await polled).finished();
  await page.clock.fastForward(30 * 60_000);
  for (let minute = 0; minute < 5; minute += 1) await page.clock.runFor(60_000);
  await page.reload();
  await expect(page.getByRole("img", { name: /^Revenue by day/ })).toBeVisible();
  // On opening, after a minute, perhaps once more before the page is idle, and after the reload.
  expect(asked.length).toBeLessThanOrEqual(4);
});
