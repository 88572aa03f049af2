import { setTimeout as sleep } from "node:timers/promises";
import sql, { type Sql } from "sql-template-tag";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "../../src/db/database.ts";
import { uuidOf, type ConversionId } from "../../src/domain/ids.ts";
import {
  affiliateDays,
  balancesOfAffiliate,
  campaignDays,
  spendOf,
  totalsOfAffiliation,
  totalsOfCampaign,
} from "../../src/store/current-totals.ts";
import { FoldLoop } from "../../src/jobs/fold-loop.ts";
import { advanceFloor, markFloor } from "../../src/store/ledger/conversion-deltas.ts";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { ConversionFolder, foldConversions } from "../../src/usecases/conversions/fold-conversions.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { money } from "../domain/samples.ts";
import { eventually } from "../support/eventually.ts";
import { foldAll } from "../support/folding.ts";
import { outcome, rounds, tally, timeout, together, wideApp, type WideApp } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { aStage, track, type Stage } from "./stage.ts";

const WRITERS = 24;
const STEPS = 8;
const FOLDERS = 3;

/** One worker's orders and decisions, all in one campaign and for one affiliate. */
async function work(stage: Stage, made: ConversionId[], seed: number): Promise<string[]> {
  const { context } = stage.merchant;
  const random = seeded(seed);
  const results: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const id = random.below(10) < 5 || made.length === 0 ? undefined : random.pick(made);
    const change = random.pick([approveConversion, rejectConversionAsMember, unrejectConversion]);
    const result = await outcome(id ? change(context, { id }) : track(stage, 1 + random.below(3_000)));
    if (typeof result !== "string" && !id) made.push(result.id);
    results.push(typeof result === "string" ? result : result.status);
  }
  return results;
}

const figures = sql`sum(conversions)::text as conversions, sum(revenue_minor)::text as revenue, sum(commission_minor)::text as commission`;
const rowsOf = (rows: Sql): Sql =>
  sql`(select coalesce(jsonb_agg(found order by found::text), '[]') from (${rows}) found)`;

/** Everything that is counted, as readers see it and as the conversions have it. One statement sees one snapshot. */
async function look({ db }: WideApp, { campaignId, affiliationId, merchant, affiliate }: Stage): Promise<string> {
  const [campaign, affiliation] = [sql`${uuidOf(campaignId)}::uuid`, sql`${uuidOf(affiliationId)}::uuid`];
  const account = sql`${uuidOf(merchant.context.accountId)}::uuid`;
  const affiliateOf = sql`(select affiliate_id from affiliations where id = ${affiliation})`;
  const byStatus = (totals: Sql): Sql =>
    rowsOf(sql`select day, status, ${figures} from ${totals} total group by day, status having sum(conversions) <> 0`);
  const counted = rowsOf(sql`
    select each.day, status, count(*)::text as conversions, sum(amount_minor)::text as revenue, sum(commission_minor)::text as commission
    from conversions, lateral (values ('-infinity'::date), ((created_at at time zone 'UTC')::date)) each (day) group by each.day, status`);
  const byDay = (days: Sql): Sql =>
    rowsOf(sql`select day, ${figures} from ${days} counted group by day having sum(conversions) <> 0`);
  const countedByDay = rowsOf(sql`
    select (created_at at time zone 'UTC')::date as day, count(*)::text as conversions, sum(amount_minor)::text as revenue,
      sum(commission_minor)::text as commission from conversions where status <> 'rejected' group by 1`);
  const sumOf = (rows: Sql): Sql => sql`(select coalesce(sum(minor), 0) from (${rows}) part (minor))`;
  const [seen] = await db.query<Record<string, boolean>>(sql`
    select ${byStatus(totalsOfCampaign(campaign))} = ${counted} as campaign,
      ${byStatus(totalsOfAffiliation(affiliation))} = ${counted} as affiliation,
      ${byDay(campaignDays(account))} = ${countedByDay} as "campaignDays",
      ${byDay(affiliateDays(affiliateOf))} = ${countedByDay} as "affiliateDays",
      ${sumOf(sql`select balance_minor from ${balancesOfAffiliate(affiliateOf)} balance where kind = 'pending'`)}
        = ${sumOf(sql`select commission_minor from conversions where status = 'pending'`)} as pending,
      ${sumOf(sql`select ${spendOf("campaigns")} from campaigns`)}
        = ${sumOf(sql`select commission_minor from conversions where status <> 'rejected'`)} as spend`);
  const wrong = Object.entries(seen ?? { nothing: false }).flatMap(([name, right]) => (right ? [] : [name]));
  return wrong.length === 0 ? "equal" : `${affiliate.code}: ${wrong.join()}`;
}

test(
  `${WRITERS} writers, ${FOLDERS} folders and a reader: every number is right at every moment`,
  { timeout },
  async () => {
    for (let round = 0; round < rounds(1); round += 1) {
      const app = await wideApp();
      const stage = await aStage(app);
      let working = true;
      const whileWorking = async (task: () => Promise<unknown>): Promise<unknown[]> => {
        const results = [];
        while (working) {
          results.push(await task());
          await sleep(2);
        }
        return results;
      };
      const looking = whileWorking(() => look(app, stage));
      const folding = Promise.all(Array.from({ length: FOLDERS }, () => whileWorking(() => foldConversions(app))));
      const made: ConversionId[] = [];
      const results = tally((await together(WRITERS, (worker) => work(stage, made, 1_000 * round + worker))).flat());
      working = false;
      await folding;
      expect(tally((await looking).map(String))).toEqual({ equal: expect.any(Number) as number });
      for (const status of ["pending", "approved", "rejected"]) expect(results[status]).toBeGreaterThan(0);
      expect(await ledgerFaults(app)).toEqual([]);
      await foldAll(app);
      expect(await app.db.query(sql`select id from conversion_deltas`)).toEqual([]);
      expect(await look(app, stage)).toBe("equal");
      expect(await ledgerFaults(app)).toEqual([]);
      expect(await app.deadlocks()).toBe(0);
    }
  },
);

test("an order that commits late is never below the floor", { timeout }, async () => {
  const app = await wideApp();
  const stage = await aStage(app);
  const db = connect(app.connection, { max: 1, onIdleError: () => {} });
  onTestFinished(() => db.close());
  const folder = new ConversionFolder({ services: { db }, onRefused: (_, error) => expect.fail(String(error)) });
  const floor = async (): Promise<bigint> =>
    (await app.db.query<{ floor: bigint }>(sql`select floor from conversion_delta_floor`))[0]?.floor ?? 0n;
  // As many as have been tracked since the last step.
  const manyLater = () =>
    app.db.query(
      sql`select setval('conversion_deltas_id_seq', 10000 + (select last_value from conversion_deltas_id_seq))`,
    );
  const order = { campaignId: stage.campaignId, clickId: undefined, affiliateCode: stage.affiliate.code };
  // Before the order, because it completes a transaction.
  await manyLater();
  await trackConversion(stage.merchant.context, { ...order, externalId: "late", amount: money(100) }, async () => {
    for (let run = 0; run < 4; run += 1) await folder.run();
    expect(await floor()).toBe(0n);
  });
  expect(await look(app, stage)).toBe("equal");
  await foldAll(app);
  const mark = await markFloor(db);
  // On another connection, as behind a pooler. Transactions of other tests on the same server count as open ones, too.
  await eventually(async () => expect(mark && (await advanceFloor(app.db, mark))).toBe(true));
  expect(await floor()).toBeGreaterThan(10_000n);
  await track(stage, 100);
  expect(await look(app, stage)).toBe("equal");
  expect(await ledgerFaults(app)).toEqual([]);
});

test("a process without the role worker folds only a backlog", { timeout }, async () => {
  const app = await wideApp();
  const stage = await aStage(app);
  await track(stage, 100);
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const services = { db: app.db };
  const fail = (error: unknown): void => expect.fail(String(error));
  const loop = new FoldLoop({ services, onRefused: (_, error) => fail(error), onFailure: fail });
  loop.startForBacklog();
  onTestFinished(() => loop.stop());
  const waiting = async (): Promise<number> => {
    vi.advanceTimersByTime(10_000);
    // The run that the timer has started, if any.
    await loop.run(Number.MAX_SAFE_INTEGER - 1);
    return (await app.db.query(sql`select from conversion_deltas`)).length;
  };
  expect(await waiting()).toBe(1);
  await app.db.query(sql`
    insert into conversion_deltas overriding system value select (jsonb_populate_record(d, jsonb_build_object('id', d.id + n))).*
    from conversion_deltas d, generate_series(1, 20000) n`);
  expect(await waiting()).toBe(0);
});

test("deltas that contradict a balance stop the folding of their account only", { timeout }, async () => {
  const app = await wideApp();
  const [wrong, right] = [await aStage(app), await aStage(app)];
  for (const stage of [wrong, right]) await track(stage, 100);
  const account = ({ merchant }: Stage) => merchant.context.accountId;
  await app.db.query(sql`
    update conversion_deltas set commission_minor = -commission_minor where account_id = ${uuidOf(account(wrong))}`);
  const refused: string[] = [];
  const folder = new ConversionFolder({ services: app, onRefused: (id) => void refused.push(id) });
  await folder.run();
  expect(refused).toEqual([account(wrong)]);
  const left = await app.db.query<{ id: string }>(sql`select distinct account_id as id from conversion_deltas`);
  expect(left).toEqual([{ id: uuidOf(account(wrong)) }]);
});
