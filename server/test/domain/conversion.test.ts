import { daysAfter } from "../../src/domain/values/day.ts";
import { describe, expect, test } from "vitest";
import {
  applyAction,
  conversionStatuses,
  conversionTransitions,
  isMature,
  actionOfMember,
  memberActions,
  memberActionsFrom,
  type Conversion,
  type ConversionAction,
  type ConversionStatus,
} from "../../src/domain/conversion.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aConversion, later, NOON, outcomeOf, uuid } from "./samples.ts";

const inside = later(aConversion.maturesAt, -1);
const over = aConversion.maturesAt;
const payoutId = idOf("payout", uuid(9));

// Derived from the rules, not from the code: the outcome of each action in each status, with the columns [inside,
// inside and in a payout, mature, mature and in a payout].
type Row = readonly [string, string, string, string];
const all = (outcome: string): Row => [outcome, outcome, outcome, outcome];
const byApi: Row = ["rejected", "conversion_in_payout", "outside_maturation_period", "conversion_in_payout"];
const expected: Record<ConversionAction, Record<ConversionStatus, Row>> = {
  approve: {
    pending: all("approved"),
    approved: all("conversion_not_pending"),
    rejected: all("conversion_not_pending"),
  },
  reject: { pending: byApi, approved: byApi, rejected: all("conversion_already_rejected") },
  reject_as_member: {
    pending: ["rejected", "conversion_in_payout", "rejected", "conversion_in_payout"],
    approved: byApi,
    rejected: all("conversion_already_rejected"),
  },
  unreject: {
    pending: all("conversion_not_rejected"),
    approved: all("conversion_not_rejected"),
    rejected: ["pending", "pending", "outside_maturation_period", "outside_maturation_period"],
  },
};

const inStatus = (status: ConversionStatus, inPayout: boolean): Conversion => ({
  ...aConversion,
  status,
  seq: 4,
  approvedAt: status === "approved" ? NOON : null,
  rejectedAt: status === "rejected" ? NOON : null,
  rejectionReason: status === "rejected" ? "returned" : null,
  payoutId: inPayout ? payoutId : null,
});

const statuses = new Set<string>(conversionStatuses);
const actions = Object.keys(expected) as ConversionAction[];
const cases = actions.flatMap((action) =>
  conversionStatuses.flatMap((status) =>
    expected[action][status].map((outcome, column) => ({
      action,
      status,
      moment: column < 2 ? "inside its maturation" : "mature",
      place: column % 2 === 1 ? "in a payout" : "in no payout",
      outcome,
    })),
  ),
);

test("the table below covers every action and status", () => {
  expect(actions.toSorted()).toEqual(Object.keys(conversionTransitions).toSorted());
  expect(cases).toHaveLength(Object.keys(conversionTransitions).length * conversionStatuses.length * 4);
});

describe("every action in every status", () => {
  test.each(cases)("$action when $status, $moment, $place: $outcome", ({ action, status, moment, place, outcome }) => {
    const before = inStatus(status, place === "in a payout");
    const now = moment === "mature" ? over : inside;
    const result = outcomeOf(() => applyAction(before, action, { now, reason: "changed their mind" }));
    const changed = {
      ...before,
      status: outcome,
      seq: 5,
      approvedAt: outcome === "approved" ? now : null,
      rejectedAt: outcome === "rejected" ? now : null,
      rejectionReason: outcome === "rejected" ? "changed their mind" : null,
    };
    expect(result).toEqual(statuses.has(outcome) ? changed : outcome);
  });
});

test("a rejection without a reason stores none, and approving or restoring removes it", () => {
  expect(applyAction(aConversion, "reject", { now: inside }).rejectionReason).toBeNull();
  expect(applyAction(aConversion, "approve", { now: inside, reason: "fine" }).rejectionReason).toBeNull();
  expect(
    applyAction(inStatus("rejected", false), "unreject", { now: inside, reason: "sorry" }).rejectionReason,
  ).toBeNull();
});

describe("maturation", () => {
  test("ends at its exact millisecond and not one earlier", () => {
    expect(isMature(aConversion, inside)).toBe(false);
    expect(isMature(aConversion, over)).toBe(true);
  });
  test("of zero days ends immediately: the API cannot reject, but a member can while it is pending", () => {
    const immediate = { ...aConversion, maturesAt: daysAfter(NOON, 0) };
    expect(outcomeOf(() => applyAction(immediate, "reject", { now: NOON }))).toBe("outside_maturation_period");
    expect(applyAction(immediate, "reject_as_member", { now: NOON }).status).toBe("rejected");
  });
  test("counts days of 24 hours, even across a change to daylight saving time", () => {
    expect(daysAfter(new Date("2026-03-28T23:30:00.000Z"), 7).toISOString()).toBe("2026-04-04T23:30:00.000Z");
  });
});

test("offers members exactly the actions that would succeed", () => {
  for (const status of conversionStatuses)
    for (const inPayout of [true, false])
      for (const now of [inside, over]) {
        const conversion = inStatus(status, inPayout);
        const works = memberActions.filter(
          (action) => typeof outcomeOf(() => applyAction(conversion, actionOfMember(action), { now })) !== "string",
        );
        expect([status, inPayout, now, memberActionsFrom(conversion, now)]).toEqual([status, inPayout, now, works]);
      }
  expect(memberActions.map(actionOfMember)).toEqual(["approve", "reject_as_member", "unreject"]);
});
