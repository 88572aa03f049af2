import { describe, expect, it } from "vitest";
import type { AffiliationId } from "../../src/domain/ids.ts";
import { changeAffiliation } from "../../src/usecases/affiliations/change-affiliation.ts";
import { appForTest, type Answer } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { expectFailure, track, tracked } from "../support/shop.ts";
import { anAffiliate, anOrderId } from "../support/world.ts";
import { approved, aPortalShop, portalOf, rejected, type Portal, type PortalShop } from "./portal.ts";

const APPROXIMATE_TIME = "2026-03-01T10:00:00.000Z";

const askOf = (portal: Portal, campaignId: string, externalId: string): Promise<Answer> =>
  portal.send("POST", "claims", {
    campaign_id: campaignId,
    external_id: externalId,
    approximate_time: APPROXIMATE_TIME,
  });
const ask = ({ portal, campaignId }: PortalShop, externalId: string) => askOf(portal, campaignId, externalId);
const findingOf = async (shop: PortalShop, externalId: string) => (await ask(shop, externalId)).body.claim.finding;
const patch = ({ merchant, campaignId }: PortalShop, body: Record<string, unknown>) =>
  merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body });

/** A track call that is refused, and the order that it was about. */
async function refused(shop: PortalShop, status: number, more: Record<string, unknown> = {}): Promise<string> {
  const order = anOrderId();
  const answer = await track(shop, { external_id: order, ...more });
  expect(answer.status).toBe(status);
  return order;
}

describe("a missing sale that is recorded", () => {
  it("is answered with its state, whatever that is", async () => {
    const shop = await aPortalShop();
    const order = anOrderId();
    const id = await tracked(shop, { external_id: order });
    expect(await findingOf(shop, order)).toEqual({
      kind: "recorded",
      conversion: { id, status: "pending" },
      reason: null,
      text: "This order is recorded as your conversion of 2026-03-01. Waits for the merchant's approval. Once approved, it is withdrawable in 7 days.",
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

  it("is answered so also after a refusal that came first", async () => {
    const shop = await aPortalShop(undefined, { max_budget: 1 });
    const order = await refused(shop, 403);
    expect(await findingOf(shop, order)).toMatchObject({ kind: "refused" });
    await patch(shop, { max_budget: 100 });
    await tracked(shop, { external_id: order });
    expect(await findingOf(shop, order)).toMatchObject({ kind: "recorded" });
  });
});

describe("a missing sale that was refused is answered with the reason:", () => {
  it("the click was older than the window", async () => {
    const shop = await aPortalShop();
    const click = await aClick(shop);
    shop.app.clock.forward({ days: 30 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    const order = await refused(shop, 400, { affiliate_code: undefined, click_id: click });
    expect(await findingOf(shop, order)).toEqual({
      kind: "refused",
      conversion: null,
      reason: "outside_attribution_window",
      text: "The order was refused: the customer's click on your link was older than the attribution window.",
    });
  });

  it("the campaign was paused, or had ended", async () => {
    const shop = await aPortalShop();
    await patch(shop, { status: "paused" });
    expect(await findingOf(shop, await refused(shop, 403))).toMatchObject({ reason: "campaign_not_active" });
    await patch(shop, { status: "archived" });
    expect(await findingOf(shop, await refused(shop, 403))).toMatchObject({ reason: "campaign_archived" });
  });

  it("the budget was used up", async () => {
    const shop = await aPortalShop(undefined, { max_budget: 5 });
    const finding = await findingOf(shop, await refused(shop, 403));
    expect(finding).toMatchObject({ kind: "refused", reason: "budget_exceeded" });
    expect(finding.text).not.toMatch(/\d/);
  });

  it("the affiliate was suspended", async () => {
    const shop = await aPortalShop();
    const id = shop.affiliate.affiliationId as AffiliationId;
    await changeAffiliation(shop.merchant.context, { id, action: "suspend" });
    expect(await findingOf(shop, await refused(shop, 403))).toMatchObject({ reason: "affiliate_not_active" });
  });

  it("the newest of several", async () => {
    const shop = await aPortalShop(undefined, { max_budget: 5 });
    const order = await refused(shop, 403);
    shop.app.clock.forward({ seconds: 1 });
    await patch(shop, { status: "paused" });
    await track(shop, { external_id: order });
    expect(await findingOf(shop, order)).toMatchObject({ reason: "campaign_not_active" });
  });
});

describe("somebody else's order", () => {
  it("sounds exactly like one that does not exist: recorded, refused, of the same campaign or of another account", async () => {
    const shop = await aPortalShop();
    const foreignShop = await aPortalShop(shop.app);
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const rivals = anOrderId();
    await tracked({ ...shop, affiliate: rival }, { external_id: rivals });
    const elsewhere = anOrderId();
    await tracked(foreignShop, { external_id: elsewhere });
    await changeAffiliation(shop.merchant.context, { id: rival.affiliationId as AffiliationId, action: "suspend" });
    const rivalsRefused = await refused({ ...shop, affiliate: rival }, 403);

    const unknown = await ask(shop, "no-such-order");
    const told = ({ status, body }: Answer) => ({ status, finding: body.claim.finding, keys: Object.keys(body.claim) });
    expect(told(unknown).finding).toMatchObject({ kind: "unknown", conversion: null, reason: null });
    for (const order of [rivals, elsewhere, rivalsRefused]) expect(told(await ask(shop, order))).toEqual(told(unknown));
  });

  it("stays unknown when the merchant's backend also sent it with one's own code: a duplicate tells whose it is", async () => {
    const shop = await aPortalShop();
    const rival = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
    const order = anOrderId();
    await tracked({ ...shop, affiliate: rival }, { external_id: order });
    await refused(shop, 400, { external_id: order });
    expect((await findingOf(shop, order)).kind).toBe("unknown");
    expect(await findingOf(shop, order)).toEqual(await findingOf(shop, "no-such-order"));
  });
});

describe("asking", () => {
  it("is limited to twenty questions an hour, over all campaigns and sessions of a person", async () => {
    const shop = await aPortalShop();
    for (let count = 0; count < 20; count += 1) expect((await ask(shop, `order ${count}`)).status).toBe(200);
    await shop.portal.browser.signIn(shop.affiliate.email);
    expectFailure(await ask(shop, "one more"), [429, "too_many_attempts"]);
    shop.app.clock.forward({ hours: 1 });
    expect((await ask(shop, "one more")).status).toBe(200);
  });

  it("about a campaign of somebody else, or of none, answers 404", async () => {
    const shop = await aPortalShop();
    const foreign = await aPortalShop(shop.app);
    for (const id of [foreign.campaignId, "cmp_01j00000000000000000000000", "nonsense"])
      expectFailure(await askOf(shop.portal, id, "x"), [404, "campaign_not_found"]);
  });

  it("answers 400 to a question that lacks something", async () => {
    const { portal, campaignId } = await aPortalShop();
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

  it("alone shows the merchant nothing", async () => {
    const shop = await aPortalShop();
    const desk = await deskOf(shop);
    await ask(shop, "only asked");
    expect((await desk("GET", "claims")).body.claims).toEqual([]);
  });
});

/** The merchant at the dashboard of the shop. */
async function deskOf({ app, merchant }: PortalShop) {
  const { browser } = portalOf(app, { cookie: "" });
  browser.cookie = undefined;
  await browser.signIn(merchant.email, merchant.password);
  return (method: string, path: string, body?: unknown) =>
    browser.send(method, `/api/dashboard/${merchant.accountId}/${path}`, body);
}

async function opened(shop: PortalShop, externalId: string, message?: string): Promise<string> {
  const { body } = await ask(shop, externalId);
  const answer = await shop.portal.send("POST", `claims/${body.claim.id}/open`, { message });
  expect(answer.status).toBe(200);
  return body.claim.id as string;
}

describe("a claim", () => {
  it("is seen by the merchant once it is opened, with what was told and what is known", async () => {
    const shop = await aPortalShop();
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

  it("is answered once, in the merchant's words, which the affiliate reads", async () => {
    const shop = await aPortalShop();
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
      { id, state: "answered", answer: text, answered_at: "2026-03-01T12:00:00.000Z" },
    ]);
    expect((await shop.portal.get(`claims/${id}`)).body.claim.answer).toBe(text);
  });

  it("becomes a conversion by the ordinary rules, also after it was answered", async () => {
    const shop = await aPortalShop();
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

  it("is refused as a conversion for the same reasons as a track call, and stays open", async () => {
    const shop = await aPortalShop(undefined, { max_budget: 10 });
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

  it("takes the conversion that was recorded for the same affiliate meanwhile, as after a crash half-way", async () => {
    const shop = await aPortalShop();
    const desk = await deskOf(shop);
    const id = await opened(shop, "lost");
    const recorded = await tracked(shop, { external_id: "lost" });
    const { body } = await desk("POST", `claims/${id}/convert`, { amount: 5 });
    expect(body.claim).toMatchObject({ state: "converted", conversion_id: recorded });
    expect((await shop.portal.get("conversions")).body.pagination.total).toBe(1);
  });

  it("converted twice at once makes one conversion", async () => {
    const shop = await aPortalShop();
    const desk = await deskOf(shop);
    const id = await opened(shop, "lost");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => desk("POST", `claims/${id}/convert`, { amount: 5 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    expect((await shop.portal.get("conversions")).body.pagination.total).toBe(1);
  });

  it("about the same order is open once, also when two are opened at the same moment", async () => {
    const shop = await aPortalShop();
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

  it("of another affiliate or another account is answered like none", async () => {
    const shop = await aPortalShop();
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

describe("what is past its time", () => {
  it("is forgotten: refusals and mere questions after 90 days, claims never", async () => {
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
    // The first question is gone; the claim is there, and so are the two questions asked since.
    expect(await count("claims")).toBe(3);
    expect((await shop.portal.get("claims")).body.claims).toMatchObject([{ external_id: "lost" }]);
  });
});
