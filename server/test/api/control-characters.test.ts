import { describe, expect, it } from "vitest";
import { text } from "../../src/http/fields.ts";
import { Browser } from "../people/browser.ts";
import { aDesk } from "../dashboard/desk.ts";
import { appForTest } from "../support/app.ts";
import { campaignBody } from "../support/world.ts";
import { aPortalShop, sold } from "../portal/portal.ts";

const KEY_NAME = "k\u001b[2J\u001b[H\nkey_01fake … forged row";
const sentenceFor = (name: string): string => `${name} must not contain line breaks or other control characters.`;

describe("a field of one line", () => {
  it("refuses every control character and keeps everything else", () => {
    const name = text("name", { max: 20 });
    for (let code = 0; code <= 0x9f; code += 1) {
      const value = `a${String.fromCodePoint(code)}b`;
      const isControl = code < 0x20 || code >= 0x7f;
      expect([code, name.safeParse(value).success]).toEqual([code, !isControl]);
    }
    for (const value of ["Müller & Söhne", "日本", "👩‍👩‍👧", "שלום"]) expect(name.safeParse(value).success).toBe(true);
  });

  it("refuses them wherever a name, a reference or an order id comes in", async () => {
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
    const order = { campaign_id: "x", affiliate_code: "x", external_id: "a\u001b[8mb" };
    const tracked = await desk.merchant.call("POST", "/v1/conversions", { body: order });
    expect([tracked.status, tracked.body.error]).toEqual([400, sentenceFor("external_id")]);
  });
});

describe("a field of several lines", () => {
  it("keeps line breaks and tabs, and no other control character", () => {
    const message = text("message", { max: 20, content: "lines" });
    for (const value of ["a\nb", "a\r\nb", "a\tb"]) expect(message.safeParse(value).success).toBe(true);
    for (const value of ["a\rb", "a\u001bb", "a\u0085b", "a\n\rb"])
      expect(message.safeParse(value).error?.issues[0]?.message).toBe(
        "message must not contain control characters other than line breaks and tabs.",
      );
  });

  it("is what a reason is", async () => {
    const shop = await aPortalShop(await appForTest({ SIGNUP: "open" }));
    const reject = async (reason: string) =>
      shop.merchant.call("POST", `/v1/conversions/${await sold(shop)}/reject`, { body: { reason } });
    expect((await reject("Returned.\nSee ticket 7.")).status).toBe(200);
    expect((await reject("Returned.\u001b[2J")).status).toBe(400);
  });
});

describe("a password", () => {
  it("may hold any character", () => {
    expect(text("password", { max: 20, content: "any" }).safeParse("a\u001b\nb").success).toBe(true);
  });
});
