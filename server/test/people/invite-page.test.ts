import { describe, expect, it } from "vitest";
import { appForTest, call, type TestApp } from "../support/app.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { Browser, PASSWORD } from "./browser.ts";

async function aWorld(name = "Spring sale", email = "eve@partner.example") {
  const app = await appForTest();
  const merchant = await aMerchant(app);
  const campaignId = await aCampaign(merchant, { name });
  const invited = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
  const path = new URL(String(invited.body.invite_link)).pathname;
  return { app, merchant, campaignId, path };
}
const open = (app: TestApp, path: string) => call(app, "GET", path);

describe("the invitation page", () => {
  it("offers a new person to register, keeps out of caches, referrers and search engines, and uses nothing up", async () => {
    const { app, path } = await aWorld();
    for (let looks = 0; looks < 2; looks += 1) {
      const page = await open(app, path);
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
      expect(page.text).toContain('data-step="register"');
      expect(page.text).toContain("10 % of each conversion");
    }
    const token = path.split("/").at(-1);
    const accepted = await call(app, "POST", `/api/portal/invitations/${token}/accept`, {
      body: { name: "Eve", password: PASSWORD },
    });
    expect(accepted.status).toBe(200);
  });

  it("allows no script but the one of our own origin, which is served", async () => {
    const { app, path } = await aWorld();
    const page = await open(app, path);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("unsafe");
    const sources = [...page.text.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]*)"[^>]*>/g)].map(
      ([, url]) => url,
    );
    expect(sources).toEqual(["/invite-page.css", "/invite-page.js"]);
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+=/);
    const types = await Promise.all(sources.map(async (url) => (await open(app, url ?? "")).headers["content-type"]));
    expect(types).toEqual(["text/css; charset=utf-8", "text/javascript; charset=utf-8"]);
  });

  it("shows names as text, whatever they are made of", async () => {
    const { app, path } = await aWorld(`<img src=x onerror="alert('1')">&`);
    const { text } = await open(app, path);
    expect(text).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
    expect(text).not.toContain("<img");
  });

  it("asks a known person to sign in, and greets them once they have", async () => {
    const app = await appForTest();
    const merchant = await aMerchant(app);
    const campaignId = await aCampaign(merchant);
    const invited = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, {
      body: { email: merchant.email.toUpperCase() },
    });
    const path = new URL(String(invited.body.invite_link)).pathname;
    expect((await open(app, path)).text).toContain('data-step="sign-in"');
    const browser = new Browser(app);
    await browser.signIn(merchant.email, merchant.password);
    expect((await browser.send("GET", path)).text).toContain('data-step="accept"');
  });

  it("tells somebody else whom it is for", async () => {
    const { app, path, merchant } = await aWorld();
    const browser = new Browser(app);
    await browser.signIn(merchant.email, merchant.password);
    const { text } = await browser.send("GET", path);
    expect(text).toContain('data-step="sign-out"');
    expect(text).toContain("the invitation is for eve@partner.example");
  });
});

describe("the page of an invitation that cannot be accepted", () => {
  it("answers 404 for an unknown token", async () => {
    const { app } = await aWorld();
    const page = await open(app, "/invite/nothing");
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.text).toContain("There is no such invitation.");
  });

  it("answers 410 when it has expired", async () => {
    const { app, path } = await aWorld();
    app.clock.forward({ days: 7 });
    const page = await open(app, path);
    expect(page.status).toBe(410);
    expect(page.text).toContain("This invitation has expired.");
    expect(page.text).not.toContain("<form");
  });

  it("answers 403 when the campaign is archived", async () => {
    const { app, path, merchant, campaignId } = await aWorld();
    await merchant.call("DELETE", `/v1/campaigns/${campaignId}`);
    const page = await open(app, path);
    expect(page.status).toBe(403);
    expect(page.text).toContain("The campaign is archived.");
  });
});
