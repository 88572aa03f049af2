import { isTributaryError } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import { tributaryOver } from "../src/client.ts";
import { createTransport } from "../src/transport.ts";
import { couponRequests, type Case } from "./coupon-requests.ts";
import { testModeRequests } from "./test-mode-requests.ts";
import { clientOf, none, options, order } from "./planned-client.ts";
import { ok, plannedFetch, refused } from "./planned-fetch.ts";

const newCampaign = {
  name: "Spring",
  target_url: "https://shop.example/",
  type: "CPA",
  commission_type: "percentage",
  commission_value: 10,
} as const;
const plan = { base: { type: "percentage", value: 20 } } as const;
const cases: Case[] = [
  {
    call: ({ campaigns }) => campaigns.list(),
    request: "GET /campaigns",
    answer: none,
    result: none,
    repeated: true,
  },
  {
    call: ({ campaigns }) => campaigns.list({ status: "paused", limit: 3, offset: 6 }),
    request: "GET /campaigns?status=paused&limit=3&offset=6",
    answer: none,
    result: none,
    repeated: true,
  },
  {
    call: ({ campaigns }) => campaigns.get("c1"),
    request: "GET /campaigns/c1",
    answer: { campaign: { id: "c1" } },
    result: { id: "c1" },
    repeated: true,
  },
  {
    call: ({ campaigns }) => campaigns.create(newCampaign),
    request: "POST /campaigns",
    body: newCampaign,
    answer: { campaign: { id: "c1" } },
    result: { id: "c1" },
    repeated: false,
  },
  {
    call: ({ campaigns }) => campaigns.update("c1", { status: "paused" }),
    request: "PATCH /campaigns/c1",
    body: { status: "paused" },
    answer: { campaign: { id: "c1" } },
    result: { id: "c1" },
    repeated: true,
  },
  {
    call: ({ campaigns }) => campaigns.archive("c1"),
    request: "DELETE /campaigns/c1",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
  {
    call: ({ affiliates }) => affiliates.list({ campaign_id: "c1", status: "active" }),
    request: "GET /campaigns/c1/affiliates?status=active",
    answer: none,
    result: none,
    repeated: true,
  },
  {
    call: ({ affiliates }) => affiliates.invite({ campaign_id: "c1", email: "ada@shop.example" }),
    request: "POST /campaigns/c1/affiliates",
    body: { email: "ada@shop.example" },
    answer: { invite_url: "https://x.example/i/1" },
    result: { invite_url: "https://x.example/i/1" },
    repeated: false,
  },
  {
    call: ({ affiliates }) => affiliates.remove({ campaign_id: "c1", affiliate_id: "a1" }),
    request: "DELETE /campaigns/c1/affiliates/a1",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
  {
    call: ({ affiliates }) => affiliates.getPlan({ campaign_id: "c1", affiliate_id: "a1" }),
    request: "GET /campaigns/c1/affiliates/a1/plan",
    answer: { affiliate_plan: { source: "campaign" } },
    result: { source: "campaign" },
    repeated: true,
  },
  {
    call: ({ affiliates }) => affiliates.setPlan({ campaign_id: "c1", affiliate_id: "a1", plan }),
    request: "PUT /campaigns/c1/affiliates/a1/plan",
    body: { plan },
    answer: { affiliate_plan: { source: "override" } },
    result: { source: "override" },
    repeated: true,
  },
  {
    call: ({ affiliates }) => affiliates.removePlan({ campaign_id: "c1", affiliate_id: "a1" }),
    request: "DELETE /campaigns/c1/affiliates/a1/plan",
    answer: { affiliate_plan: { source: "campaign" } },
    result: { source: "campaign" },
    repeated: true,
  },
  {
    call: ({ affiliates }) => affiliates.moveToGroup({ campaign_id: "c1", affiliate_id: "a1", group_id: null }),
    request: "PUT /campaigns/c1/affiliates/a1/group",
    body: { group_id: null },
    answer: { affiliate_plan: { source: "campaign" } },
    result: { source: "campaign" },
    repeated: true,
  },
  ...couponRequests,
  ...testModeRequests,
  {
    call: ({ groups }) => groups.list({ campaign_id: "c1" }),
    request: "GET /campaigns/c1/groups",
    answer: { groups: [{ id: "g1" }] },
    result: [{ id: "g1" }],
    repeated: true,
  },
  {
    call: ({ groups }) => groups.create({ campaign_id: "c1", name: "VIP", plan }),
    request: "POST /campaigns/c1/groups",
    body: { name: "VIP", plan },
    answer: { group: { id: "g1" } },
    result: { id: "g1" },
    repeated: false,
  },
  {
    call: ({ groups }) => groups.update({ campaign_id: "c1", group_id: "g1", plan: null }),
    request: "PATCH /campaigns/c1/groups/g1",
    body: { plan: null },
    answer: { group: { id: "g1" } },
    result: { id: "g1" },
    repeated: true,
  },
  {
    call: ({ groups }) => groups.delete({ campaign_id: "c1", group_id: "g1" }),
    request: "DELETE /campaigns/c1/groups/g1",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
  {
    call: ({ conversions }) => conversions.preview({ campaign_id: "c1", affiliate_code: "k7", amount: 10 }),
    request: "POST /campaigns/c1/commission-preview",
    body: { affiliate_code: "k7", amount: 10 },
    answer: { commission: 1 },
    result: { commission: 1 },
    repeated: true,
  },
  {
    call: ({ conversions }) => conversions.list({ campaign_id: "c1", affiliate_id: "a1" }),
    request: "GET /campaigns/c1/conversions?affiliate_id=a1",
    answer: none,
    result: none,
    repeated: true,
  },
  {
    call: ({ conversions }) => conversions.track(order),
    request: "POST /conversions",
    body: order,
    answer: { conversion: { id: "v1", commission: 10, status: "pending" } },
    result: { id: "v1", commission: 10, status: "pending", recovered: false },
    repeated: true,
  },
  {
    call: ({ conversions }) => conversions.reject("v1"),
    request: "POST /conversions/v1/reject",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
  {
    call: ({ conversions }) => conversions.reject("v1", { reason: "Returned." }),
    request: "POST /conversions/v1/reject",
    body: { reason: "Returned." },
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
  {
    call: ({ conversions }) => conversions.unreject("v1"),
    request: "POST /conversions/v1/unreject",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
];

describe.each(cases)("$request", ({ call, request, body, answer, result, repeated }) => {
  it("is what the method sends, and the method returns the response", async () => {
    const { tributary, asked, lines } = clientOf(ok(answer));
    expect(await call(tributary)).toEqual(result);
    expect(lines()).toEqual([request]);
    expect(asked[0]?.body).toEqual(body);
  });

  it(`is ${repeated ? "" : "not "}retried when its outcome is unknown`, async () => {
    const { tributary, lines } = clientOf(refused(500, "internal_error"), ok(answer));
    const outcome = await call(tributary).catch((error: unknown) => isTributaryError(error) && error.outcome);
    expect(outcome).toEqual(repeated ? result : "unknown");
    expect(lines()).toEqual(repeated ? [request, request] : [request]);
  });

  it("is not sent with an aborted signal", async () => {
    const { fetch, asked } = plannedFetch();
    const reason = new Error("The customer left.");
    const send = createTransport({ ...options, fetch });
    const aborted = tributaryOver((sent, given) => send(sent, { ...given, signal: AbortSignal.abort(reason) }));
    await expect(call(aborted)).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });
});

it("every method takes its own options", async () => {
  const patience = { retries: 0 };
  const given: unknown[] = [];
  const answer = {
    campaign: {},
    conversion: {},
    group: {},
    groups: [],
    coupon: {},
    coupons: [],
    affiliate_plan: {},
    ...none,
  };
  const tributary = tributaryOver((_call, callOptions) => {
    given.push(callOptions);
    return Promise.resolve(answer);
  });
  const { campaigns, affiliates, groups, coupons, conversions } = tributary;
  const inCampaign = { campaign_id: "c1" };
  await campaigns.list({}, patience);
  await campaigns.all({}, patience).next();
  await campaigns.get("c1", patience);
  await campaigns.create(newCampaign, patience);
  await campaigns.update("c1", {}, patience);
  await campaigns.archive("c1", patience);
  await affiliates.list(inCampaign, patience);
  await affiliates.all(inCampaign, patience).next();
  await affiliates.invite({ ...inCampaign, email: "a@b.example" }, patience);
  const affiliate = { ...inCampaign, affiliate_id: "a1" };
  await affiliates.remove(affiliate, patience);
  await affiliates.getPlan(affiliate, patience);
  await affiliates.setPlan({ ...affiliate, plan }, patience);
  await affiliates.removePlan(affiliate, patience);
  await affiliates.moveToGroup({ ...affiliate, group_id: "g1" }, patience);
  await groups.list(inCampaign, patience);
  await groups.create({ ...inCampaign, name: "VIP" }, patience);
  await groups.update({ ...inCampaign, group_id: "g1" }, patience);
  await groups.delete({ ...inCampaign, group_id: "g1" }, patience);
  await coupons.list(inCampaign, patience);
  await coupons.create({ ...inCampaign, code: "ANNA10", affiliate_id: "a1" }, patience);
  await coupons.move("k1", { affiliate_id: "a1" }, patience);
  await coupons.end("k1", patience);
  await conversions.preview({ ...inCampaign, affiliate_code: "k7" }, patience);
  await conversions.list(inCampaign, patience);
  await conversions.all(inCampaign, patience).next();
  await conversions.track(order, patience);
  await conversions.reject("v1", undefined, patience);
  await conversions.unreject("v1", patience);
  expect(given).toEqual(Array.from({ length: 28 }, () => patience));
});
