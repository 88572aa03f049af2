import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, type TestApp } from "../support/app.ts";
import { expectFailure, track, tracked } from "../support/shop.ts";
import { anAffiliate, anOrderId } from "../support/world.ts";
import { APPROXIMATE_TIME, ask, deskOf, findingOf, opened, patch } from "./claiming.ts";
import { aPortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("a claim", () => {
  it("is visible to the merchant once it is opened, with the affiliate's statement and what is known", async () => {
    const shop = await aPortalShop(app);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const order = anOrderId();
    const recorded = await tracked({ ...shop, affiliate: rival }, { external_id: order });
    await track(shop, { external_id: order });
    const id = await opened(shop, order, "I sent them on Sunday.");
    const desk = await deskOf(shop);
    const { body } = await desk("GET", "claims");
    expect(body.claims).toMatchObject([
      { id, state: "open", external_id: order, message: "I sent them on Sunday.", approximate_time: APPROXIMATE_TIME },
    ]);
    expect(body.pagination.total).toBe(1);
    expect((await desk("GET", "claims?state=answered")).body.claims).toEqual([]);
    expect((await desk("GET", `claims?campaign_id=${shop.campaignId}&state=open`)).body.claims).toHaveLength(1);
    const one = await desk("GET", `claims/${id}`);
    expect(one.body).toMatchObject({
      told: { kind: "unknown" },
      known: {
        conversion: { id: recorded, affiliate_id: rival.affiliateId, status: "pending" },
        refusals: [{ code: "duplicate_conversion" }],
      },
    });
    const csv = await desk("GET", "claims.csv");
    expect(csv.text).toContain(order);
  });

  it("is answered once, in the merchant's words, which the affiliate can read", async () => {
    const shop = await aPortalShop(app);
    const id = await opened(shop, "lost");
    const desk = await deskOf(shop);
    const text = "We cannot find it.";
    expect((await desk("POST", `claims/${id}/answer`, { text })).body.claim).toMatchObject({
      state: "answered",
      answer: text,
    });
    expectFailure(await desk("POST", `claims/${id}/answer`, { text: "again" }), [400, "claim_not_open"]);
    const { body } = await shop.portal.get("claims");
    expect(body.claims).toMatchObject([
      { id, state: "answered", answer: text, answered_at: app.clock.now().toISOString() },
    ]);
    expect((await shop.portal.get(`claims/${id}`)).body.claim.answer).toBe(text);
  });

  it("becomes a conversion by the usual rules, even after it was answered", async () => {
    const shop = await aPortalShop(app);
    const id = await opened(shop, "lost");
    const desk = await deskOf(shop);
    await desk("POST", `claims/${id}/answer`, { text: "Let us see." });
    const { body, status } = await desk("POST", `claims/${id}/convert`, { amount: 120, currency: "eur" });
    expect(status).toBe(200);
    expect(body.claim.state).toBe("converted");
    const { body: listed } = await shop.portal.get("conversions");
    expect(listed.conversions).toMatchObject([{ id: body.claim.conversion_id, status: "pending", commission: 12 }]);
    expectFailure(await desk("POST", `claims/${id}/convert`, { amount: 120 }), [400, "claim_not_open"]);
    expect((await shop.portal.get("conversions")).body.pagination.total).toBe(1);
    expect((await findingOf(shop, "lost")).kind).toBe("recorded");
  });

  it("cannot become a conversion for the same reasons as a track request, and stays open", async () => {
    const shop = await aPortalShop(app, { max_budget: 10 });
    const desk = await deskOf(shop);
    const id = await opened(shop, "lost");
    const convert = (body: Record<string, unknown>) => desk("POST", `claims/${id}/convert`, body);
    expectFailure(await convert({ amount: 1000 }), [403, "budget_exceeded"]);
    expectFailure(await convert({ amount: 10, currency: "USD" }), [400, "currency_mismatch"]);
    expectFailure(await convert({ amount: -1 }), [400, "invalid_request"]);
    await patch(shop, { status: "paused" });
    expectFailure(await convert({ amount: 10 }), [403, "campaign_not_active"]);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    await patch(shop, { status: "active" });
    const recorded = await tracked({ ...shop, affiliate: rival }, { external_id: "lost", amount: 10 });
    expectFailure(await convert({ amount: 10 }), [400, "duplicate_conversion"], { conversion_id: recorded });
    expect((await desk("GET", `claims/${id}`)).body.claim).toMatchObject({ state: "open", conversion_id: null });
  });

  it("takes over a conversion recorded for the same affiliate meanwhile", async () => {
    const shop = await aPortalShop(app);
    const desk = await deskOf(shop);
    const id = await opened(shop, "lost");
    const recorded = await tracked(shop, { external_id: "lost" });
    const { body } = await desk("POST", `claims/${id}/convert`, { amount: 5 });
    expect(body.claim).toMatchObject({ state: "converted", conversion_id: recorded });
    expect((await shop.portal.get("conversions")).body.pagination.total).toBe(1);
  });

  it("and its conversion are written together or not at all", async () => {
    const shop = await aPortalShop();
    const { db } = shop.app;
    const desk = await deskOf(shop);
    const id = await opened(shop, "lost");
    await db.query(sql`
      create function stop() returns trigger language plpgsql as $$ begin raise 'stopped half-way'; end $$`);
    await db.query(sql`create trigger stop before update on claims for each row execute function stop()`);
    const convert = () => desk("POST", `claims/${id}/convert`, { amount: 5 });
    expect((await convert()).status).toBe(500);
    expect((await desk("GET", `claims/${id}`)).body).toMatchObject({
      claim: { state: "open" },
      known: { conversion: null, refusals: [] },
    });
    await db.query(sql`drop trigger stop on claims`);
    const { claim } = (await convert()).body;
    const { body } = await shop.portal.get("conversions");
    expect(body.conversions.map((conversion: { id: string }) => conversion.id)).toEqual([claim.conversion_id]);
  });

  it("about the same order is open once, even if two are opened at the same time", async () => {
    const shop = await aPortalShop(app);
    const asked = await Promise.all(Array.from({ length: 4 }, () => ask(shop, "lost")));
    const answers = await Promise.all(
      asked.map(({ body }) => shop.portal.send("POST", `claims/${body.claim.id}/open`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectFailure(answer, [400, "claim_already_open"]);
    const desk = await deskOf(shop);
    expect((await desk("GET", "claims")).body.claims).toHaveLength(1);
  });

  it("of another affiliate or another account gets the same response as an unknown one", async () => {
    const shop = await aPortalShop(app);
    const foreign = await aPortalShop(shop.app);
    const id = await opened(shop, "lost");
    expectFailure(await foreign.portal.get(`claims/${id}`), [404, "claim_not_found"]);
    expectFailure(await foreign.portal.send("POST", `claims/${id}/open`), [404, "claim_not_found"]);
    const desk = await deskOf(foreign);
    expectFailure(await desk("GET", `claims/${id}`), [404, "claim_not_found"]);
    expectFailure(await desk("POST", `claims/${id}/answer`, { text: "mine" }), [404, "claim_not_found"]);
    expectFailure(await desk("POST", `claims/${id}/convert`, { amount: 1 }), [404, "claim_not_found"]);
    const { body } = await ask(shop, "only asked");
    const own = await deskOf(shop);
    expectFailure(await own("GET", `claims/${body.claim.id}`), [404, "claim_not_found"]);
    expectFailure(await own("POST", `claims/${body.claim.id}/convert`, { amount: 1 }), [404, "claim_not_found"]);
  });
});
