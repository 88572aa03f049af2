import fc from "fast-check";
import type { AffiliateAccount } from "tributary-sdk/statement";
import { describe, expect, test } from "vitest";
import { transferOfClawBack, payoutSteps, PAYOUT_STEPS } from "../../src/domain/ledger.ts";
import {
  applyPayoutAction,
  isLiving,
  isReclaim,
  isRelease,
  markInBatch,
  needsSecondQuestion,
  paidOnProblem,
  payoutActions,
  payoutActionsFrom,
  payoutStatuses,
  type BatchMark,
  type Payout,
  type Settlement,
} from "../../src/domain/payout.ts";
import { aClawBack, aPayout, later, NOON, outcomeOf } from "./samples.ts";

const DAY = 86_400_000;
const now = later(NOON, 10 * DAY);
const inStatus = (status: Payout["status"]): Payout => ({ ...aPayout, status });

const outcomes = {
  created: { mark_paid: "paid", mark_failed: "failed", cancel: "cancelled" },
  paid: { mark_paid: "payout_already_paid", mark_failed: "failed", cancel: "payout_not_cancellable" },
  failed: { mark_paid: "paid", mark_failed: "payout_already_ended", cancel: "payout_not_cancellable" },
  cancelled: { mark_paid: "paid", mark_failed: "payout_already_ended", cancel: "payout_not_cancellable" },
} as const;
const cases = payoutStatuses.flatMap((from) =>
  payoutActions.map((action) => ({ from, action, outcome: outcomes[from][action] })),
);

describe("a payout", () => {
  test.each(cases)("that is $from: $action → $outcome", ({ from, action, outcome }) => {
    const result = outcomeOf(() => applyPayoutAction(inStatus(from), action, { now }));
    expect(typeof result === "string" ? result : result.status).toBe(outcome);
    expect(payoutActionsFrom(from).includes(action)).toBe(typeof result !== "string");
  });

  test("that is paid has its date and reference, and no failure reason", () => {
    const failed = { ...inStatus("failed"), seq: 4, reason: "Account closed." };
    const settlement = { now, reference: "bank-7", reason: "ignored", paidOn: "2026-03-09" };
    expect(applyPayoutAction(failed, "mark_paid", settlement)).toEqual({
      ...failed,
      status: "paid",
      seq: 5,
      reference: "bank-7",
      reason: null,
      paidOn: "2026-03-09",
      settledAt: now,
    });
  });

  test("counts as paid today unless another day is given", () => {
    expect(applyPayoutAction(aPayout, "mark_paid", { now }).paidOn).toBe("2026-03-11");
  });

  test("that fails keeps its reference and date, and the reason if there is one", () => {
    const paid = { ...inStatus("paid"), reference: "bank-7", paidOn: "2026-03-09" };
    const failed = applyPayoutAction(paid, "mark_failed", { now, reason: "Account closed." });
    expect(failed).toMatchObject({ reference: "bank-7", paidOn: "2026-03-09", reason: "Account closed." });
    expect(applyPayoutAction(paid, "mark_failed", { now }).reason).toBeNull();
    expect(applyPayoutAction(aPayout, "cancel", { now }).paidOn).toBeNull();
  });

  test.each(["2026-02-26", "2026-03-01", "2026-03-12"])("may have been paid on %s", (paidOn) => {
    expect(paidOnProblem(aPayout, paidOn, now)).toBeNull();
    expect(applyPayoutAction(aPayout, "mark_paid", { now, paidOn }).paidOn).toBe(paidOn);
  });

  test.each([
    ["2026-02-25", "paid_on 2026-02-25 is before the payout was created on 2026-03-01."],
    ["2026-03-13", "paid_on 2026-03-13 is in the future."],
  ])("cannot have been paid on %s, long before it was created or after tomorrow", (paidOn, problem) => {
    const pay = () => applyPayoutAction(aPayout, "mark_paid", { now, paidOn });
    expect([paidOnProblem(aPayout, paidOn, now), outcomeOf(pay)]).toEqual([problem, "invalid_request"]);
    expect(pay).toThrow(problem);
  });

  test("that is in a file needs a confirmation to be settled by hand", () => {
    const asked = payoutStatuses.flatMap((status) =>
      [true, false].flatMap((inFile) =>
        payoutActions
          .filter((action) => needsSecondQuestion({ ...aPayout, status, inFile }, action))
          .map((action) => `${status} ${inFile} ${action}`),
      ),
    );
    expect(asked).toEqual(["created true mark_failed", "created true cancel"]);
  });

  test("releases its lines when it ends, and reclaims them when it is paid after all", () => {
    for (const { from, action } of cases) {
      const after = outcomeOf(() => applyPayoutAction(inStatus(from), action, { now }));
      if (typeof after === "string") continue;
      const change = { from, action, after };
      const wasLiving = from === "created" || from === "paid";
      expect([from, isLiving(from)]).toEqual([from, wasLiving]);
      expect([change, isRelease(change)]).toEqual([change, wasLiving && action !== "mark_paid"]);
      expect([change, isReclaim(change)]).toEqual([change, !wasLiving]);
    }
  });
});

type Balances = Record<AffiliateAccount, bigint>;
const sums = { earned: aPayout.earnedMinor, clawed_back: aPayout.clawedBackMinor, amount: aPayout.amount.minor };
const before: Balances = { pending: 0n, payable: sums.earned, in_payout: 0n, paid: 0n, receivable: -sums.clawed_back };
const held: Balances = { pending: 0n, payable: 0n, in_payout: sums.amount, paid: 0n, receivable: 0n };
const settled: Balances = { ...held, in_payout: 0n, paid: sums.amount };
const balancesIn = { created: held, paid: settled, failed: before, cancelled: before };

describe("the transfers of a payout", () => {
  test("keep the ledger in step with its status, through any sequence", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...payoutActions), { maxLength: 8 }), (actions) => {
        const balances = { ...before };
        const move = (steps: ReturnType<typeof payoutSteps>): void => {
          for (const { debit, credit, sum } of steps) {
            balances[debit] -= sums[sum];
            balances[credit] += sums[sum];
          }
        };
        move(payoutSteps("create", "created"));
        let payout: Payout = aPayout;
        expect(balances).toEqual(balancesIn[payout.status]);
        for (const action of actions) {
          if (!payoutActionsFrom(payout.status).includes(action)) continue;
          move(payoutSteps(action, payout.status));
          payout = applyPayoutAction(payout, action, { now });
          expect(balances).toEqual(balancesIn[payout.status]);
        }
      }),
    );
  });

  test("have the numbers 1 to 6, each once until the payout ends", () => {
    const life = [
      ...payoutSteps("create", "created"),
      ...payoutSteps("mark_paid", "created"),
      ...payoutSteps("mark_failed", "paid"),
    ];
    expect(life.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(PAYOUT_STEPS).toBe(6);
    expect(payoutSteps("cancel", "created").map(({ seq }) => seq)).toEqual([5, 6]);
    expect(payoutSteps("mark_paid", "failed").map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

test("a claw-back makes the affiliate owe what the campaign gets back", () => {
  expect(transferOfClawBack(aClawBack)).toEqual({
    debit: { kind: "receivable", ownerId: aClawBack.affiliateId },
    credit: { kind: "recovered", ownerId: aClawBack.campaignId },
    amount: aClawBack.amount,
  });
});

describe("marking a batch", () => {
  const anyPayout = fc.record({
    status: fc.constantFrom(...payoutStatuses),
    seq: fc.integer({ min: 1, max: 9 }),
    inFile: fc.boolean(),
    reference: fc.option(fc.string({ maxLength: 20 })),
  });
  const anySettlement = fc.record({
    reference: fc.option(fc.string({ maxLength: 20 })),
    paidOn: fc.constantFrom(undefined, "2026-02-01", "2026-03-09", "2026-03-11", "2027-01-01"),
  });

  const comparable = (mark: BatchMark): unknown =>
    mark.outcome === "refused" ? { outcome: mark.outcome, code: mark.error.code } : mark;

  /** The outcome of a single mark, in the form of a batch mark. */
  function single(payout: Payout, settlement: Settlement): unknown {
    const result = outcomeOf(() => applyPayoutAction(payout, "mark_paid", settlement));
    if (typeof result === "string") return { outcome: "refused", code: result };
    return { outcome: "change", change: { from: "created", after: result, action: "mark_paid" } };
  }

  test("changes open payouts exactly as a single mark does, and no others", () => {
    fc.assert(
      fc.property(anyPayout, anySettlement, (fields, given) => {
        const payout: Payout = { ...aPayout, ...fields };
        const settlement = { ...given, now };
        const unchanged = { outcome: "unchanged", status: payout.status };
        expect(comparable(markInBatch(payout, settlement))).toEqual(
          payout.status === "created" ? single(payout, settlement) : unchanged,
        );
      }),
    );
  });

  test("a second time changes nothing, and the amount stays the same", () => {
    fc.assert(
      fc.property(anyPayout, anySettlement, (fields, given) => {
        const payout: Payout = { ...aPayout, ...fields };
        const first = markInBatch(payout, { ...given, now });
        const after = first.outcome === "change" ? first.change.after : payout;
        expect(after.amount).toEqual(payout.amount);
        expect(markInBatch(after, { ...given, now }).outcome).toBe(
          first.outcome === "change" ? "unchanged" : first.outcome,
        );
      }),
    );
  });
});
