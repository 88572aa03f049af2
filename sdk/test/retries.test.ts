import type { Tributary } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import { tributaryOver } from "../src/client.ts";
import { createTransport } from "../src/transport.ts";
import { conversionsOf, tracked } from "../../server/test/support/shop.ts";
import { anAffiliate, anOrderId, campaignBody } from "../../server/test/support/world.ts";
import { UNAVAILABLE, UNAVAILABLE_AFTER, BUG, failureOf, GATEWAY, LIMITED } from "./faults.ts";
import { listeningWorld } from "./listening.ts";
import { notedTiming } from "./noted-timing.ts";
import type { Step } from "./unreliable-proxy.ts";
import { freePort } from "../../scripts/free-port.mjs";

const here = listeningWorld();
const newCampaign = { ...campaignBody, type: "CPA", commission_type: "percentage" } as const;
const order = (more: Record<string, unknown> = {}) => ({
  campaign_id: here.world.shop.campaignId,
  affiliate_code: here.world.shop.affiliate.code,
  external_id: anOrderId(),
  amount: 100,
  ...more,
});

interface Write {
  readonly name: string;
  /** Creates the data it needs before the proxy's plan starts. */
  readonly prepare: () => Promise<(tributary: Tributary) => Promise<unknown>>;
}
const anotherAffiliate = () => anAffiliate(here.world.app, here.world.shop.merchant, here.world.shop.campaignId);

const repeatable: Write[] = [
  { name: "campaigns.list", prepare: async () => (client) => client.campaigns.list() },
  { name: "campaigns.get", prepare: async () => (client) => client.campaigns.get(here.world.shop.campaignId) },
  {
    name: "campaigns.update",
    prepare: async () => (client) => client.campaigns.update(here.world.shop.campaignId, { name: "Renamed" }),
  },
  {
    name: "campaigns.archive",
    prepare: async () => {
      const { id } = await here.direct.campaigns.create(newCampaign);
      return (client) => client.campaigns.archive(id);
    },
  },
  {
    name: "affiliates.remove",
    prepare: async () => {
      const { affiliateId } = await anotherAffiliate();
      const { campaignId } = here.world.shop;
      return (client) => client.affiliates.remove({ campaign_id: campaignId, affiliate_id: affiliateId });
    },
  },
  {
    name: "conversions.track",
    prepare: async () => {
      const sent = order();
      return (client) => client.conversions.track(sent);
    },
  },
  {
    name: "conversions.reject",
    prepare: async () => {
      const id = await tracked(here.world.shop);
      return (client) => client.conversions.reject(id, { reason: "Refunded" });
    },
  },
  {
    name: "conversions.unreject",
    prepare: async () => {
      const id = await tracked(here.world.shop);
      await here.direct.conversions.reject(id);
      return (client) => client.conversions.unreject(id);
    },
  },
];
const delicate: Write[] = [
  { name: "campaigns.create", prepare: async () => (client) => client.campaigns.create(newCampaign) },
  {
    name: "affiliates.invite",
    prepare: async () => (client) =>
      client.affiliates.invite({ campaign_id: here.world.shop.campaignId, email: "one@partner.example" }),
  },
];

describe.each(repeatable)("$name", ({ prepare }) => {
  it.each<[string, Step]>([
    ["429", LIMITED],
    ["500", BUG],
    ["a proxy's 502", GATEWAY],
    ["503", UNAVAILABLE],
    ["503 after the work", UNAVAILABLE_AFTER],
    ["a connection that closes early", "cut"],
    ["a lost response", "lose"],
  ])("succeeds after %s", async (_name, step) => {
    const work = await prepare();
    here.proxy.plan(step);
    await work(here.through);
    expect(here.proxy.seen.length).toBeGreaterThanOrEqual(2);
    expect(here.timing.waits).toHaveLength(1);
  });
});

describe.each(delicate)("$name", ({ prepare }) => {
  it.each<[string, Step, string]>([
    ["500", BUG, "internal_error"],
    ["a proxy's 502", GATEWAY, "unexpected_answer"],
    ["503 after the work", UNAVAILABLE_AFTER, "database_away"],
    ["a connection that closes early", "cut", "connection_failed"],
    ["a lost response", "lose", "connection_failed"],
  ])("is not retried after %s, and reports that its outcome is unknown", async (_name, step, code) => {
    const work = await prepare();
    here.proxy.plan(step);
    expect(await failureOf(work(here.through))).toMatchObject({ code, outcome: "unknown", attempts: 1 });
    expect(here.proxy.seen).toHaveLength(1);
  });

  it("is retried after 429, where the server did nothing", async () => {
    const work = await prepare();
    here.proxy.plan(LIMITED);
    await work(here.through);
    expect(here.proxy.seen).toHaveLength(2);
  });

  it("is retried when the connection was refused", async () => {
    const work = await prepare();
    const timing = notedTiming();
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const nobody = tributaryOver(createTransport({ baseUrl, apiKey: "sk_live_x", retries: 2 }, timing));
    const failure = await failureOf(work(nobody));
    expect(failure).toMatchObject({ code: "connection_failed", outcome: "refused", attempts: 3 });
  });
});

describe("a conversion whose response was lost", () => {
  it("is recorded once and returned as usual, except for `recovered`", async () => {
    const sent = order({ amount: 49.994, currency: "eur" });
    here.proxy.plan("lose");
    const answer = await here.through.conversions.track(sent);
    expect(answer).toEqual({ id: expect.any(String) as string, commission: 5, status: "pending", recovered: true });
    const matching = (await conversionsOf(here.world.shop)).filter((one) => one.external_id === sent.external_id);
    expect(matching).toMatchObject([{ id: answer.id, amount: 49.99 }]);
    const { pathname } = new URL(`/v1/campaigns/${sent.campaign_id}/conversions`, "http://x");
    expect(here.proxy.seen).toEqual(["POST /v1/conversions", "POST /v1/conversions", `GET ${pathname}?limit=100`]);
  });

  it("is a duplicate when the order was recorded earlier with another amount", async () => {
    const sent = order();
    const first = await here.direct.conversions.track({ ...sent, amount: 70 });
    here.proxy.plan("cut");
    const failure = await failureOf(here.through.conversions.track(sent));
    expect(failure).toMatchObject({ code: "duplicate_conversion", conversionId: first.id, attempts: 2 });
  });

  it.each([
    ["HUF", 100, 100.45],
    ["IDR", 10, 10.5],
    ["IQD", 1, 1.4],
  ])(
    "is a duplicate when the amounts differ in %s, although its cash has no decimals",
    async (currency, first, amount) => {
      const sent = order({ currency, amount });
      await here.direct.conversions.track({ ...sent, amount: first });
      here.proxy.plan("cut");
      expect((await failureOf(here.through.conversions.track(sent))).code).toBe("duplicate_conversion");
    },
  );

  it("is a duplicate that names the conversion when it cannot be looked up", async () => {
    here.proxy.plan("lose", "pass", BUG);
    const failure = await failureOf(here.through.conversions.track(order()));
    expect(failure.code).toBe("duplicate_conversion");
    expect(failure.conversionId).toBe((await conversionsOf(here.world.shop))[0].id);
  });

  it("is a duplicate when the order belongs to another campaign", async () => {
    const sent = order();
    const first = await here.direct.conversions.track(sent);
    const other = await here.direct.campaigns.create(newCampaign);
    here.proxy.plan("cut");
    const failure = await failureOf(here.through.conversions.track({ ...sent, campaign_id: other.id }));
    expect([failure.code, failure.conversionId]).toEqual(["duplicate_conversion", first.id]);
  });
});

describe("an earlier attempt without a response", () => {
  it("leaves the outcome unknown, whatever the last attempt returns", async () => {
    here.proxy.plan("cut", { status: 403, body: '{"error":"No.","code":"budget_exceeded"}' });
    const failure = await failureOf(here.through.conversions.track(order()));
    expect(failure).toMatchObject({ code: "budget_exceeded", attempts: 2, outcome: "unknown" });
  });

  it("does not turn an unrelated error into a success", async () => {
    const id = await tracked(here.world.shop);
    const unknown = id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    here.proxy.plan("cut");
    expect((await failureOf(here.through.conversions.unreject(unknown))).code).toBe("conversion_not_found");
    here.proxy.plan("cut");
    const gone = { campaign_id: "cmp_unknown", affiliate_id: "aff_unknown" };
    expect((await failureOf(here.through.affiliates.remove(gone))).code).toBe("campaign_not_found");
  });
});

describe("error responses", () => {
  it("are not retried", async () => {
    here.proxy.plan();
    expect(await failureOf(here.through.campaigns.get("cmp_unknown"))).toMatchObject({ attempts: 1 });
    expect(here.proxy.seen).toHaveLength(1);
  });

  it("that do not come from the API say so", async () => {
    here.proxy.plan({ status: 200, body: "<h1>Welcome</h1>" });
    expect(await failureOf(here.through.campaigns.list())).toMatchObject({ code: "unexpected_answer", status: 200 });
    here.proxy.plan({ status: 302, headers: { location: "https://elsewhere.example/" } });
    expect(await failureOf(here.through.campaigns.list())).toMatchObject({ code: "unexpected_answer", status: 302 });
    expect(here.proxy.seen).toHaveLength(1);
  });
});
