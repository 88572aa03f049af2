import { describe, expect, test } from "vitest";
import { call, type TestResponse } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, track, worldForFile, type Shop } from "../support/shop.ts";
import { aCampaign, anAffiliate, ledgerFaults, type Joined, type Merchant } from "../support/world.ts";
import { aCoupon, another, create, end, move, orderWith, outcome } from "./coupons.ts";

const world = worldForFile();

async function signIn({ email, password }: Merchant): Promise<string> {
  const { headers } = await call(world.app, "POST", "/api/session", { body: { email, password } });
  return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
}
type Send = (method: string, path: string, body?: unknown) => Promise<TestResponse>;
/** Requests of the dashboard, as the owner. */
async function deskOf({ app, merchant }: Shop): Promise<Send> {
  const headers = { cookie: await signIn(merchant), "sec-fetch-site": "same-origin" };
  return (method, path, body) =>
    call(app, method, `/api/dashboard/${merchant.accountId}/${path}`, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
}
const portal = (affiliate: Joined, method: string, [path, body]: readonly [string, unknown?]): Promise<TestResponse> =>
  call(world.app, method, `/api/portal/${path}`, {
    headers: { cookie: affiliate.cookie, "sec-fetch-site": "same-origin" },
    ...(body === undefined ? {} : { body }),
  });

const pass = (): void => world.app.clock.forward({ seconds: 61 });

describe("a code", () => {
  test("is taken across campaigns of the account, not across accounts", async () => {
    const shop = await aShop(world.app);
    await aCoupon(shop, "ANNA10");
    const campaignId = await aCampaign(shop.merchant);
    const affiliate = await anAffiliate(world.app, shop.merchant, campaignId);
    expect(outcome(await create({ ...shop, campaignId, affiliate }, "Anna10"))).toBe("400 coupon_taken");
    expect(outcome(await create(await aShop(world.app), "ANNA10"))).toBe("200");
  });

  test("can start up to 90 days ago, and not in the future", async () => {
    const shop = await aShop(world.app);
    const days = (count: number) => ({
      starts_at: new Date(world.app.clock.now().getTime() - count * 86_400_000).toISOString(),
    });
    expect(outcome(await create(shop, "A", days(91)))).toBe("400 invalid_request");
    expect(outcome(await create(shop, "A", days(-1)))).toBe("400 invalid_request");
    expect(outcome(await create(shop, "A", days(90)))).toBe("200");
    expect(outcome(await orderWith(shop, "A", { paid_at: days(89).starts_at }))).toBe("200");
  });

  test("is only for affiliates of the campaign who were not removed or rejected", async () => {
    const shop = await aShop(world.app);
    const outsider = await aShop(world.app);
    expect(outcome(await create(shop, "A", { affiliate_id: outsider.affiliate.affiliateId }))).toBe(
      "404 affiliate_not_found",
    );
    const { affiliateId } = shop.affiliate;
    await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}/affiliates/${affiliateId}`);
    expect(outcome(await create(shop, "A"))).toBe("404 affiliate_not_found");
  });
});

test("a request is checked first, then whether its affiliate exists, then what may change", async () => {
  const shop = await aShop(world.app);
  const stranger = (await aShop(world.app)).affiliate;
  const id = await aCoupon(shop, "A");
  await end(shop, id);
  expect(outcome(await move(shop, id, stranger))).toBe("404 affiliate_not_found");
  expect(outcome(await move(shop, id, shop.affiliate))).toBe("400 coupon_already_ended");
  await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}`);
  expect(outcome(await create(shop, "B", { starts_at: "2099-01-01T00:00:00Z" }))).toBe("400 invalid_request");
  expect(outcome(await create({ ...shop, affiliate: stranger }, "B"))).toBe("404 affiliate_not_found");
  expect(outcome(await create(shop, "B"))).toBe("403 campaign_archived");
});

describe("the dashboard", () => {
  test("shows holders over time, and orders with and without a click", async () => {
    const shop = await aShop(world.app);
    const desk = await deskOf(shop);
    const made = await desk("POST", `campaigns/${shop.campaignId}/coupons`, {
      code: "Anna 10",
      affiliate_id: shop.affiliate.affiliateId,
    });
    const { id } = made.body.coupon;
    const click = await aClick(shop, { at: new Date(world.app.clock.now().getTime() - 3_600_000) });
    await orderWith(shop, "ANNA 10", { click_id: click });
    const rejected = await orderWith(shop, "ANNA 10");
    await shop.merchant.call("POST", `/v1/conversions/${rejected.body.conversion.id}/reject`);
    await orderWith(shop, "ANNA 10");
    await orderWith(shop, "ANNA 10");
    pass();
    const next = await another(shop);
    const changed = await desk("PATCH", `coupons/${id}`, { affiliate_id: next.affiliateId });
    expect(changed.body.coupon).toMatchObject({
      code: "Anna 10",
      state: "active",
      holder: { affiliate_id: next.affiliateId, status: "active" },
      orders: { with_click: 1, without_click: 2 },
    });
    pass();
    const ended = await desk("DELETE", `coupons/${id}`);
    const [first, second] = ended.body.holders;
    expect(first.held_until).toBe(second.held_from);
    expect(second.held_until).toBe(ended.body.coupon.ends_at);
    expect([first.affiliate_id, second.affiliate_id]).toEqual([shop.affiliate.affiliateId, next.affiliateId]);
    expect((await desk("GET", `coupons/${id}`)).body).toEqual(ended.body);
    expect(outcome(await desk("DELETE", `coupons/${id}`))).toBe("400 coupon_already_ended");
  });

  test("lists, searches, sorts and exports coupons", async () => {
    const shop = await aShop(world.app);
    const desk = await deskOf(shop);
    const other = await another(shop);
    await aCoupon(shop, "BETA");
    pass();
    await end(shop, await aCoupon(shop, "ALPHA"));
    pass();
    await aCoupon(shop, "gamma", { affiliate_id: other.affiliateId });
    const list = async (query: string): Promise<string[]> => {
      const { body } = await desk("GET", `campaigns/${shop.campaignId}/coupons?${query}`);
      return (body.coupons as { code: string }[]).map(({ code }) => code);
    };
    expect(await list("")).toEqual(["gamma", "ALPHA", "BETA"]);
    expect(await list("sort=code")).toEqual(["ALPHA", "BETA", "gamma"]);
    expect(await list("sort=-code&limit=1")).toEqual(["gamma"]);
    expect(await list("state=ended")).toEqual(["ALPHA"]);
    expect(await list("state=active&search=be")).toEqual(["BETA"]);
    expect(await list(`affiliate_id=${other.affiliateId}`)).toEqual(["gamma"]);
    expect(await list("affiliate_id=unknown")).toEqual([]);
    expect(await list("search=ＧＡＭ")).toEqual(["gamma"]);
    const csv = await desk("GET", `campaigns/${shop.campaignId}/coupons.csv?state=active`);
    expect(csv.text.trim().split("\n")).toHaveLength(3);
    const page = await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons?state=active&limit=1`);
    expect(page.body.pagination).toEqual({ limit: 1, offset: 0, total: 2 });
  });

  test("lists the coupons that an affiliate has now, in all campaigns", async () => {
    const shop = await aShop(world.app);
    const desk = await deskOf(shop);
    const other = await another(shop);
    const campaignId = await aCampaign(shop.merchant);
    const { affiliateId, email } = shop.affiliate;
    const invited = await shop.merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
    const token = String(invited.body.invite_link).split("/").at(-1);
    await portal(shop.affiliate, "POST", [`invitations/${token}/accept`, {}]);
    await aCoupon(shop, "FIRST");
    pass();
    await move(shop, await aCoupon(shop, "MOVED"), other);
    await aCoupon({ ...shop, campaignId }, "SECOND");
    const { body } = await desk("GET", `affiliates/${affiliateId}/coupons`);
    expect(body.coupons.map(({ code }: { code: string }) => code)).toEqual(["SECOND", "FIRST"]);
    expect(body.coupons[1].holder).toMatchObject({ affiliation_id: shop.affiliate.affiliationId });
    expect(body.pagination).toEqual({ limit: 50, offset: 0, total: 2 });
    const one = await desk("GET", `affiliates/${affiliateId}/coupons?limit=1&offset=1`);
    expect(one.body.coupons).toHaveLength(1);
  });

  test("creates pasted coupons line by line, and reports each line", async () => {
    const shop = await aShop(world.app);
    const desk = await deskOf(shop);
    const other = await another(shop);
    const stranger = (await aShop(world.app)).affiliate;
    await aCoupon(shop, "TAKEN", { affiliate_id: other.affiliateId });
    const { email } = shop.affiliate;
    const text = [
      "code,email",
      `ANNA10,${email.toUpperCase()}`,
      "",
      `"BETA";${other.email}`,
      `anna10,${email}`,
      `anna10,${other.email}`,
      `TAKEN,${email}`,
      `LOST,${stranger.email}`,
      "no email",
      `\u0007,${email}`,
    ].join("\r\n");
    const paste = (preview: boolean) => desk("POST", `campaigns/${shop.campaignId}/coupons/paste`, { text, preview });
    const report = ({ body }: TestResponse): string[] =>
      (body.lines as { line: number; outcome: string; error: { code: string } | null }[]).map(
        (each) => `${each.line} ${each.error?.code ?? each.outcome}`,
      );
    const wanted = [
      "2 created",
      "4 created",
      "5 unchanged",
      "6 coupon_taken",
      "7 coupon_taken",
      "8 affiliate_not_found",
      "9 invalid_request",
      "10 invalid_coupon",
    ];
    const count = async (): Promise<number> =>
      (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons`)).body.pagination.total as number;
    expect(report(await paste(true))).toEqual(wanted);
    expect(await count()).toBe(1);
    const first = await paste(false);
    expect(report(first)).toEqual(wanted);
    expect(first.body).toMatchObject({ created: 2, unchanged: 1, failed: 5 });
    expect(await count()).toBe(3);
    const again = await paste(false);
    expect(again.body).toMatchObject({ created: 0, unchanged: 3, failed: 5 });
    const tooMany = { text: "A,b\n".repeat(501) };
    expect(outcome(await desk("POST", `campaigns/${shop.campaignId}/coupons/paste`, tooMany))).toBe(
      "400 invalid_request",
    );
  });
});

describe("the portal", () => {
  test("shows an affiliate's own codes and how their orders came", async () => {
    const shop = await aShop(world.app);
    const other = { ...shop, affiliate: await another(shop) };
    const moved = await aCoupon(shop, "MOVED");
    await end(shop, await aCoupon(shop, "ENDED"));
    await aCoupon(other, "THEIRS");
    await orderWith(shop, "MOVED");
    pass();
    await move(shop, moved, other.affiliate);
    await aCoupon(shop, "ANNA10");
    const click = await aClick(shop, { at: new Date(world.app.clock.now().getTime() - 3_600_000) });
    await orderWith(shop, "ANNA10", { click_id: click });
    await track(shop);
    const { body } = await portal(shop.affiliate, "GET", [`campaigns/${shop.campaignId}/coupons`]);
    expect(
      (body.coupons as { code: string; state: string; orders: number }[])
        .map(({ code, state, orders }) => `${code} ${state} ${orders}`)
        .toSorted(),
    ).toEqual(["ANNA10 active 1", "ENDED ended 0", "MOVED moved 1"]);
    expect(body).toMatchObject({ orders: { by_coupon: 1, by_link: 1, by_both: 1 }, evidence: "coupon" });
    const stranger = await aShop(world.app);
    expect(outcome(await portal(stranger.affiliate, "GET", [`campaigns/${shop.campaignId}/coupons`]))).toBe(
      "404 campaign_not_found",
    );
  });

  test.each([
    [
      "coupon",
      "coupon_decided",
      "Your link was followed. Another affiliate's coupon decided: this campaign puts coupons first.",
    ],
    [
      "click",
      "click_decided",
      "Your coupon was used. Another affiliate's link decided: this campaign puts links first.",
    ],
  ])("tells who lost that the %s decided, and never whose", async (evidence, reason, text) => {
    const shop = await aShop(world.app, { evidence });
    const linked = { ...shop, affiliate: await another(shop) };
    await aCoupon(shop, "ANNA10");
    const click = await aClick(linked, { at: new Date(world.app.clock.now().getTime() - 3_600_000) });
    const external = `lost-${evidence}`;
    await orderWith(shop, "ANNA10", { click_id: click, external_id: external });
    const [winner, loser] = evidence === "coupon" ? [shop, linked] : [linked, shop];
    const ask = {
      campaign_id: shop.campaignId,
      external_id: external,
      approximate_time: world.app.clock.now().toISOString(),
    };
    const lost = await portal(loser.affiliate, "POST", ["claims", ask]);
    expect(lost.body.claim.finding).toEqual({ kind: "refused", text, conversion: null, reason });
    const third = await another(shop);
    expect((await portal(third, "POST", ["claims", ask])).body.claim.finding.kind).toBe("unknown");
    const [own] = (await portal(winner.affiliate, "GET", ["conversions"])).body.conversions;
    // The link's affiliate must not learn whose coupon it was.
    expect(own.coupon_code).toBe(evidence === "coupon" ? "ANNA10" : undefined);
    const { text: story } = await portal(winner.affiliate, "GET", [`conversions/${own.id}`]);
    expect(story.includes("ANNA10")).toBe(evidence === "coupon");
    expect((await portal(loser.affiliate, "GET", ["conversions"])).body.conversions).toEqual([]);
  });
});

test("a plan pays its own rate for orders with the affiliate's coupon", async () => {
  const base = { type: "percentage", value: 10 };
  const rule = { id: "o1", when: { coupon: "own" }, pay: { type: "percentage", value: 5 } };
  const shop = await aShop(world.app, { evidence: "click", plan: { base, orders: [rule] } });
  const linked = { ...shop, affiliate: await another(shop) };
  await aCoupon(shop, "ANNA10");
  const at = new Date(world.app.clock.now().getTime() - 3_600_000);
  expect((await track(shop)).body.conversion.commission).toBe(10);
  expect((await orderWith(shop, "ANNA10")).body.conversion.commission).toBe(5);
  const both = await orderWith(shop, "ANNA10", { click_id: await aClick(shop, { at }) });
  expect(both.body.conversion.commission).toBe(5);
  const others = await orderWith(shop, "ANNA10", { click_id: await aClick(linked, { at }) });
  expect(others.body.conversion.commission).toBe(10);
  const preview = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/commission-preview`, {
    body: { coupon_code: "anna10", amount: 100 },
  });
  expect(preview.body).toMatchObject({ commission: 5, affiliate_id: shop.affiliate.affiliateId });
});

test("verify finds nothing wrong with all of them", async () => {
  expect(await ledgerFaults(world.app)).toEqual([]);
});
