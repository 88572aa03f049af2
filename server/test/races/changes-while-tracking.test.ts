import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import type { CampaignChange } from "../../src/domain/campaign.ts";
import { updateCampaign, archiveCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { currency } from "../domain/samples.ts";
import { outcome, rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import { aStage, track, type Stage } from "./stage.ts";
import { spendOf } from "../../src/store/current-totals.ts";

const TRACKERS = 32;

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
  await witnessCommits();
});

/** Records, at the commit of every conversion of this file, the status of its campaign and affiliate. */
async function witnessCommits(): Promise<void> {
  await app.db.transaction((tx) =>
    tx.script(`
      create table commits (affiliate text not null, campaign text not null);
      create function note_commit() returns trigger language plpgsql as $$
        begin
          insert into commits select a.status, c.status from affiliations a, campaigns c
            where a.id = new.affiliation_id and c.id = new.campaign_id;
          return null;
        end $$;
      create constraint trigger note_commit after insert on conversions deferrable initially deferred
        for each row execute function note_commit();`),
  );
}
const commits = (): Promise<unknown[]> => app.db.query(sql`select distinct affiliate, campaign from commits`);

/** Sends orders during the change, half of them started before it and half after. */
async function trackAround(stage: Stage, change: () => Promise<unknown>): Promise<Partial<Record<string, number>>> {
  const results = await together(TRACKERS + 1, async (worker) => {
    if (worker === TRACKERS / 2) return change().then(() => "changed");
    const result = await outcome(track(stage, 100));
    return typeof result === "string" ? result : "tracked";
  });
  return tally(results);
}

test("no conversion is committed for an affiliate whose suspension was committed before", { timeout }, async () => {
  const stage = await aStage(app);
  const { context } = stage.merchant;
  for (let round = 0; round < rounds(2); round += 1) {
    const results = await trackAround(stage, () =>
      changeAffiliation(context, { id: stage.affiliationId, action: "suspend" }),
    );
    const { changed, tracked = 0, affiliate_not_active: refused = 0, ...others } = results;
    expect({ changed, sum: tracked + refused, others }).toEqual({ changed: 1, sum: TRACKERS, others: {} });
    expect(await outcome(track(stage, 100))).toBe("affiliate_not_active");
    await changeAffiliation(context, { id: stage.affiliationId, action: "restore" });
  }
  await track(stage, 100);
  expect(await commits()).toEqual([{ affiliate: "active", campaign: "active" }]);
  expect(await ledgerFaults(app)).toEqual([]);
});

test.each([
  { to: "archived", refusal: "campaign_archived" },
  { to: "paused", refusal: "campaign_not_active" },
] as const)(
  "no conversion by code is committed for a campaign that was $to before",
  { timeout },
  async ({ to, refusal }) => {
    const stage = await aStage(app);
    const { context } = stage.merchant;
    const id = stage.campaignId;
    const stop = (): Promise<unknown> =>
      to === "archived"
        ? archiveCampaign(context, id)
        : updateCampaign(context, { id, change: () => ({ status: to }) });
    for (let round = 0; round < rounds(2); round += 1) {
      const { changed, tracked = 0, [refusal]: refused = 0, ...others } = await trackAround(stage, stop);
      expect({ changed, sum: tracked + refused, others }).toEqual({ changed: 1, sum: TRACKERS, others: {} });
      expect(await outcome(track(stage, 100))).toBe(refusal);
      await updateCampaign(context, { id, change: () => ({ status: "active" }) });
    }
    await track(stage, 100);
    expect(await commits()).toEqual([{ affiliate: "active", campaign: "active" }]);
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test(
  "a campaign's currency changes before its first conversion or not at all: all pay in the final one",
  { timeout },
  async () => {
    const change: CampaignChange = { currency: currency("JPY") };
    for (let round = 0; round < rounds(2); round += 1) {
      const stage = await aStage(app, { commission_type: "fixed", commission_value: 2, max_budget: 1_000 });
      const { context } = stage.merchant;
      let moved = false;
      const results = await trackAround(stage, async () => {
        const result = await outcome(updateCampaign(context, { id: stage.campaignId, change: () => change }));
        moved = typeof result !== "string";
        expect(moved || result === "currency_fixed").toBe(true);
      });
      expect(results).toEqual({ changed: 1, tracked: TRACKERS });
      const id = uuidOf(stage.campaignId);
      const paid = await app.db.query(sql`
      select commission_currency, commission_minor, count(*)::int as count from conversions
      where campaign_id = ${id} group by 1, 2`);
      const minor = moved ? 2n : 200n;
      const code = moved ? "JPY" : "EUR";
      expect(paid).toEqual([{ commission_currency: code, commission_minor: minor, count: TRACKERS }]);
      const [campaign] = await app.db.query(
        sql`select currency, ${spendOf("campaigns")} as spend from campaigns where id = ${id}`,
      );
      expect(campaign).toEqual({ currency: code, spend: minor * BigInt(TRACKERS) });
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
