import { beforeAll, describe, expect, it } from "vitest";
import { contrastWithWhite } from "../../src/domain/branding.ts";
import { changeBrandText, changeLogo } from "../../src/usecases/accounts/branding.ts";
import { aPortalShop, joinAnother, sold, type PortalShop } from "../portal/portal.ts";
import { aJpeg, aPng } from "../formats/pictures.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { aMerchant } from "../support/world.ts";
import { aDesk, asMember, type Desk } from "./desk.ts";

let app: TestApp;
let desk: Desk;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  desk = await aDesk(app);
});

const NOTHING = { accent: null, sender_name: null, cover_line: null };
const upload = (of: Desk, bytes: Buffer) => of.send("PUT", "branding/logo", { content: bytes.toString("base64") });

describe("a merchant's branding", () => {
  it("starts empty, and is saved by owners and managers", async () => {
    const own = await aDesk(app);
    expect((await own.get("branding")).body.branding).toEqual({ ...NOTHING, logo_url: null });
    const given = { accent: "#0B625E", sender_name: "Rivers", cover_line: "Tea since 1912" };
    const manager = await asMember(own, "manager");
    const saved = await manager.send("PATCH", "branding", given);
    expect(saved.body.branding).toEqual({ ...given, accent: "#0b625e", logo_url: null });
    expect((await own.get("branding")).body).toEqual(saved.body);
    const viewer = await asMember(own, "viewer");
    expectFailure(await viewer.send("PATCH", "branding", NOTHING), [403, "role_required"]);
    expectFailure(await upload(viewer, aPng()), [403, "role_required"]);
    expect((await viewer.get("branding")).body).toEqual(saved.body);
  });

  it("keeps the fields that another manager changes at the same time", async () => {
    const own = await aDesk(app);
    const sent = [{ accent: "#0b625e" }, { sender_name: "Rivers" }, { cover_line: "Tea since 1912" }];
    await Promise.all(sent.map((body) => own.send("PATCH", "branding", body)));
    expect((await own.get("branding")).body.branding).toEqual({ ...Object.assign({}, ...sent), logo_url: null });
    const { body } = await own.send("PATCH", "branding", { sender_name: null });
    expect(body.branding).toMatchObject({ accent: "#0b625e", sender_name: null, cover_line: "Tea since 1912" });
  });

  it("rejects a colour on which white text is hard to read, with its contrast", async () => {
    expect(contrastWithWhite("#ffffff")).toBeCloseTo(1, 5);
    expect(contrastWithWhite("#000000")).toBeCloseTo(21, 5);
    expect(contrastWithWhite("#767676")).toBeCloseTo(4.54, 2);
    const refused = await desk.send("PATCH", "branding", { ...NOTHING, accent: "#777777" });
    expectFailure(refused, [400, "accent_unreadable"]);
    expect(refused.body.error).toBe(
      "White text on this colour has a contrast of 4.4:1. Choose a darker colour, with at least 4.5:1.",
    );
    expect((await desk.send("PATCH", "branding", { ...NOTHING, accent: "#767676" })).status).toBe(200);
    for (const accent of ["red", "#fff", "#12345g", "url(//x)", 7])
      expectFailure(await desk.send("PATCH", "branding", { ...NOTHING, accent }), [400, "invalid_request"]);
  });

  it("rejects line breaks in the texts, which end up in the header of an email", async () => {
    const injected = { ...NOTHING, sender_name: "Rivers\r\nBcc: all@partner.example" };
    expectFailure(await desk.send("PATCH", "branding", injected), [400, "invalid_request"]);
  });
});

describe("a logo", () => {
  it("is served by its hash, with its own type, cached forever, and never as anything but a picture", async () => {
    const { body } = await upload(desk, aPng());
    const url = body.branding.logo_url as string;
    expect(url).toMatch(/^\/logos\/[0-9a-f]{64}\.png$/);
    const served = await app.http.inject({ method: "GET", url });
    expect(served.statusCode).toBe(200);
    expect(served.rawPayload.equals(aPng())).toBe(true);
    expect(served.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const next = (await upload(desk, aJpeg())).body.branding.logo_url as string;
    expect(next).toMatch(/\.jpg$/);
    expectFailure(await call(app, "GET", url), [404, "logo_not_found"]);
    expect((await desk.send("DELETE", "branding/logo")).body.branding.logo_url).toBeNull();
    expectFailure(await call(app, "GET", next), [404, "logo_not_found"]);
    for (const name of ["x", "0".repeat(64), `${"0".repeat(63)}'.png`])
      expectFailure(await call(app, "GET", `/logos/${encodeURIComponent(name)}`), [404, "logo_not_found"]);
  });

  it("that is not a picture, is too large or declares huge sides changes nothing", async () => {
    await upload(desk, aPng());
    const before = (await desk.get("branding")).body;
    const hostile = [
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
      Buffer.from("<!doctype html><script>alert(1)</script>"),
      aPng({ width: 50_000, height: 50_000 }),
      Buffer.alloc(200_001, 0x89),
    ];
    for (const bytes of hostile) expectFailure(await upload(desk, bytes), [400, "invalid_picture"]);
    expectFailure(await upload(desk, Buffer.alloc(1_000_000)), [413, "body_too_large"]);
    expectFailure(await desk.send("PUT", "branding/logo", { content: 7 }), [400, "invalid_request"]);
    expect((await desk.get("branding")).body).toEqual(before);
  });
});

describe("what affiliates see", () => {
  const brandOf = async ({ portal, campaignId }: PortalShop) =>
    (await portal.get(`campaigns/${campaignId}`)).body.campaign.brand;

  it("is each merchant's own branding, in the portal, on the invitation and on statements", async () => {
    const shop = await aPortalShop(app);
    const other = await aMerchant(app);
    const joined = await joinAnother(shop, other);
    const { context } = shop.merchant;
    await changeBrandText(context, { accent: "#0b625e", senderName: "Rivers", coverLine: "Tea" });
    await changeLogo(context, aPng());
    const logo_url = expect.stringMatching(/^\/logos\/[0-9a-f]{64}\.png$/);
    const brand = { accent: "#0b625e", cover_line: "Tea", logo_url };
    expect(await brandOf(shop)).toEqual(brand);
    expect(await brandOf({ ...shop, campaignId: joined.campaignId })).toEqual({
      accent: null,
      cover_line: null,
      logo_url: null,
    });
    const invited = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: "new@partner.example" },
    });
    const token = String(invited.body.invite_link).split("/").at(-1);
    const opened = await call(app, "GET", `/api/portal/invitations/${token}`);
    expect(opened.body.invitation.merchant).toEqual({ name: expect.any(String), brand });
    expect(opened.body.invitation.campaign.target_url).toMatch(/^https:/);
    await sold(shop);
    const month = app.clock.now().toISOString().slice(0, 7);
    const statement = await shop.portal.get(`statements/${shop.affiliate.affiliateId}?currency=EUR&month=${month}`);
    expect(statement.body.brand).toEqual(brand);
  });
});
