import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { call, type TestResponse } from "../support/app.ts";
import { rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { aCampaign, anAffiliate, ledgerFaults } from "../support/world.ts";
import { aStage, keysFor } from "./stage.ts";

const CALLERS = 64;

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

/** Everything the database has of one order. */
async function tracesOf(app: WideApp, externalId: string): Promise<unknown> {
  const [row] = await app.db.query(sql`
    with mine as (select id from conversions where external_id = ${externalId})
    select (select count(*)::int from mine) as conversions,
      (select count(*)::int from conversion_transitions where conversion_id in (select id from mine)) as transitions,
      (select count(*)::int from transfers where conversion_id in (select id from mine)) as transfers,
      (select count(*)::int from events where subject_id in (select id from mine)) as events`);
  return row;
}
const ONE_OF_EACH = { conversions: 1, transitions: 1, transfers: 1, events: 1 };

test(
  `the same order sent ${CALLERS} times at once counts once, and every other caller learns which one counted`,
  { timeout },
  async () => {
    const { merchant, campaignId, affiliate } = await aStage(app);
    const otherCampaign = await aCampaign(merchant, { name: "Another" });
    const otherAffiliate = await anAffiliate(app, merchant, otherCampaign);
    const [key = ""] = await keysFor(merchant, 1);
    // The ID is unique per account: half of the callers use another campaign and another amount.
    const bodies = [
      { campaign_id: campaignId, affiliate_code: affiliate.code, amount: 10 },
      { campaign_id: otherCampaign, affiliate_code: otherAffiliate.code, amount: 20 },
    ];
    const total = rounds(3);
    for (let round = 0; round < total; round += 1) {
      const externalId = `twin-${round}`;
      const answers = await together(CALLERS, (caller) =>
        call(app, "POST", "/v1/conversions", { key, body: { ...bodies[caller % 2], external_id: externalId } }),
      );
      expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 400: CALLERS - 1 });
      expect(await tracesOf(app, externalId)).toEqual(ONE_OF_EACH);
      const first: unknown = answers.find((answer) => answer.status === 200)?.body.conversion.id;
      const losers = answers
        .filter((answer) => answer.status === 400)
        .map(({ body }: TestResponse) => ({ ...body, request_id: "" }));
      const text = "A conversion already exists for this external_id.";
      const refused = {
        success: false,
        error: text,
        code: "duplicate_conversion",
        conversion_id: first,
        request_id: "",
      };
      expect(losers).toEqual(losers.map(() => refused));
      app.clock.forward({ seconds: 61 });
    }
    const [kept] = await app.db.query<{ count: number }>(
      sql`select count(*)::int as count from refusals where account_id = ${uuidOf(merchant.accountId)} and reason = 'duplicate_conversion'`,
    );
    expect(kept?.count).toBe(total * (CALLERS - 1));
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test("an order rejected over budget is accepted from the next caller whose amount fits", { timeout }, async () => {
  const { merchant, campaignId, affiliate } = await aStage(app, { max_budget: 0 });
  const [key = ""] = await keysFor(merchant, 1);
  const body = { campaign_id: campaignId, affiliate_code: affiliate.code };
  for (let round = 1; round <= rounds(3); round += 1) {
    await merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body: { max_budget: 10 * round } });
    const externalId = `tight-${round}`;
    const answers = await together(CALLERS, (caller) =>
      call(app, "POST", "/v1/conversions", {
        key,
        body: { ...body, external_id: externalId, amount: caller % 2 === 0 ? 11 : 10 },
      }),
    );
    const {
      200: accepted,
      400: duplicates = 0,
      403: refused = 0,
      ...others
    } = tally(answers.map((answer) => answer.status));
    expect({ accepted, others }).toEqual({ accepted: 1, others: {} });
    expect(duplicates + refused).toBe(CALLERS - 1);
    expect(duplicates).toBeGreaterThanOrEqual(CALLERS / 2 - 1);
    expect(await tracesOf(app, externalId)).toEqual(ONE_OF_EACH);
    app.clock.forward({ seconds: 61 });
  }
  expect(await ledgerFaults(app)).toEqual([]);
});

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
