import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { uuidOf, type ConversionId } from "../../src/domain/ids.ts";
import { approveConversion, rejectConversionAsMember } from "../../src/usecases/conversions/change-conversion.ts";
import { call } from "../support/app.ts";
import { outcome, rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { seeded } from "../support/seeded.ts";
import { ledgerFaults } from "../support/world.ts";
import { aStage, keysFor, track, type Stage } from "./stage.ts";

const WORKERS = 32;
const CONVERSIONS = 4;
const STEPS = 6;
const legal = new Set([
  "→ track → pending",
  "pending → approve → approved",
  "pending → reject → rejected",
  "approved → reject → rejected",
  "rejected → unreject → pending",
]);

interface Step {
  readonly seq: number;
  readonly action: string;
  readonly status: string;
}
const historyOf = (app: WideApp, id: ConversionId): Promise<Step[]> =>
  app.db.query<Step>(sql`
    select seq, action, status from conversion_transitions where conversion_id = ${uuidOf(id)} order by seq`);

const movesIn = (history: readonly Step[]): string[] =>
  history.map(({ action, status }, index) => `${history[index - 1]?.status ?? ""} → ${action} → ${status}`.trim());

/** Approvals and members' rejections use the dashboard; the rest goes through the public API. */
async function step(
  { merchant }: Stage,
  way: { action: string; id: ConversionId; key: string; app: WideApp },
): Promise<string> {
  const { action, id, key, app } = way;
  if (action === "approve" || action === "reject_as_member") {
    const change = action === "approve" ? approveConversion : rejectConversionAsMember;
    const result = await outcome(change(merchant.context, { id }));
    return typeof result === "string" ? result : "done";
  }
  const { status, body } = await call(app, "POST", `/v1/conversions/${id}/${action}`, { key });
  return status === 200 ? "done" : `${status} ${body.code}`;
}

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

test(
  `${WORKERS} workers approve, reject and restore the same conversions: one wins each transition, and every history is valid`,
  { timeout },
  async () => {
    const stage = await aStage(app);
    const keys = await keysFor(stage.merchant, WORKERS);
    for (let round = 0; round < rounds(2); round += 1) {
      const tracked = await together(CONVERSIONS, (number) =>
        track(stage, 1_000 + number, number % 2 === 0 ? "EUR" : "USD"),
      );
      const results = await together(WORKERS, async (worker) => {
        const random = seeded(1_000 * round + worker);
        const outcomes: string[] = [];
        for (let turn = 0; turn < STEPS; turn += 1) {
          const action = random.pick(["approve", "reject", "reject_as_member", "unreject"]);
          outcomes.push(await step(stage, { action, id: random.pick(tracked).id, key: keys[worker] ?? "", app }));
        }
        return outcomes;
      });
      const { done = 0, ...refused } = tally(results.flat());
      const possible = [
        "conversion_not_pending",
        "conversion_already_rejected",
        "400 conversion_already_rejected",
        "400 conversion_not_rejected",
      ];
      expect(Object.keys(refused).filter((code) => !possible.includes(code))).toEqual([]);
      const histories = await Promise.all(tracked.map(({ id }) => historyOf(app, id)));
      expect(histories.flatMap(movesIn).filter((move) => !legal.has(move))).toEqual([]);
      for (const history of histories)
        expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1));
      // Each success is one transition, and each transition is one success.
      expect(histories.flat()).toHaveLength(CONVERSIONS + done);
      expect(done).toBeGreaterThan(CONVERSIONS);
      app.clock.forward({ seconds: 61 });
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test(
  "of 32 concurrent rejections of one conversion one succeeds, and the commission returns once",
  { timeout },
  async () => {
    const stage = await aStage(app, { max_budget: 1_000 });
    const keys = await keysFor(stage.merchant, WORKERS);
    for (let round = 0; round < rounds(2); round += 1) {
      const kept = await track(stage, 700);
      const { id } = await track(stage, 500);
      if (round % 2 === 1) await approveConversion(stage.merchant.context, { id });
      const results = await together(WORKERS, (worker) =>
        step(stage, { action: "reject", id, key: keys[worker] ?? "", app }),
      );
      expect(tally(results)).toEqual({ done: 1, "400 conversion_already_rejected": WORKERS - 1 });
      const { body } = await stage.merchant.call("GET", `/v1/campaigns/${stage.campaignId}`);
      expect(body.campaign.current_spend).toBe(7 * (round + 1));
      expect(kept.status).toBe("pending");
      const transfers = await app.db.query(
        sql`select seq from transfers where conversion_id = ${uuidOf(id)} order by seq`,
      );
      expect(transfers).toHaveLength(round % 2 === 1 ? 3 : 2);
      app.clock.forward({ seconds: 61 });
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
