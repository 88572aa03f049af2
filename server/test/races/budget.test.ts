import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { uuidOf, type ConversionId } from "../../src/domain/ids.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { rejectConversion, unrejectConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { outcome, rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { aStage, track, type Stage } from "./stage.ts";
import { spendOf } from "../../src/store/current-totals.ts";

const WORKERS = 64;
const BUDGETS = [20_000n, 50_000n, 80_000n, 100_000n];
const COMMISSION_MAX = 3_000;
/** Requests of each worker. */
const STEPS = 4;

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile(WORKERS);
});

/** Records every rise of a spend with the budget, which cannot change before the commit. */
async function watchRises(): Promise<void> {
  await app.db.transaction((tx) =>
    tx.script(`
      create table rises (spend bigint not null, budget bigint);
      create function note_rise() returns trigger language plpgsql as $$
        begin
          insert into rises select new.spent_minor, max_budget_minor from campaigns where id = new.campaign_id;
          return null;
        end $$;
      create trigger note_rise after update on campaign_budgets for each row
        when (new.spent_minor > old.spent_minor) execute function note_rise();`),
  );
}

/** One statement sees one snapshot. */
async function lookAtSpend({ campaignId }: Stage): Promise<{ spend: bigint; sum: bigint } | undefined> {
  const [seen] = await app.db.query<{ spend: bigint; sum: bigint }>(sql`
    select ${spendOf("c")} as spend,
      (select coalesce(sum(v.commission_minor), 0)::int8 from conversions v
        where v.campaign_id = c.id and v.status <> 'rejected') as sum
    from campaigns c where c.id = ${uuidOf(campaignId)}`);
  return seen;
}

/** One worker's requests: mostly new orders, with rejections, restorations and other budgets between them. */
async function work(stage: Stage, made: ConversionId[], seed: number): Promise<string[]> {
  const { context } = stage.merchant;
  const random = seeded(seed);
  const results: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const turn = random.below(10);
    if (turn === 9) {
      // Without a budget nothing is spent from it, so it is removed only after the first orders.
      const maxBudgetMinor = random.pick(step < STEPS - 2 ? BUDGETS : [...BUDGETS, null]);
      await updateCampaign(context, { id: stage.campaignId, change: () => ({ maxBudgetMinor }) });
      continue;
    }
    const id = turn < 5 || made.length === 0 ? undefined : random.pick(made);
    const change = turn < 7 ? rejectConversion : unrejectConversion;
    const result = await outcome(id ? change(context, { id }) : track(stage, 1 + random.below(COMMISSION_MAX)));
    if (typeof result !== "string" && !id) made.push(result.id);
    results.push(typeof result === "string" ? result : result.status);
  }
  return results;
}

test(
  `${WORKERS} workers who track, reject, restore and change the budget never raise the spend above it`,
  { timeout },
  async () => {
    await watchRises();
    for (let round = 0; round < rounds(1); round += 1) {
      const stage = await aStage(app, { max_budget: 1_000 });
      const made: ConversionId[] = [];
      let working = true;
      const watching = (async () => {
        const looks: string[] = [];
        while (working) {
          const seen = await lookAtSpend(stage);
          await sleep(5);
          looks.push(seen && seen.spend === seen.sum ? "equal" : `spend ${seen?.spend}, sum ${seen?.sum}`);
        }
        return looks;
      })();
      const results = await together(WORKERS, (worker) => work(stage, made, 1_000 * round + worker));
      working = false;
      const looks = tally(await watching);
      expect(looks).toEqual({ equal: expect.any(Number) as number });
      const over = await app.db.query(sql`select spend, budget from rises where spend > budget`);
      expect(over).toEqual([]);
      const [rises] = await app.db.query<{ count: number }>(sql`select count(*)::int as count from rises`);
      expect(rises?.count).toBeGreaterThan(0);
      const outcomes = tally(results.flat());
      const possible = [
        "pending",
        "rejected",
        "budget_exceeded",
        "conversion_already_rejected",
        "conversion_not_rejected",
      ];
      expect(Object.keys(outcomes).filter((code) => !possible.includes(code))).toEqual([]);
      // Without a rejected request the budget was never under pressure, and the test would prove nothing.
      expect(outcomes["budget_exceeded"]).toBeGreaterThan(0);
      expect(await ledgerFaults(app)).toEqual([]);
    }
  },
);

test("of many requests for the last cent one gets it, by tracking and by restoring", { timeout }, async () => {
  const stage = await aStage(app, { max_budget: 1 });
  for (let round = 0; round < rounds(2); round += 1) {
    const tracked = await together(WORKERS, () => outcome(track(stage, 100)));
    expect(tracked.filter((result) => typeof result !== "string")).toHaveLength(1);
    const [winner] = tracked.filter((result) => typeof result !== "string");
    if (!winner) continue;
    await rejectConversion(stage.merchant.context, { id: winner.id });
    const rivals = await together(WORKERS, (worker) =>
      outcome(worker === 0 ? unrejectConversion(stage.merchant.context, { id: winner.id }) : track(stage, 100)),
    );
    const [taken] = rivals.filter((result) => typeof result !== "string");
    expect(tally(rivals.map((result) => (typeof result === "string" ? result : "taken")))).toEqual({
      taken: 1,
      budget_exceeded: WORKERS - 1,
    });
    if (taken) await rejectConversion(stage.merchant.context, { id: taken.id });
  }
  expect(await ledgerFaults(app)).toEqual([]);
});

test("a budget is changed without waiting for a conversion that has not used it yet", { timeout }, async () => {
  const { campaignId, merchant } = await aStage(app, { max_budget: 1_000 });
  await app.db.transaction(async (tx) => {
    // The lock that a new row with a reference to the campaign takes. If the budget waited for it, they would deadlock.
    await tx.query(sql`select id from campaigns for key share`);
    const change = () => ({ maxBudgetMinor: 200_000n });
    expect(await outcome(updateCampaign(merchant.context, { id: campaignId, change }))).toMatchObject({
      maxBudgetMinor: 200_000n,
    });
    await tx.query(sql`update campaign_budgets set spent_minor = spent_minor`);
  });
});

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
