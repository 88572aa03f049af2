import { click } from "./support/affiliate.ts";
import { PASSWORD, send } from "./support/merchant.ts";
import { startServer } from "./support/server.ts";
import { expect, notice, test as base } from "./support/test.ts";

/** An empty installation: the other stories' server has accounts. */
const test = base.extend({
  isolated: true,
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "test", timeout: 600_000 },
  ],
});

test("the checklist leads a new merchant from sign-up to the first approved conversion", async ({
  page,
  browser,
  site,
  watch,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await page.getByLabel("Your name").fill("Nora Newcomer");
  await page.getByLabel("Company").fill("Rivers & Sons");
  await page.getByLabel("Email").fill("newcomer@shop.example");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Rivers & Sons" })).toBeVisible();

  // 1: a campaign, with the sentence about what it pays
  await page.getByRole("link", { name: "Create campaign" }).click();
  await page.getByLabel("Name").fill("Spring Sale");
  await page.getByLabel("Target URL").fill(`${site.origin}/healthz`);
  await page.getByLabel("Percentage", { exact: true }).last().fill("12.5");
  await expect(page.getByTestId("sentence")).toContainText("€120.00 pays €15.00");
  await page.getByRole("button", { name: "Create campaign" }).click();
  await expect(page.getByRole("heading", { name: "Spring Sale" })).toBeVisible();

  // 2: an affiliate, who accepts in another browser
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("link", { name: "Invite affiliate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email addresses" }).fill("ada@partner.example");
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = (await dialog.getByText(`${site.origin}/invite/`).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  const theirs = await browser.newContext({ baseURL: site.origin });
  await watch(theirs);
  const theirPage = await theirs.newPage();
  await theirPage.goto(link);
  await theirPage.getByLabel("Name").fill("Ada Lovelace");
  await theirPage.getByLabel(/^Password/).fill(PASSWORD);
  await theirPage.getByRole("button", { name: "Join" }).click();
  await expect(theirPage.getByRole("heading", { name: "You're in. Welcome to Spring Sale" })).toBeVisible();

  // 3: a key, shown once
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("link", { name: "Create API key" }).click();
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("shop backend");
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
  const key = (await page.getByTestId("secret").textContent()) ?? "";
  expect(key).toMatch(/^sk_live_\w{32,}$/);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();

  // 4: a click on the affiliate's link
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("link", { name: "Install tracking" }).click();
  const tracking = (await page.getByText(`${site.origin}/r/`).textContent()) ?? "";
  // A new process may need more than a second for its first click, and then redirects without tracking it.
  await click(tracking);
  await theirPage.goto(tracking);
  expect(theirPage.url()).toContain("service_id=clk_");

  // 5: the page shows the click without a reload, and fills it into the command to paste
  await expect(page.getByRole("status", { name: "Click received" })).toContainText("Received");
  await page.getByRole("tab", { name: "curl" }).click();
  const lines = (await page.getByRole("region", { name: "curl example" }).locator("pre").textContent()) ?? "";
  const body = JSON.parse(/-d '(.*)'/.exec(lines)?.[1] ?? "") as object;
  await send(site.origin, "POST", "/v1/conversions", { key, body });
  await expect(page.getByRole("status", { name: "Order received" })).toContainText("test-order-1");
  await page.getByRole("link", { name: "Overview" }).first().click();

  // 6: approved
  await page.getByRole("link", { name: "View conversion" }).click();
  await expect(page.getByRole("heading", { name: "test-order-1" })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(notice(page, "Approved. €6.25 for Ada Lovelace is ready to pay from")).toBeVisible();
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByText("All caught up.")).toBeVisible();
  await theirs.close();
});
