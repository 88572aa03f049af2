import { describe, expect, it } from "vitest";
import { text } from "../../src/http/wire/fields.ts";
import { Browser } from "../people/browser.ts";
import { aDesk } from "../dashboard/desk.ts";
import { appForTest } from "../support/app.ts";
import { aConversion, campaignBody } from "../support/world.ts";
import { aPortalShop } from "../portal/portal.ts";
import { aTestShop } from "../test-mode/test-world.ts";

const KEY_NAME = "k\u001b[2J\u001b[H\nkey_01fake … forged row";
const sentenceFor = (name: string): string => `${name} must not contain line breaks or other control characters.`;

describe("a single-line field", () => {
  it("rejects every control character and keeps everything else", () => {
    const name = text("name", { max: 20 });
    for (let code = 0; code <= 0x9f; code += 1) {
      const value = `a${String.fromCodePoint(code)}b`;
      const isControl = code < 0x20 || code >= 0x7f;
      expect([code, name.safeParse(value).success]).toEqual([code, !isControl]);
    }
    for (const value of ["Müller & Söhne", "日本", "👩‍👩‍👧", "שלום"]) expect(name.safeParse(value).success).toBe(true);
  });

  it("rejects them wherever a name is entered", async () => {
    const desk = await aDesk();
    const key = await desk.send("POST", "api-keys", { name: KEY_NAME });
    expect([key.status, key.body.error]).toEqual([400, sentenceFor("name")]);
    const renamed = await desk.send("PUT", "name", { name: "a\tb" });
    expect([renamed.status, renamed.body.error]).toEqual([400, sentenceFor("name")]);
    const signUp = { name: "a\u0007b", email: "new@shop.example", password: "correct horse battery" };
    const signedUp = await new Browser(desk.app).send("POST", "/api/session/signup", signUp);
    expect([signedUp.status, signedUp.body.error]).toEqual([400, sentenceFor("name")]);
    const campaign = await desk.merchant.call("POST", "/v1/campaigns", { body: { ...campaignBody, name: "a\r\nb" } });
    expect([campaign.status, campaign.body.error]).toEqual([400, sentenceFor("name")]);
  });
});

describe("a multi-line field", () => {
  it("keeps line breaks and tabs, and no other control character", () => {
    const message = text("message", { max: 20, content: "lines" });
    for (const value of ["a\nb", "a\r\nb", "a\tb"]) expect(message.safeParse(value).success).toBe(true);
    for (const value of ["a\rb", "a\u001bb", "a\u0085b", "a\n\rb"])
      expect(message.safeParse(value).error?.issues[0]?.message).toBe(
        "message must not contain control characters other than line breaks and tabs.",
      );
  });
});

describe("a conversion sent through the API", () => {
  it("is recorded and rejected whatever characters its order ID and reason contain", async () => {
    const shop = await aPortalShop(await appForTest({ SIGNUP: "open" }));
    const external_id = "order-1\u001b[8m\n";
    const id = await aConversion(shop.merchant, shop.campaignId, { code: shop.affiliate.code, external_id });
    const order = { campaign_id: shop.campaignId, affiliate_code: shop.affiliate.code, external_id };
    expect((await shop.merchant.call("POST", "/v1/conversions", { body: order })).body.code).toBe(
      "duplicate_conversion",
    );
    const body = { reason: "Returned.\r\u000c" };
    expect((await shop.merchant.call("POST", `/v1/conversions/${id}/reject`, { body })).status).toBe(200);
  });
});

describe("a password", () => {
  it("may contain any character", () => {
    expect(text("password", { max: 20, content: "any" }).safeParse("a\u001b\nb").success).toBe(true);
  });
});

describe("a malformed reference", () => {
  it.each(["\u0000", "\ud800", "k7m2p9x4w\n"])("is unknown as a tracking code: %j", async (code) => {
    const { merchant } = await aTestShop(await appForTest({ SIGNUP: "open" }));
    const click = await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: code } });
    expect([click.status, click.body.code]).toEqual([404, "affiliate_code_not_found"]);
  });

  it("is rejected as the actor of audit entries, and no marker of a check", async () => {
    const desk = await aDesk();
    const entries = await desk.get("audit-log?actor=usr_%00");
    expect([entries.status, entries.body.error]).toEqual([400, "actor must be text of 1 to 100 characters."]);
    expect((await desk.browser.send("GET", "/seen.js?check=%00")).status).toBe(200);
  });
});
