import sql, { raw } from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { worldForFile, conversionsOf, track } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { another, aPlannedShop, as, paid, preview, renewal } from "./plans.ts";

const world = worldForFile();
const base = { type: "percentage", value: 20 } as const;
const at = (time: string): void => world.app.clock.set(new Date(time));

describe("recurring commission", () => {
  test("for 12 months pays 12 of 13 monthly orders, and records the last one with the reason", async () => {
    at("2026-01-31T10:00:00.000Z");
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "limited", months: 12 } });
    const customer = { customer_id: "c-1", subscription_id: "s-1" };
    const commissions = [await paid(shop, customer)];
    for (let month = 1; month <= 12; month += 1) {
      // Billed on the last day of each month, as payment providers do it.
      at(new Date(Date.UTC(2026, month + 1, 0, 10)).toISOString());
      const { status, body, text } = await renewal(shop, customer);
      expect(`${status} ${text}`).toMatch(/^200 /);
      commissions.push(body.conversion.commission);
      expect(body.conversion).toMatchObject({ kind: "renewal", plan_version: 1 });
    }
    expect(commissions).toEqual([...Array.from({ length: 12 }, () => 20), 0]);
    const [last] = await conversionsOf(shop);
    expect(last).toMatchObject({
      commission: 0,
      status: "pending",
      lines: [{ rule: "repeat", reason: "months_over", amount: 100, commission: 0 }],
    });
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  test("ends exactly when the months are over, to the millisecond", async () => {
    at("2027-03-15T08:00:00.000Z");
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "limited", months: 1 } });
    await paid(shop, { customer_id: "c" });
    at("2027-04-15T08:00:00.000Z");
    expect(
      (await renewal(shop, { customer_id: "c", paid_at: "2027-04-15T07:59:59.999Z" })).body.conversion.commission,
    ).toBe(20);
    expect(
      (await renewal(shop, { customer_id: "c", paid_at: "2027-04-15T08:00:00.000Z" })).body.conversion.commission,
    ).toBe(0);
  });

  test("by payments counts the orders that paid, without rejected ones", async () => {
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "limited", payments: 2 } });
    const first = await track(shop, { customer_id: "p" });
    await shop.merchant.call("POST", `/v1/conversions/${first.body.conversion.id}/reject`);
    expect(await paid(shop, { customer_id: "p" })).toBe(20);
    expect(await paid(shop, { customer_id: "p" })).toBe(20);
    expect(await paid(shop, { customer_id: "p" })).toBe(0);
    expect(await paid(shop, { customer_id: "another" })).toBe(20);
  });

  test("by payments pays a restored order what it did, even if another one has taken its turn", async () => {
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "limited", payments: 1 } });
    const first = (await track(shop, { customer_id: "r" })).body.conversion.id as string;
    const change = (action: string) => shop.merchant.call("POST", `/v1/conversions/${first}/${action}`);
    await change("reject");
    expect(await paid(shop, { customer_id: "r" })).toBe(20);
    expect((await change("unreject")).status).toBe(200);
    expect(await conversionsOf(shop)).toMatchObject([{ commission: 20 }, { commission: 20 }]);
    expect(await paid(shop, { customer_id: "r" })).toBe(0);
  });

  test("of the first order only pays no second one, even if the first was refunded", async () => {
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "none" } });
    const first = await track(shop, { customer_id: "x" });
    const { id } = first.body.conversion;
    await shop.merchant.call("POST", `/v1/conversions/${id}/refunds`, { body: { external_id: "r-x", amount: 100 } });
    const second = await renewal(shop, { customer_id: "x" });
    expect(second.body.conversion).toMatchObject({ commission: 0, lines: [{ reason: "first_order_only" }] });
  });

  test("pays every order of customers whom the shop does not name", async () => {
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "none" } });
    expect([await paid(shop), await paid(shop)]).toEqual([20, 20]);
  });
});

describe("a customer", () => {
  test("is known by ID or email address, however it is written, and never stored in plain text", async () => {
    const shop = await aPlannedShop(world.app, { base, repeat: { pay: "none" } });
    const first = await track(shop, { customer_email: "Ann.Buyer@Shop.example" });
    expect(first.body.conversion).toMatchObject({ commission: 20, kind: "order" });
    expect(first.body.conversion.customer).toMatch(/^customer [0-9a-f]{8}$/);
    const again = await renewal(shop, { customer_email: "ann.buyer@shop.EXAMPLE" });
    expect(again.body.conversion).toMatchObject({
      commission: 0,
      kind: "renewal",
      customer: first.body.conversion.customer,
    });
    expect(await rowsWith("ann.buyer")).toBe(0);
  });

  test("of another account or campaign is somebody else", async () => {
    const one = await aPlannedShop(world.app, { base, repeat: { pay: "none" } });
    const other = await aPlannedShop(world.app, { base, repeat: { pay: "none" } });
    const first = await track(one, { customer_id: "same" });
    expect((await renewal(other, { customer_id: "same" })).body.code).toBe("customer_not_found");
    const second = await track(other, { customer_id: "same" });
    expect(second.body.conversion.commission).toBe(20);
    expect(second.body.conversion.customer).not.toBe(first.body.conversion.customer);
  });

  test("stays with the affiliate who brought them, and the trace says so", async () => {
    const shop = await aPlannedShop(world.app, { base });
    await paid(shop, { customer_id: "k" });
    const rival = as(shop, await another(shop));
    const later = await track(rival, { customer_id: "k" });
    expect(later.body.conversion.lines).toContainEqual(
      expect.objectContaining({ rule: "binding", reason: "bound_to_other" }),
    );
    const [listed] = await conversionsOf(shop);
    expect(listed.affiliate_id).toBe(shop.affiliate.affiliateId);
  });

  test("needs neither click nor code without a plan, too", async () => {
    const { shop } = world;
    await track(shop, { customer_id: "plain" });
    const second = await renewal(shop, { customer_id: "plain" });
    expect(second.body.conversion).toMatchObject({ kind: "renewal", commission: 10 });
    expect(second.body.conversion).not.toHaveProperty("lines");
  });

  test("counts in a paused campaign, is refused in an archived one and with a suspended affiliate", async () => {
    const shop = await aPlannedShop(world.app, { base });
    await paid(shop, { customer_id: "k" });
    const patch = (body: object) => shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body });
    await patch({ status: "paused" });
    expect((await renewal(shop, { customer_id: "k" })).status).toBe(200);
    await patch({ status: "archived" });
    expect(await renewal(shop, { customer_id: "k" })).toMatchObject({
      status: 403,
      body: { code: "campaign_archived" },
    });
  });
});

describe("a new version of the plan", () => {
  test("applies to new customers, and bound ones keep theirs unless the plan says otherwise", async () => {
    const shop = await aPlannedShop(world.app, { base });
    const change = (plan: object) =>
      shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { plan } });
    expect(await paid(shop, { customer_id: "old" })).toBe(20);
    await change({ base: { type: "percentage", value: 5 } });
    expect(await paid(shop, { customer_id: "old" })).toBe(20);
    expect(await paid(shop, { customer_id: "new" })).toBe(5);
    expect(await paid(shop)).toBe(5);
    await change({ base: { type: "percentage", value: 7 }, bound_customers_keep: false });
    expect(await paid(shop, { customer_id: "old" })).toBe(7);
  });

  test("leaves customers who were bound before the first plan on what they had", async () => {
    const { shop } = world;
    await track(shop, { customer_id: "early" });
    const plan = { base: { type: "percentage", value: 50 } };
    const changed = await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { plan } });
    expect(changed.status).toBe(200);
    expect(await paid(shop, { customer_id: "early" })).toBe(10);
    expect(await paid(shop, { customer_id: "late" })).toBe(50);
  });
});

test("a preview shows what tracking pays, and records nothing", async () => {
  const shop = await aPlannedShop(world.app, {
    base,
    repeat: { pay: "limited", months: 12 },
    lines: [{ id: "gift", when: { category: ["gift-cards"] }, pay: { type: "none" } }],
    orders: [{ id: "first", when: { customer: "new" }, pay: { type: "fixed", value: 50 } }],
    limits: { order_max: 45 },
  });
  const order = {
    amount: 120,
    customer_id: "p",
    items: [{ sku: "GC-50", category: "gift-cards", quantity: 1, amount: 50 }],
  };
  const shown = await preview(shop, order);
  expect(shown.body).toMatchObject({ commission: 45, kind: "order", plan_source: "campaign", plan_version: 1 });
  expect(await conversionsOf(shop)).toEqual([]);
  const done = await track(shop, order);
  expect(done.body.conversion).toMatchObject({ commission: 45, lines: shown.body.lines });
  const sum = (shown.body.lines as { commission: number }[]).reduce((total, { commission }) => total + commission, 0);
  expect(sum).toBe(45);
});

test.each([
  [{ items: [{ sku: "A", quantity: 1, amount: 101 }] }, 400, "items_exceed_amount"],
  [{ items: [{ sku: "A", quantity: 0, amount: 1 }] }, 400, "invalid_request"],
  [{ items: Array.from({ length: 251 }, () => ({ sku: "A", quantity: 1, amount: 0 })) }, 400, "invalid_request"],
  [{ paid_at: "2999-01-01T00:00:00Z" }, 400, "invalid_request"],
  [{ paid_at: "2020-01-01T00:00:00Z" }, 400, "invalid_request"],
  [{ paid_at: "yesterday" }, 400, "invalid_request"],
  [{ customer_id: "" }, 400, "invalid_request"],
  [{ customer_id: "x".repeat(256) }, 400, "invalid_request"],
  [{ customer_email: "nobody" }, 400, "invalid_request"],
  [{ country: "Germany" }, 400, "invalid_request"],
])("rejects %j", async (order, status, code) => {
  const { shop } = world;
  const before = (await conversionsOf(shop)).length;
  expect(await track(shop, order)).toMatchObject({ status, body: { code } });
  expect(await conversionsOf(shop)).toHaveLength(before);
});

/** How many rows of all tables contain the text. */
async function rowsWith(text: string): Promise<number> {
  const { db } = world.app;
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`);
  let rows = 0;
  for (const { name } of tables) {
    const [found] = await db.query<{ found: bigint }>(
      raw(`select count(*) as found from "${name}" t where lower(t::text) like '%${text}%'`),
    );
    rows += Number(found?.found ?? 0n);
  }
  return rows;
}
