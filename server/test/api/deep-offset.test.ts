import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { conversionsOf, worldForFile } from "../support/shop.ts";
import { aConversion, anAffiliate } from "../support/world.ts";

const world = worldForFile();
const DAYS = 30;
const PER_DAY = 100;

/** Many conversions over many days: the API tracks one, and the rest are copies of it with their totals. */
async function fill(): Promise<void> {
  const { app, shop } = world;
  const second = await anAffiliate(app, shop.merchant, shop.campaignId);
  const ids = [
    await aConversion(shop.merchant, shop.campaignId, { code: shop.affiliate.code }),
    await aConversion(shop.merchant, shop.campaignId, { code: second.code }),
  ].map((id) => uuidOf(parseId("conversion", id) ?? "conv_"));
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into conversions
      select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'copy-' || n,
        'created_at', c.created_at - make_interval(days => n % ${DAYS}, mins => n / 7)))).*
      from generate_series(1, ${DAYS * PER_DAY}) n, conversions c
      where c.id = ${ids[0]}::uuid and n % 3 <> 0 or c.id = ${ids[1]}::uuid and n % 3 = 0`);
    await tx.query(sql`
      update conversions set status = 'rejected', rejected_at = created_at
      where external_id like 'copy-%' and right(external_id, 1) in ('1', '4')`);
    await tx.query(sql`delete from conversion_deltas`);
    await tx.query(sql`
      insert into conversion_totals (scope_id, day, status, currency, commission_currency, conversions, revenue_minor, commission_minor)
      select scope_id, total_day, status, currency, commission_currency, count(*), sum(amount_minor), sum(commission_minor)
      from conversions, lateral (values (campaign_id), (affiliation_id)) scope (scope_id),
        lateral (values ((created_at at time zone 'UTC')::date), ('-infinity'::date)) total (total_day)
      group by 1, 2, 3, 4, 5`);
  });
}

describe("a page far into the list", () => {
  beforeAll(fill);

  /** The result of a plain offset. */
  const expected = async (where: ReturnType<typeof sql>): Promise<string[]> => {
    const rows = await world.app.db.query<{ external_id: string }>(
      sql`select external_id from conversions where ${where} order by created_at desc, id desc`,
    );
    return rows.map((row) => row.external_id);
  };
  const shown = async (query: string): Promise<string[]> =>
    (await conversionsOf(world.shop, query)).map((conversion) => conversion.external_id as string);

  it.each([
    ["", sql`true`],
    ["&status=pending", sql`status = 'pending'`],
    ["&status=rejected", sql`status = 'rejected'`],
  ])("equals a plain offset (%s)", async (filter, where) => {
    const all = await expected(where);
    const offsets = [
      1000,
      1001,
      1037,
      1059,
      1060,
      1061,
      1190,
      1300,
      all.length - 10,
      all.length - 3,
      all.length - 1,
    ].filter((n) => n >= 1000);
    for (const offset of offsets)
      expect([offset, await shown(`?limit=10&offset=${offset}${filter}`)]).toEqual([
        offset,
        all.slice(offset, offset + 10),
      ]);
  });

  it("contains only the filtered affiliate's conversions", async () => {
    const { affiliate } = world.shop;
    const uuid = uuidOf(parseId("affiliation", affiliate.affiliationId) ?? "afn_");
    const all = await expected(sql`affiliation_id = ${uuid}::uuid`);
    expect(all.length).toBeGreaterThan(1100);
    expect(await shown(`?limit=100&offset=1040&affiliate_id=${affiliate.affiliateId}`)).toEqual(all.slice(1040, 1140));
  });

  it("beyond the end is empty", async () => {
    const total = (await expected(sql`true`)).length;
    for (const offset of [total, total + 1, 2_000_000_000]) expect(await shown(`?offset=${offset}`)).toEqual([]);
  });

  it("reads at most one day's rows", async () => {
    const { deepPage } = await import("../../src/store/conversions/conversion-pages.ts");
    const campaignId = parseId("campaign", world.shop.campaignId);
    if (!campaignId) throw new Error("no campaign");
    const scope = { accountId: world.shop.merchant.accountId, campaignId, affiliationId: undefined };
    const plan = await world.app.db.transaction(async (tx) => {
      await tx.script("set local enable_seqscan = off; set local enable_bitmapscan = off");
      return tx.query<{ "QUERY PLAN": { Plan: Node }[] }>(
        sql`explain (analyze, format json, timing off) ${deepPage(scope, { limit: 10, offset: 1_500 })}`,
      );
    });
    const [first] = plan[0]?.["QUERY PLAN"] ?? [];
    expect(first).toBeDefined();
    const read = first ? conversionRowsIn(first.Plan) : Infinity;
    expect(read).toBeLessThanOrEqual(PER_DAY * 2 + 20);
  });
});

interface Node {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Node[];
}

const conversionRowsIn = (node: Node): number =>
  (node["Relation Name"] === "conversions" ? node["Actual Rows"] * node["Actual Loops"] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + conversionRowsIn(child), 0);
