import { Merchant, PASSWORD } from "./support/merchant.ts";
import { addMember } from "./support/members.ts";
import { at, expect, notice, signInAs, test } from "./support/test.ts";

test("rejects wrong credentials, and never redirects to another site after sign-in", async ({
  page,
  merchant,
  context,
}) => {
  await context.clearCookies();
  await page.goto(`/signin?next=${encodeURIComponent("//other.example/")}`);
  await page.getByLabel("Email").fill(merchant.email);
  await page.getByRole("textbox", { name: "Password" }).fill("not this one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The email address or password is wrong.")).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(at(merchant));
  // Browsers drop tabs and line breaks, so these would lead to other.example too.
  for (const path of ["/\t/other.example/", "/\n\\other.example/"]) {
    await context.clearCookies();
    await page.goto(`/signin?next=${encodeURIComponent(path)}`);
    await expect(page).not.toHaveURL(/next=/);
  }
});

test("rejects the old cookie after sign-out", async ({ page, browser, merchant, server }) => {
  await page.goto(at(merchant));
  await page.getByRole("button", { name: `Signed in as ${merchant.email}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const thief = await browser.newContext({ baseURL: server.origin });
  await signInAs(thief, merchant);
  const stolen = await thief.newPage();
  await stolen.goto(at(merchant, "campaigns"));
  await expect(stolen.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect((await thief.request.get(`/api/dashboard/${merchant.accountId}/campaigns`)).status()).toBe(401);
  await thief.close();
});

test("changing the password ends other sessions, and signing in again returns to the same page", async ({
  page,
  browser,
  merchant,
  server,
  watch,
}) => {
  const other = await browser.newContext({ baseURL: server.origin });
  await watch(other);
  const elsewhere = await other.newPage();
  await elsewhere.goto(at(merchant, "campaigns"));
  await elsewhere.getByLabel("Email").fill(merchant.email);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere).toHaveURL(at(merchant, "campaigns"));

  await page.goto(at(merchant, "settings/you"));
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(3);
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password").fill("another horse battery");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(notice(page, "Password changed.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(2);

  await elsewhere.getByRole("link", { name: "Affiliates" }).first().click();
  await expect(elsewhere.getByText("Your session has ended.")).toBeVisible();
  await elsewhere.getByLabel("Email").fill(merchant.email);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill("another horse battery");
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere).toHaveURL(new RegExp(`${at(merchant, "affiliates")}`));
  await other.close();
});

test("ends a session from another session", async ({ page, browser, merchant, server }) => {
  const other = await browser.newContext({ baseURL: server.origin, userAgent: "Firefox/140.0 (Windows NT 10.0)" });
  const answer = await other.request.post("/api/session", {
    data: { email: merchant.email, password: PASSWORD },
    headers: { origin: server.origin },
  });
  expect(answer.status()).toBe(200);
  await page.goto(at(merchant, "settings/you"));
  await page.getByRole("button", { name: "Actions for Firefox on Windows" }).click();
  await page.getByRole("menuitem", { name: "End session" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await expect(notice(page, "Session ended.")).toBeVisible();
  expect((await other.request.get("/api/session")).status()).toBe(401);
  await other.close();
});

test("two tabs with two accounts do not mix", async ({ page, context, merchant, server }) => {
  const second = await Merchant.signUp(server.origin, "Second House");
  await addMember(server, merchant, { account: second, role: "manager" });
  await page.goto(at(merchant, "campaigns/new"));
  const otherTab = await context.newPage();
  await otherTab.goto(at(second, "campaigns/new"));
  for (const [tab, name] of [
    [page, "Of the first"],
    [otherTab, "Of the second"],
  ] as const) {
    await tab.getByLabel("Name").fill(name);
    await tab.getByLabel("Target URL").fill("https://shop.example/");
  }
  await page.getByRole("button", { name: "Create campaign" }).click();
  await otherTab.getByRole("button", { name: "Create campaign" }).click();
  await expect(page.getByRole("heading", { name: "Of the first" })).toBeVisible();
  await expect(otherTab.getByRole("heading", { name: "Of the second" })).toBeVisible();
  await page.goto(at(merchant, "campaigns"));
  await expect(page.getByRole("link", { name: "Of the first" })).toBeVisible();
  await expect(page.getByText("Of the second")).toHaveCount(0);

  await page.getByRole("button", { name: /Switch account/ }).click();
  await page.getByRole("menuitem", { name: /Second House/ }).click();
  await expect(page).toHaveURL(at(second));
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page.getByRole("link", { name: "Of the second" })).toBeVisible();
  await expect(page.getByText("Of the first")).toHaveCount(0);
});

test("another account looks like one that does not exist", async ({ page, merchant, server }) => {
  const other = await Merchant.signUp(server.origin, "Somebody else");
  await page.goto(at(other, "campaigns"));
  await expect(page.getByRole("heading", { name: "Account not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Rivers & Sons" }).click();
  await expect(page).toHaveURL(at(merchant));
});
