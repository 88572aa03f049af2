import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import sql from "sql-template-tag";
import { idOf } from "../../src/domain/ids.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { currency } from "../domain/samples.ts";
import { aPartner, aTill, earnApproved, mature } from "../payouts/till.ts";
import { call, startApp, turnsFor, type TestResponse, type Call } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { kindOf, nameOf, operations, type Operation } from "../support/operations.ts";
import { aShop, track, tracked, worldForFile, type Shop, type ShopKind } from "../support/shop.ts";
import { aCampaign, aMerchant, type Merchant } from "../support/world.ts";
import { documentOf, operationsOf } from "./document.ts";
import { couponRefusals } from "./coupon-refusals.ts";
import { planRefusals } from "./plan-refusals.ts";
import { inTest, toLive } from "./test-mode-refusals.ts";
import { refund, refundRefusals } from "./refund-refusals.ts";
import { UnchangedShops } from "./unchanged-shops.ts";

const world = worldForFile();

type Documented = Readonly<Record<"status" | "error", unknown>>;
/** `trackConversion budget_exceeded` → its documentation. */
let documented = new Map<string, Documented>();
let idOfOperation = new Map<string, string>();
beforeAll(async () => {
  const found = operationsOf(await documentOf(world.app));
  idOfOperation = new Map(
    found.map(({ name, operation }) => [name.replaceAll(/\{(\w+)\}/g, ":$1"), operation.operationId]),
  );
  documented = new Map(
    found.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content }]) =>
        Object.entries(content?.["application/json"]?.examples ?? {}).map(([code, { value }]): [string, Documented] => [
          `${operation.operationId} ${code}`,
          { status, error: value["error"] },
        ]),
      ),
    ),
  );
});

const UNKNOWN = "unknown";
const post = (shop: Shop, path: string, body?: unknown): Promise<TestResponse> =>
  shop.merchant.call("POST", `/v1/${path}`, body === undefined ? {} : { body });
const get = (shop: Shop, path: string): Promise<TestResponse> => shop.merchant.call("GET", `/v1/${path}`);
const patch = (shop: Shop, body: unknown, id = shop.campaignId): Promise<TestResponse> =>
  shop.merchant.call("PATCH", `/v1/campaigns/${id}`, { body });
const remove = (shop: Shop, path: string): Promise<TestResponse> => shop.merchant.call("DELETE", `/v1/${path}`);
const shopWith = (campaign: Record<string, unknown>): Promise<Shop> => aShop(world.app, campaign);
const isPast = (): void => world.app.clock.forward({ days: 31 });

/** A request that causes each error. The shop is as good as new each time. */
const provoked: Record<string, (shop: Shop) => Promise<TestResponse>> = {
  "listCampaigns invalid_request": (shop) => get(shop, "campaigns?limit=0"),
  "getCampaign campaign_not_found": (shop) => get(shop, `campaigns/${UNKNOWN}`),
  "createCampaign invalid_request": (shop) => post(shop, "campaigns", {}),
  "updateCampaign invalid_request": (shop) => patch(shop, { commission_type: "fixed" }),
  "updateCampaign campaign_not_found": (shop) => patch(shop, {}, UNKNOWN),
  "updateCampaign currency_fixed": async (shop) => {
    await tracked(shop);
    return patch(shop, { currency: "USD" });
  },
  "archiveCampaign campaign_not_found": (shop) => remove(shop, `campaigns/${UNKNOWN}`),
  "listAffiliates invalid_request": (shop) => get(shop, `campaigns/${shop.campaignId}/affiliates?status=gone`),
  "listAffiliates campaign_not_found": (shop) => get(shop, `campaigns/${UNKNOWN}/affiliates`),
  "inviteAffiliate invalid_request": (shop) => post(shop, `campaigns/${shop.campaignId}/affiliates`, {}),
  "inviteAffiliate campaign_not_found": (shop) =>
    post(shop, `campaigns/${UNKNOWN}/affiliates`, { email: "a@b.example" }),
  "inviteAffiliate campaign_archived": async (shop) => {
    await remove(shop, `campaigns/${shop.campaignId}`);
    return post(shop, `campaigns/${shop.campaignId}/affiliates`, { email: "a@b.example" });
  },
  "inviteAffiliate already_in_campaign": (shop) =>
    post(shop, `campaigns/${shop.campaignId}/affiliates`, { email: shop.affiliate.email }),
  "removeAffiliate campaign_not_found": (shop) =>
    remove(shop, `campaigns/${UNKNOWN}/affiliates/${shop.affiliate.affiliateId}`),
  "removeAffiliate affiliate_not_found": async (shop) => {
    const path = `campaigns/${shop.campaignId}/affiliates/${shop.affiliate.affiliateId}`;
    await remove(shop, path);
    return remove(shop, path);
  },
  "listConversions invalid_request": (shop) => get(shop, `campaigns/${shop.campaignId}/conversions?offset=-1`),
  "listConversions campaign_not_found": (shop) => get(shop, `campaigns/${UNKNOWN}/conversions`),
  "trackConversion invalid_request": (shop) => track(shop, { affiliate_code: undefined }),
  "trackConversion campaign_not_found": (shop) => track(shop, { campaign_id: UNKNOWN }),
  "trackConversion duplicate_conversion": async (shop) => {
    await tracked(shop, { external_id: "twice" });
    return track(shop, { external_id: "twice" });
  },
  "trackConversion click_not_found": (shop) => track(shop, { affiliate_code: undefined, click_id: UNKNOWN }),
  "trackConversion click_of_other_campaign": async (shop) => {
    const click_id = await aClick(shop);
    return track(shop, { campaign_id: await aCampaign(shop.merchant), affiliate_code: undefined, click_id });
  },
  "trackConversion outside_attribution_window": async (shop) => {
    const click_id = await aClick(shop);
    isPast();
    return track(shop, { affiliate_code: undefined, click_id });
  },
  "trackConversion affiliate_code_not_found": (shop) => track(shop, { affiliate_code: UNKNOWN }),
  "trackConversion affiliate_not_active": async (shop) => {
    await remove(shop, `campaigns/${shop.campaignId}/affiliates/${shop.affiliate.affiliateId}`);
    return track(shop);
  },
  "trackConversion campaign_archived": async (shop) => {
    await remove(shop, `campaigns/${shop.campaignId}`);
    return track(shop);
  },
  "trackConversion campaign_not_active": async (shop) => {
    await patch(shop, { status: "paused" });
    return track(shop);
  },
  "trackConversion currency_mismatch": async () => track(await shopWith({ max_budget: 100 }), { currency: "USD" }),
  "trackConversion budget_exceeded": async () => track(await shopWith({ max_budget: 1 })),
  "rejectConversion invalid_request": async (shop) =>
    post(shop, `conversions/${await tracked(shop)}/reject`, { reason: "x".repeat(501) }),
  "rejectConversion conversion_not_found": (shop) => post(shop, `conversions/${UNKNOWN}/reject`),
  "rejectConversion conversion_already_rejected": async (shop) => {
    const id = await tracked(shop);
    await post(shop, `conversions/${id}/reject`);
    return post(shop, `conversions/${id}/reject`);
  },
  "rejectConversion conversion_in_payout": async () => {
    const till = await aTill(world.app);
    const partner = await aPartner(till);
    const id = await earnApproved(till, partner, 700);
    mature(till);
    await createPayout(till.merchant.context, { affiliateId: partner.id, currency: currency("EUR") });
    return till.merchant.call("POST", `/v1/conversions/${id}/reject`);
  },
  "rejectConversion outside_maturation_period": async (shop) => {
    const id = await tracked(shop);
    isPast();
    return post(shop, `conversions/${id}/reject`);
  },
  "unrejectConversion conversion_not_found": (shop) => post(shop, `conversions/${UNKNOWN}/unreject`),
  "unrejectConversion conversion_not_rejected": async (shop) =>
    post(shop, `conversions/${await tracked(shop)}/unreject`),
  "unrejectConversion outside_maturation_period": async (shop) => {
    const id = await tracked(shop);
    await post(shop, `conversions/${id}/reject`);
    isPast();
    return post(shop, `conversions/${id}/unreject`);
  },
  "unrejectConversion budget_exceeded": async () => {
    const shop = await shopWith({ max_budget: 10 });
    const id = await tracked(shop);
    await post(shop, `conversions/${id}/reject`);
    await tracked(shop);
    return post(shop, `conversions/${id}/unreject`);
  },
};

const provokedAll = {
  ...provoked,
  ...refundRefusals(() => world.app),
  ...planRefusals(() => world.app),
  ...couponRefusals(),
  ...toLive,
};

const bodies: Record<string, Call> = {
  malformed_json: { raw: "{", headers: { "content-type": "application/json" } },
  unsupported_media_type: { raw: "name=x", headers: { "content-type": "text/plain" } },
  body_too_large: { raw: JSON.stringify("x".repeat(70_000)), headers: { "content-type": "application/json" } },
};
const seen = new Set<string>();

function expectAsDocumented(name: string, { status, body }: TestResponse): void {
  seen.add(name);
  const { code, error } = body as { code: string; error: string };
  expect([name, code]).toEqual([name, name.split(" ")[1]]);
  expect([name, String(status), error]).toEqual([name, documented.get(name)?.status, documented.get(name)?.error]);
}

const named = (operation: Operation, code: string): string => `${idOfOperation.get(nameOf(operation))} ${code}`;

/** All operations share these: their requests are refused, so they change nothing. */
const refusedShops = new Map<ShopKind, Promise<{ shop: Shop; id: string }>>();
function refusedShop(kind: ShopKind): Promise<{ shop: Shop; id: string }> {
  const made =
    refusedShops.get(kind) ?? aShop(world.app, {}, kind).then(async (shop) => ({ shop, id: await tracked(shop) }));
  refusedShops.set(kind, made);
  return made;
}
let free: Promise<Merchant> | undefined;

const shops = new UnchangedShops(() => world.app);

describe("every documented error is returned exactly", () => {
  it.each(Object.entries(provokedAll))("%s", async (name, provoke) =>
    expectAsDocumented(name, await shops.within("live", provoke)),
  );

  it.each(Object.entries(inTest))("%s, in a test account", async (name, provoke) =>
    expectAsDocumented(name, await shops.within("test", provoke)),
  );

  it.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    "%s, with the errors common to all operations",
    async (_name, operation) => {
      const { shop, id } = await refusedShop(kindOf(operation));
      const [method, path] = [operation.method, await operation.path(shop, id)];
      const more = operation.body ? { body: await operation.body(shop, id) } : {};
      expectAsDocumented(named(operation, "invalid_api_key"), await call(world.app, method, path, more));
      free ??= aMerchant(world.app, "free");
      expectAsDocumented(named(operation, "plan_required"), await (await free).call(method, path, more));
      if (method !== "GET")
        for (const [code, sent] of Object.entries(bodies))
          expectAsDocumented(named(operation, code), await shop.merchant.call(method, path, sent));
    },
  );

  it("too many requests", async () => {
    const shop = await aShop(world.app);
    for (let left = 101; left > 0; left -= 1) await get(shop, "campaigns?limit=1");
    for (const operation of operations)
      expectAsDocumented(
        named(operation, "rate_limited"),
        await shop.merchant.call(operation.method, await operation.path(shop, UNKNOWN)),
      );
  });

  it("too many concurrent requests", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    const app = await startApp({}, { connection: world.app.connection, clock: world.app.clock, turns: turnsFor(0) });
    onTestFinished(() => app.close());
    const paths = {
      "listCampaigns busy": ["GET", "campaigns?offset=1000"],
      "listAffiliates busy": ["GET", `campaigns/${shop.campaignId}/affiliates?offset=1000`],
      "listConversions busy": ["GET", `campaigns/${shop.campaignId}/conversions?offset=1000`],
      "rejectConversion busy": ["POST", `conversions/${id}/reject`],
      "unrejectConversion busy": ["POST", `conversions/${id}/unreject`],
      "refundConversion busy": ["POST", `conversions/${id}/refunds`, refund],
      "refundOrder busy": ["POST", "refunds", { conversion_external_id: "x", ...refund }],
      "cancelRefund busy": ["POST", `refunds/rfd_01jz8q52r7m4t9y3a6w8z2p0ef/cancel`],
      "editOrder busy": ["POST", `conversions/${id}/edits`, refund],
    } as const;
    for (const [name, [method, path, body]] of Object.entries(paths))
      expectAsDocumented(
        name,
        await call(app, method, `/v1/${path}`, { key: shop.merchant.key, ...(body ? { body } : {}) }),
      );
    const { merchant: tester } = await aShop(world.app, {}, "test");
    const { key } = tester;
    const { body: created } = await tester.call("POST", "/v1/test/accounts");
    expectAsDocumented(
      "deleteTestAccount busy",
      await call(app, "DELETE", `/v1/test/accounts/${created.account.id}`, { key }),
    );
    const ofTest = {
      "advanceTestClock busy": ["test/clock", { advance: "P1D" }],
      "resetTestAccount busy": ["test/reset", undefined],
      "approveTestConversion busy": [`test/conversions/${id}/approve`, undefined],
    } as const;
    for (const [name, [path, body]] of Object.entries(ofTest))
      expectAsDocumented(name, await call(app, "POST", `/v1/${path}`, { key, ...(body ? { body } : {}) }));
    const order = { campaign_id: shop.campaignId, affiliate_code: shop.affiliate.code, external_id: "busy" };
    const refused = await call(app, "POST", "/v1/conversions", { key: shop.merchant.key, body: order });
    expectAsDocumented("trackConversion busy", refused);
    expect(refused.headers["retry-after"]).toBeDefined();
  });

  it("a click that a redirector has not reported yet", async () => {
    const { app } = world;
    const shop = await aShop(app);
    // The redirector was cut off a minute ago.
    await app.db.query(sql`
      insert into click_journals (id, clean_at) values (gen_random_uuid(), ${app.clock.after({ seconds: -60 })})`);
    const click_id = idOf("click", app.services.random.uuid(app.clock.after({ seconds: -30 })));
    expectAsDocumented("trackConversion click_not_recorded_yet", await track(shop, { click_id }));
    await app.db.query(sql`delete from click_journals`);
  });

  it("no database", async () => {
    const app = await startApp();
    // Its database is already closed, so closing it again fails.
    onTestFinished(() => app.close().catch(() => undefined));
    const shop = await aShop(app);
    // Never used, so it is not cached.
    const { key } = await aMerchant(app);
    await app.db.close();
    for (const operation of operations) {
      const answer = await call(app, operation.method, await operation.path(shop, UNKNOWN), { key });
      expectAsDocumented(named(operation, "database_away"), answer);
    }
  });

  it("and every documented error occurs here, except internal ones", () => {
    // test-mode/advance.test.ts moves a clock by too many steps.
    const faults = [
      ...[...idOfOperation.values()].map((id) => `${id} internal_error`),
      "advanceTestClock too_many_steps",
      "listTestEvents busy",
    ];
    expect([...documented.keys()].sort()).toEqual([...seen, ...faults].sort());
  });
});
