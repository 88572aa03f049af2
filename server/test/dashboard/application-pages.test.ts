import { beforeAll, describe, expect, it } from "vitest";
import { anApplicant, aPage, applying } from "../people/applying.ts";
import { Browser } from "../people/browser.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { tally } from "../support/parallel.ts";
import { expectFailure } from "../support/shop.ts";
import { aCampaign } from "../support/world.ts";
import { aDesk, asMember, type Desk } from "./desk.ts";

let app: TestApp;
let desk: Desk;
let apply: ReturnType<typeof applying>;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  desk = await aDesk(app);
  apply = applying(desk);
});

describe("a public page", () => {
  it("is off until a manager opens it, and suggests a free address", async () => {
    const own = await aDesk(app);
    const id = await aCampaign(own.merchant, { name: "Winter tea" });
    const { body } = await own.get(`campaigns/${id}/page`);
    const url = "http://tributary.test/p/winter-tea";
    expect(body.page).toEqual({ slug: "winter-tea", open: false, url, saved: false });
    expectFailure(await new Browser(app).send("GET", "/api/portal/applications/winter-tea"), [
      404,
      "application_page_not_found",
    ]);
    const viewer = await asMember(own, "viewer");
    const open = { slug: "winter-tea", open: true };
    expectFailure(await viewer.send("PUT", `campaigns/${id}/page`, open), [403, "role_required"]);
    const manager = await asMember(own, "manager");
    expect((await manager.send("PUT", `campaigns/${id}/page`, open)).body.page).toMatchObject(open);
    expect((await viewer.get(`campaigns/${id}/page`)).body.page).toMatchObject(open);
    const again = await aCampaign(own.merchant, { name: "Winter tea!" });
    expect((await own.get(`campaigns/${again}/page`)).body.page.slug).toBe("winter-tea-2");
  });

  it("shows the offer and the merchant to everybody", async () => {
    const { slug } = await aPage(desk, { name: "Spring", visibility: "private" });
    const shown = await new Browser(app).send("GET", `/api/portal/applications/${slug}`);
    expect(shown.body.page).toEqual({
      merchant: { name: expect.any(String), brand: { accent: null, cover_line: null, logo_url: null } },
      campaign: {
        name: "Spring",
        commission_type: "percentage",
        commission_value: 10,
        currency: "EUR",
        attribution_window: 30,
        maturation_days: 7,
        needs_approval: true,
        target_url: "https://shop.example/spring",
      },
      mail_is_sent: false,
    });
    expect((await app.http.inject({ url: `/p/${slug}` })).statusCode).toBe(200);
    expect((await app.http.inject({ url: "/p/no-such-page" })).statusCode).toBe(404);
  });

  it("accepts nobody while it is closed or the campaign is not active, and says so", async () => {
    const { slug, id } = await aPage(desk);
    const closed = async () => {
      expectFailure(await new Browser(app).send("GET", `/api/portal/applications/${slug}`), [
        410,
        "applications_closed",
      ]);
      expectFailure(await apply(slug, anApplicant()), [410, "applications_closed"]);
      expect((await app.http.inject({ url: `/p/${slug}` })).statusCode).toBe(410);
    };
    await desk.send("PUT", `campaigns/${id}/page`, { slug, open: false });
    await closed();
    await desk.send("PUT", `campaigns/${id}/page`, { slug, open: true });
    for (const status of ["paused", "archived"]) {
      await desk.send("PATCH", `campaigns/${id}`, { status });
      await closed();
    }
    await desk.send("PATCH", `campaigns/${id}`, { status: "active" });
    expect((await apply(slug, anApplicant())).status).toBe(200);
  });

  it("keeps its address for its campaign, in the whole installation", async () => {
    const { slug, id } = await aPage(desk);
    const other = await aDesk(app);
    const theirs = await aCampaign(other.merchant);
    for (const open of [true, false])
      expectFailure(await other.send("PUT", `campaigns/${theirs}/page`, { slug, open }), [400, "page_slug_taken"]);
    await desk.send("PUT", `campaigns/${id}/page`, { slug, open: false });
    expectFailure(await other.send("PUT", `campaigns/${theirs}/page`, { slug, open: true }), [400, "page_slug_taken"]);
    // A new address frees the old one.
    await desk.send("PUT", `campaigns/${id}/page`, { slug: `${slug}-new`, open: true });
    expect((await other.send("PUT", `campaigns/${theirs}/page`, { slug, open: true })).status).toBe(200);
    for (const wrong of ["", "ab", "A-page", "a/b", "-x-", 7, null])
      expectFailure(await desk.send("PUT", `campaigns/${id}/page`, { slug: wrong, open: true }), [
        400,
        "invalid_request",
      ]);
  });

  it("keeps what a request leaves out, also when two requests change different parts at once", async () => {
    const { slug, id } = await aPage(desk);
    const put = (body: object) => desk.send("PUT", `campaigns/${id}/page`, body);
    expect((await put({ open: false })).body.page).toMatchObject({ slug, open: false });
    expect((await put({ slug: `${slug}-new` })).body.page).toMatchObject({ slug: `${slug}-new`, open: false });
    for (let round = 0; round < 8; round += 1) {
      const next = { slug: `${slug}-${round}`, open: round % 2 === 0 };
      await Promise.all([put({ slug: next.slug }), put({ open: next.open })]);
      expect((await desk.get(`campaigns/${id}/page`)).body.page).toMatchObject(next);
    }
  });

  it("needs an address with the first request: nobody publishes one that was never shown", async () => {
    const id = await aCampaign(desk.merchant, { name: "Autumn tea" });
    expect((await desk.get(`campaigns/${id}/page`)).body.page).toMatchObject({ slug: "autumn-tea", saved: false });
    const refused = await desk.send("PUT", `campaigns/${id}/page`, { open: true });
    expectFailure(refused, [400, "invalid_request"]);
    expect(refused.body.error).toBe("slug is required for a new page.");
    expect((await desk.send("PUT", `campaigns/${id}/page`, { slug: "autumn-tea" })).body.page.saved).toBe(true);
  });

  it("goes to one of several campaigns that want the same address at once", async () => {
    const campaigns = await Promise.all(Array.from({ length: 8 }, () => aCampaign(desk.merchant)));
    const answers = await Promise.all(
      campaigns.map((id) => desk.send("PUT", `campaigns/${id}/page`, { slug: "wanted", open: true })),
    );
    expect(tally(answers.map(({ status, body }) => (status === 200 ? "saved" : String(body.code))))).toEqual({
      page_slug_taken: 7,
      saved: 1,
    });
  });
});
