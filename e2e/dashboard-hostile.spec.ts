import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import type { ConversionsResponse, EndpointSecretResponse } from "tributary-sdk/pages";
import type { Merchant } from "./support/merchant.ts";
import { at, expect, signInAs, test, visit } from "./support/test.ts";

/** Every request that changes something, with the merchant's own IDs, so that only the origin check can refuse it. */
async function mutatingRequests(merchant: Merchant): Promise<[method: string, path: string, body?: object][]> {
  const campaignId = await merchant.campaign();
  const [affiliate, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  const track = { campaign_id: campaignId, affiliate_code: affiliate.affiliate_code, external_id: "order-1" };
  const { id } = await merchant.track(key, track);
  const { endpoint } = await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", {
    url: "https://127.0.0.10/",
    events: ["conversion.created"],
  });
  const account = `/api/dashboard/${merchant.accountId}`;
  return [
    ["POST", "/api/session", { email: merchant.email, password: "x" }],
    ["DELETE", "/api/session"],
    ["POST", "/api/session/signup", { name: "x", email: "x@x.example", password: "long enough" }],
    ["POST", "/api/session/password", { current_password: "x", new_password: "long enough" }],
    ["DELETE", "/api/session/list/ses_x"],
    ["POST", `${account}/campaigns`, { name: "x" }],
    ["PATCH", `${account}/campaigns/${campaignId}`, { name: "Taken over" }],
    ["DELETE", `${account}/campaigns/${campaignId}`],
    ["POST", `${account}/invitations`, { campaign_id: campaignId, emails: ["x@x.example"] }],
    ["POST", `${account}/invitations/inv_x/renew`],
    ["DELETE", `${account}/invitations/inv_x`],
    ...["approve", "reject", "suspend", "restore"].map((action): [string, string] => [
      "POST",
      `${account}/affiliations/${affiliate.affiliation_id}/${action}`,
    ]),
    ["DELETE", `${account}/affiliations/${affiliate.affiliation_id}`],
    ...["approve", "reject", "unreject"].map((action): [string, string] => [
      "POST",
      `${account}/conversions/${id}/${action}`,
    ]),
    ["POST", `${account}/conversions/bulk`, { action: "approve", ids: [id] }],
    ["POST", `${account}/api-keys`, { name: "x" }],
    ["DELETE", `${account}/api-keys/key_x`],
    ["POST", `${account}/webhook-endpoints`, { url: "https://x.example", events: ["conversion.created"] }],
    ["PATCH", `${account}/webhook-endpoints/${endpoint.id}`, { enabled: false }],
    ["DELETE", `${account}/webhook-endpoints/${endpoint.id}`],
    ["POST", `${account}/webhook-endpoints/${endpoint.id}/rotate`, {}],
    ["POST", `${account}/webhook-endpoints/${endpoint.id}/test`],
    ["POST", `${account}/deliveries/dlv_x/resend`],
    ["POST", `${account}/deliveries/resend-failed`, { since: "2020-01-01T00:00:00Z" }],
  ];
}

/** A page on another port of the same host: the browser sends the cookie, and only the origin differs. */
async function otherSite(): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<title>elsewhere</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("rejects every mutating request from another origin", async ({ browser, merchant, server }) => {
  const requests = await mutatingRequests(merchant);
  for (const [method, path, body] of requests) {
    const response = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        cookie: merchant.cookie,
        origin: "http://127.0.0.1:1",
        "sec-fetch-site": "same-site",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code } = (await response.json()) as { code: string };
    expect([response.status, code], `${method} ${path}`).toEqual([403, "cross_site_request"]);
  }

  const context = await browser.newContext();
  await signInAs(context, merchant);
  const site = await otherSite();
  const page = await context.newPage();
  await page.goto(site.origin);
  await page.evaluate(
    async ({ origin, todo }) => {
      for (const [method, path, body] of todo) {
        const simple = { method, credentials: "include", mode: "no-cors", body: JSON.stringify(body ?? {}) } as const;
        const open = { ...simple, mode: "cors", headers: { "content-type": "application/json" } } as const;
        await Promise.allSettled([fetch(origin + path, simple), fetch(origin + path, open)]);
      }
    },
    { origin: server.origin, todo: requests },
  );
  await context.close();
  site.server.close();
  const { campaigns } = await merchant.call<{ campaigns: { name: string; status: string }[] }>("GET", "campaigns");
  expect(campaigns.map(({ name, status }) => [name, status])).toEqual([["Spring Sale", "active"]]);
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions");
  expect(conversions.map(({ status }) => status)).toEqual(["pending"]);
});

const HOSTILE = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}`;

/** Rendered as markup, it would set `hacked`, request /x or violate the CSP. The last two fail every test automatically. */
async function isUnharmed(context: BrowserContext): Promise<boolean> {
  const marks = await Promise.all(
    context.pages().map((page) => page.evaluate(() => (window as { hacked?: number }).hacked)),
  );
  return marks.every((mark) => mark === undefined);
}

test("shows markup in any text as text on every page", async ({ page, context, merchant }) => {
  test.slow();
  const campaignId = await merchant.campaign({
    name: HOSTILE,
    target_url: `https://shop.example/?q=${encodeURIComponent(HOSTILE)}#"><script>`,
  });
  const [affiliate, key] = await Promise.all([merchant.affiliate(campaignId, HOSTILE), merchant.key(HOSTILE)]);
  await expect(merchant.invite(campaignId, `"><svg/onload=1>@x.example`)).rejects.toThrow("email address");
  await merchant.invite(campaignId, "o'neill@x.example");
  const endpoint = { url: `https://127.0.0.10/"><script>1</script>`, events: ["conversion.rejected"] };
  await merchant.call("POST", "webhook-endpoints", endpoint);
  const body = { campaign_id: campaignId, affiliate_code: affiliate.affiliate_code, external_id: HOSTILE };
  const { id } = await merchant.track(key, body);
  await merchant.track(key, { ...body, affiliate_code: HOSTILE, external_id: "2" }).catch(() => {});
  await merchant.call("POST", `conversions/${id}/reject`, { reason: HOSTILE });
  const shown: [path: string, text: string | RegExp][] = [
    ["", /View conversion|Conversions/],
    ["campaigns", HOSTILE],
    [`campaigns/${campaignId}`, HOSTILE],
    [`campaigns/${campaignId}?tab=conversions`, HOSTILE],
    ["affiliates", HOSTILE],
    ["affiliates?tab=invitations", "o'neill@x.example"],
    [`affiliates/${affiliate.id}`, HOSTILE],
    [`conversions?campaign_id=${campaignId}&affiliate_id=${affiliate.id}`, HOSTILE],
    [`conversions?external_id=${encodeURIComponent(HOSTILE)}`, HOSTILE],
    [`conversions/${id}`, HOSTILE],
    ["developers?tab=keys", HOSTILE],
    ["developers?tab=webhooks", "127.0.0.10"],
    ["developers?tab=deliveries", "conversion.rejected"],
    ["developers?tab=calls", "affiliate_code_not_found"],
    ["developers?tab=install", campaignId],
    ["settings/you", merchant.email],
  ];
  await page.goto(at(merchant));
  for (const [path, text] of shown) {
    await visit(page, at(merchant, path));
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await page.getByRole("link", { name: "Conversions" }).first().click();
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Restored to pending review." })).toBeVisible();
  expect(await isUnharmed(context)).toBe(true);
});
