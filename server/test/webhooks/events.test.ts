import sql from "sql-template-tag";
import type { WebhookEvent } from "tributary-sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_CURRENCY } from "../../src/domain/values/currency.ts";
import { eventTypes, payoutCreatedData } from "../../src/domain/events.ts";
import { idOf, parseId } from "../../src/domain/ids.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { createEndpoint, type EndpointWithSecret } from "../../src/usecases/webhooks/create-endpoint.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import { getDelivery, listDeliveries } from "../../src/usecases/webhooks/list-deliveries.ts";
import { sendTestEvent } from "../../src/usecases/webhooks/send-test-event.ts";
import { startApp, type TestApp } from "../support/app.ts";
import {
  aCampaign,
  aConversion,
  aMerchant,
  anAffiliate,
  anOrderId,
  conversionIdOf,
  type Merchant,
} from "../support/world.ts";

let app: TestApp;
let merchant: Merchant;
let all: EndpointWithSecret;
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOWED_NETWORKS: "127.0.0.10/32" });
  merchant = await aMerchant(app);
  all = await createEndpoint(merchant.context, { url: "https://127.0.0.10/all", events: eventTypes });
});
afterAll(() => app.close());

/** The events for an endpoint, oldest first. */
async function eventsFor({ endpoint }: EndpointWithSecret): Promise<WebhookEvent[]> {
  const deliveries = await listDeliveries(merchant.context, {
    endpointId: endpoint.id,
    slice: { limit: 100, offset: 0 },
  });
  const records = await Promise.all(deliveries.map(({ id }) => getDelivery(merchant.context, id)));
  return records.map(({ body }) => JSON.parse(body ?? "") as WebhookEvent).toReversed();
}

/** Deliveries of the same moment have no order. */
const aMomentLater = (): void => app.clock.forward({ seconds: 1 });
beforeEach(aMomentLater);

async function lastEvent(type: string): Promise<WebhookEvent | undefined> {
  return (await eventsFor(all)).findLast((event) => event.type === type);
}

describe("events of product actions", () => {
  it("affiliate.joined on acceptance, active in a public campaign", async () => {
    const campaignId = await aCampaign(merchant);
    const { affiliateId, affiliationId, email } = await anAffiliate(app, merchant, campaignId);
    const event = await lastEvent("affiliate.joined");
    expect(event?.id).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(event?.created).toBe(Math.floor(app.clock.now().getTime() / 1000));
    expect(event?.data).toEqual({
      affiliation_id: affiliationId,
      affiliate_id: affiliateId,
      campaign_id: campaignId,
      affiliate_email: email,
      affiliate_name: expect.stringContaining("Affiliate") as string,
      status: "active",
    });
  });

  it("affiliate.approved in a private one, after joining as pending", async () => {
    const campaignId = await aCampaign(merchant, { visibility: "private" });
    const { affiliationId, code } = await anAffiliate(app, merchant, campaignId);
    expect((await lastEvent("affiliate.joined"))?.data).toMatchObject({ status: "pending" });
    const id = parseId("affiliation", affiliationId);
    if (!id) throw new Error(affiliationId);
    await changeAffiliation(merchant.context, { id, action: "approve" });
    expect((await lastEvent("affiliate.approved"))?.data).toMatchObject({
      affiliation_id: affiliationId,
      campaign_id: campaignId,
      status: "active",
      affiliate_code: code,
      approved_at: app.clock.now().toISOString(),
    });
  });

  it("conversion.created, .approved with reason null, and .rejected with its reason", async () => {
    const campaignId = await aCampaign(merchant);
    const { affiliateId, code } = await anAffiliate(app, merchant, campaignId);
    const track = (): Promise<string> => {
      aMomentLater();
      return aConversion(merchant, campaignId, { code, amount: 49.99 });
    };
    const id = await track();
    const created = await lastEvent("conversion.created");
    expect(Object.keys(created?.data ?? {})).toEqual([
      "id",
      "campaign_id",
      "affiliate_id",
      "amount",
      "commission",
      "external_id",
      "status",
    ]);
    expect(created?.data).toMatchObject({
      id,
      campaign_id: campaignId,
      affiliate_id: affiliateId,
      amount: 49.99,
      commission: 5,
    });
    await approveConversion(merchant.context, { id: conversionIdOf(id) });
    expect((await lastEvent("conversion.approved"))?.data).toEqual({
      ...created?.data,
      status: "approved",
      reason: null,
    });
    const second = await track();
    await merchant.call("POST", `/v1/conversions/${second}/reject`, { body: { reason: "refunded" } });
    expect((await lastEvent("conversion.rejected"))?.data).toMatchObject({
      id: second,
      status: "rejected",
      reason: "refunded",
    });
    const third = await track();
    await merchant.call("POST", `/v1/conversions/${third}/reject`);
    expect((await lastEvent("conversion.rejected"))?.data).toMatchObject({ id: third, reason: null });
    const before = (await eventsFor(all)).length;
    expect((await merchant.call("POST", `/v1/conversions/${third}/unreject`)).status).toBe(200);
    expect(await eventsFor(all)).toHaveLength(before);
  });

  it("payout.created has a fixed payload", () => {
    const now = app.clock.now();
    const payout = {
      id: idOf("payout", app.services.random.uuid(now)),
      affiliateId: idOf("affiliate", app.services.random.uuid(now)),
      amount: { minor: 12_345n, currency: DEFAULT_CURRENCY },
      conversionCount: 3,
      createdAt: now,
    };
    expect(payoutCreatedData(payout, { email: "a@partner.example", name: "A" })).toEqual({
      payout_id: payout.id,
      affiliate_id: payout.affiliateId,
      affiliate_email: "a@partner.example",
      affiliate_name: "A",
      amount: 123.45,
      currency: "EUR",
      status: "created",
      conversion_count: 3,
      created_at: now.toISOString(),
    });
  });

  it("webhook.test goes to the tested endpoint only, whatever it subscribed to", async () => {
    const tried = await createEndpoint(merchant.context, {
      url: "https://127.0.0.10/tried",
      events: ["payout.created"],
    });
    const before = (await eventsFor(all)).length;
    const delivery = await sendTestEvent(merchant.context, tried.endpoint.id);
    expect(delivery).toMatchObject({ eventType: "webhook.test", status: "waiting", attempts: 0 });
    expect((await eventsFor(tried)).map(({ type, data }) => [type, data])).toMatchObject([
      ["webhook.test", { endpoint_id: tried.endpoint.id }],
    ]);
    expect(await eventsFor(all)).toHaveLength(before);
  });
});

describe("an event", () => {
  it("goes only to endpoints of the account that chose it, with a separate ID for each", async () => {
    const created = await createEndpoint(merchant.context, {
      url: "https://127.0.0.10/1",
      events: ["conversion.created"],
    });
    const decided = await createEndpoint(merchant.context, {
      url: "https://127.0.0.10/2",
      events: ["conversion.approved"],
    });
    const stranger = await aMerchant(app);
    const foreign = await createEndpoint(stranger.context, { url: "https://127.0.0.10/3", events: eventTypes });
    const campaignId = await aCampaign(merchant);
    const { code } = await anAffiliate(app, merchant, campaignId);
    const id = await aConversion(merchant, campaignId, { code });
    await approveConversion(merchant.context, { id: conversionIdOf(id) });
    expect((await eventsFor(created)).map(({ type }) => type)).toEqual(["conversion.created"]);
    expect((await eventsFor(decided)).map(({ type }) => type)).toEqual(["conversion.approved"]);
    const [row] = await app.db.query<{ count: bigint }>(sql`
      select count(*) as count from deliveries where account_id is not null and endpoint_id =
        (select id from webhook_endpoints where url = ${foreign.endpoint.url})`);
    expect(row?.count).toBe(0n);
    const same = await lastEvent("conversion.created");
    expect((await eventsFor(created))[0]?.id).toBe(same?.id);
  });

  it("is recorded as held for a disabled endpoint", async () => {
    const off = await createEndpoint(merchant.context, {
      url: "https://127.0.0.10/off",
      events: ["conversion.created"],
    });
    await changeEndpoint(merchant.context, { id: off.endpoint.id, enabled: false });
    const campaignId = await aCampaign(merchant);
    const { code } = await anAffiliate(app, merchant, campaignId);
    await aConversion(merchant, campaignId, { code });
    const held = await listDeliveries(merchant.context, {
      endpointId: off.endpoint.id,
      slice: { limit: 10, offset: 0 },
    });
    expect(held.map(({ status }) => status)).toEqual(["held"]);
  });

  it("is not created when the change is rolled back, and neither is a delivery", async () => {
    const campaignId = await aCampaign(merchant, { max_budget: 1 });
    const { code } = await anAffiliate(app, merchant, campaignId);
    const count = async (): Promise<number> => (await eventsFor(all)).length;
    const before = await count();
    await expect(aConversion(merchant, campaignId, { code, amount: 1_000 })).rejects.toThrow("budget");
    expect(await count()).toBe(before);
  });

  it.each(["events", "conversions"])(
    "and its change are rolled back together when inserting %s fails",
    async (table) => {
      const campaignId = await aCampaign(merchant);
      const { code } = await anAffiliate(app, merchant, campaignId);
      const rows = async (): Promise<unknown> => {
        const [counts] = await app.db.query(sql`
        select (select count(*) from conversions) as conversions, (select count(*) from events) as events`);
        return counts;
      };
      const before = await rows();
      await app.db.transaction((tx) =>
        tx.script(`
        create function fail() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
        create constraint trigger fail after insert on ${table} deferrable initially deferred
          for each row execute function fail();`),
      );
      const order = {
        campaignId: parseId("campaign", campaignId) ?? null,
        clickId: undefined,
        affiliateCode: code,
        externalId: anOrderId(),
        amount: { minor: 100n, currency: DEFAULT_CURRENCY },
      };
      await expect(trackConversion(merchant.context, order)).rejects.toThrow("the disk is full");
      await app.db.transaction((tx) => tx.script("drop function fail cascade"));
      expect(await rows()).toEqual(before);
    },
  );
});
