import { beforeAll, describe, expect, it } from "vitest";
import type { AffiliationId } from "../../src/domain/ids.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { appForFile, appForTest, type TestResponse, type TestApp } from "../support/app.ts";
import { aConnector, send } from "../connectors/inbox-world.ts";
import { aClick } from "../support/clicks.ts";
import { expectFailure, track, tracked } from "../support/shop.ts";
import { anAffiliate, anOrderId } from "../support/world.ts";
import { APPROXIMATE_TIME, ask, askOf, deskOf, findingOf, opened, patch, refused } from "./claiming.ts";
import { approved, aPortalShop, rejected } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("a missing sale that was recorded", () => {
  it("gets its status as the answer, whatever it is", async () => {
    const shop = await aPortalShop(app);
    const order = anOrderId();
    const id = await tracked(shop, { external_id: order });
    expect(await findingOf(shop, order)).toEqual({
      kind: "recorded",
      conversion: { id, status: "pending" },
      reason: null,
      text: `This order was recorded as your conversion on ${app.clock.dayAfter(0)}. Pending review. Once approved, it is ready to pay in 7 days.`,
    });
    await rejected(shop, id, "Goods came back.");
    expect(await findingOf(shop, order)).toMatchObject({
      conversion: { id, status: "rejected" },
      text: expect.stringContaining("Goods came back.") as string,
    });
    const other = anOrderId();
    await approved(shop, await tracked(shop, { external_id: other }));
    expect(await findingOf(shop, other)).toMatchObject({ conversion: { status: "approved" } });
  });

  it("gets its status even after an earlier rejected request", async () => {
    const shop = await aPortalShop(app, { max_budget: 1 });
    const order = await refused(shop, 403);
    expect(await findingOf(shop, order)).toMatchObject({ kind: "refused" });
    await patch(shop, { max_budget: 100 });
    await tracked(shop, { external_id: order });
    expect(await findingOf(shop, order)).toMatchObject({ kind: "recorded" });
  });
});

describe("a missing sale that was rejected gets the reason:", () => {
  it("the click was older than the window", async () => {
    const shop = await aPortalShop(app);
    const click = await aClick(shop);
    shop.app.clock.forward({ days: 30 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    const order = await refused(shop, 400, { affiliate_code: undefined, click_id: click });
    expect(await findingOf(shop, order)).toEqual({
      kind: "refused",
      conversion: null,
      reason: "outside_attribution_window",
      text: "The order was not accepted: the customer's click on your link was older than the attribution window.",
    });
  });

  it("the campaign was paused, or had ended", async () => {
    const shop = await aPortalShop(app);
    await patch(shop, { status: "paused" });
    expect(await findingOf(shop, await refused(shop, 403))).toMatchObject({ reason: "campaign_not_active" });
    await patch(shop, { status: "archived" });
    expect(await findingOf(shop, await refused(shop, 403))).toMatchObject({ reason: "campaign_archived" });
  });

  it("the budget was used up", async () => {
    const shop = await aPortalShop(app, { max_budget: 5 });
    const finding = await findingOf(shop, await refused(shop, 403));
    expect(finding).toMatchObject({ kind: "refused", reason: "budget_exceeded" });
    expect(finding.text).not.toMatch(/\d/);
  });

  it("the affiliate was suspended", async () => {
    const shop = await aPortalShop(app);
    const id = shop.affiliate.affiliationId as AffiliationId;
    await changeAffiliation(shop.merchant.context, { id, action: "suspend" });
    expect(await findingOf(shop, await refused(shop, 403))).toMatchObject({ reason: "affiliate_not_active" });
  });

  it("the newest of several", async () => {
    const shop = await aPortalShop(app, { max_budget: 5 });
    const order = await refused(shop, 403);
    shop.app.clock.forward({ seconds: 1 });
    await patch(shop, { status: "paused" });
    await track(shop, { external_id: order });
    expect(await findingOf(shop, order)).toMatchObject({ reason: "campaign_not_active" });
  });
});

describe("somebody else's order", () => {
  it("gets exactly the answer of an unknown one: recorded, rejected, in the same campaign or another account", async () => {
    const shop = await aPortalShop(app);
    const foreignShop = await aPortalShop(shop.app);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const rivals = anOrderId();
    await tracked({ ...shop, affiliate: rival }, { external_id: rivals });
    const elsewhere = anOrderId();
    await tracked(foreignShop, { external_id: elsewhere });
    await changeAffiliation(shop.merchant.context, { id: rival.affiliationId as AffiliationId, action: "suspend" });
    const rivalsRefused = await refused({ ...shop, affiliate: rival }, 403);

    const unknown = await ask(shop, "no-such-order");
    const told = ({ status, body }: TestResponse) => ({
      status,
      finding: body.claim.finding,
      keys: Object.keys(body.claim),
    });
    expect(told(unknown).finding).toMatchObject({ kind: "unknown", conversion: null, reason: null });
    for (const order of [rivals, elsewhere, rivalsRefused]) expect(told(await ask(shop, order))).toEqual(told(unknown));
  });

  it("stays unknown even if the merchant's backend also sent it with the affiliate's own code", async () => {
    const shop = await aPortalShop(app);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const order = anOrderId();
    await tracked({ ...shop, affiliate: rival }, { external_id: order });
    await refused(shop, 400, { external_id: order });
    expect((await findingOf(shop, order)).kind).toBe("unknown");
    expect(await findingOf(shop, order)).toEqual(await findingOf(shop, "no-such-order"));
  });
});

describe("questions", () => {
  it("are limited to twenty an hour, across all campaigns and sessions of a person", async () => {
    const shop = await aPortalShop(app);
    for (let count = 0; count < 20; count += 1) expect((await ask(shop, `order ${count}`)).status).toBe(200);
    await shop.portal.browser.signIn(shop.affiliate.email);
    expectFailure(await ask(shop, "one more"), [429, "too_many_attempts"]);
    shop.app.clock.forward({ hours: 1 });
    expect((await ask(shop, "one more")).status).toBe(200);
  });

  it("about a foreign or unknown campaign are 404", async () => {
    const shop = await aPortalShop(app);
    const foreign = await aPortalShop(shop.app);
    for (const id of [foreign.campaignId, "cmp_01j00000000000000000000000", "nonsense"])
      expectFailure(await askOf(shop.portal, id, "x"), [404, "campaign_not_found"]);
  });

  it("are 400 if a field is missing", async () => {
    const { portal, campaignId } = await aPortalShop(app);
    const whole = { campaign_id: campaignId, external_id: "x", approximate_time: APPROXIMATE_TIME };
    const wrong = [
      { ...whole, external_id: "" },
      { ...whole, external_id: "x".repeat(256) },
      { ...whole, approximate_time: "this morning" },
      { ...whole, campaign_id: undefined },
      undefined,
    ];
    for (const body of wrong) expectFailure(await portal.send("POST", "claims", body), [400, "invalid_request"]);
  });

  it("alone are not visible to the merchant", async () => {
    const shop = await aPortalShop(app);
    const desk = await deskOf(shop);
    await ask(shop, "only asked");
    expect((await desk("GET", "claims")).body.claims).toEqual([]);
  });
});

describe("expired data", () => {
  it("is deleted: rejected requests and plain questions after 90 days, claims never", async () => {
    const app = await appForTest();
    const shop = await aPortalShop(app, { max_budget: 1 });
    const order = await refused(shop, 403);
    await ask(shop, "only asked");
    await opened(shop, "lost");
    const count = async (table: string) => (await shop.portal.get("data")).body[table].length as number;
    await app.jobs.runDue();
    expect(await count("claims")).toBe(2);
    app.clock.forward({ days: 89 });
    await app.jobs.runDue();
    await shop.portal.browser.signIn(shop.affiliate.email);
    expect(await count("claims")).toBe(2);
    expect((await findingOf(shop, order)).kind).toBe("refused");
    app.clock.forward({ days: 2 });
    await app.jobs.runDue();
    await shop.portal.browser.signIn(shop.affiliate.email);
    expect((await findingOf(shop, order)).kind).toBe("unknown");
    // The first question is gone; the claim and the two later questions remain.
    expect(await count("claims")).toBe(3);
    expect((await shop.portal.get("claims")).body.claims).toMatchObject([{ external_id: "lost" }]);
  });
});

describe("a missing sale that the shop reported without an affiliate", () => {
  it("says so, by the ID with or without the provider's name, and not to affiliates of another merchant", async () => {
    const [shop, other] = [await aPortalShop(app), await aPortalShop(app)];
    const connector = await aConnector(shop.merchant);
    const event = { type: "order.paid", external_id: "shopify:4501", amount: 100, currency: "EUR" };
    expect((await send(app, connector, event)).status).toBe(200);
    await app.receipts.run();
    const reported = {
      kind: "unknown",
      conversion: null,
      reason: null,
      text: "The shop reported this order. It came without a click on your link and without a coupon of yours. If you are sure that you brought the customer, ask the merchant.",
    };
    for (const id of ["shopify:4501", "4501"]) expect(await findingOf(shop, id)).toEqual(reported);
    const unknown = await findingOf(shop, "4502");
    expect(unknown.text).not.toBe(reported.text);
    expect(await findingOf(other, "shopify:4501")).toEqual(unknown);
  });
});
