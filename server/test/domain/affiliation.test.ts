import { describe, expect, test } from "vitest";
import {
  affiliationActions,
  affiliationActionsFrom,
  affiliationStatuses,
  affiliationTransitions,
  applyAffiliationAction,
  shownStatus,
  affiliateStatuses,
  statusesShownAs,
  statusOnJoining,
  type AffiliationAction,
  type AffiliationStatus,
} from "../../src/domain/affiliation.ts";
import { anAffiliation, later, NOON, outcomeOf } from "./samples.ts";

// Derived from the rules, not from the code.
const expected: Record<AffiliationAction, Record<AffiliationStatus, string>> = {
  approve: {
    pending: "active",
    rejected: "active",
    active: "affiliation_already_active",
    suspended: "affiliation_suspended",
    removed: "affiliation_not_found",
  },
  reject: {
    pending: "rejected",
    rejected: "affiliation_not_waiting",
    active: "affiliation_not_waiting",
    suspended: "affiliation_not_waiting",
    removed: "affiliation_not_found",
  },
  suspend: {
    pending: "affiliation_not_active",
    rejected: "affiliation_not_active",
    active: "suspended",
    suspended: "affiliation_not_active",
    removed: "affiliation_not_found",
  },
  restore: {
    pending: "affiliation_not_suspended",
    rejected: "affiliation_not_suspended",
    active: "affiliation_not_suspended",
    suspended: "active",
    removed: "affiliation_not_found",
  },
  remove: {
    pending: "removed",
    rejected: "removed",
    active: "removed",
    suspended: "removed",
    removed: "affiliation_not_found",
  },
};
const statuses = new Set<string>(affiliationStatuses);
const actions = Object.keys(expected) as AffiliationAction[];
const cases = actions.flatMap((action) =>
  affiliationStatuses.map((status) => ({ action, status, outcome: expected[action][status] })),
);

test("the table covers every action", () => {
  expect(actions.toSorted()).toEqual(Object.keys(affiliationTransitions).toSorted());
});

describe("every action in every status", () => {
  test.each(cases)("$action when $status: $outcome", ({ action, status, outcome }) => {
    const before = { ...anAffiliation, status, approvedAt: NOON, withheldAt: NOON };
    const now = later(NOON, 5_000);
    const result = outcomeOf(() => applyAffiliationAction(before, action, now));
    const withheldAt = { suspend: now, reject: now, approve: null, restore: null, remove: NOON }[action];
    const changed = { ...before, status: outcome, approvedAt: action === "approve" ? now : NOON, withheldAt };
    expect(result).toEqual(statuses.has(outcome) ? changed : outcome);
  });
});

test("an affiliate who accepts is active in a public campaign and pending in a private one", () => {
  expect(statusOnJoining("public")).toBe("active");
  expect(statusOnJoining("private")).toBe("pending");
});

describe("the contract's three statuses", () => {
  test.each([
    ["active", "active", false],
    ["pending", "pending", false],
    ["rejected", "rejected", false],
    ["suspended", "rejected", true],
    ["removed", "rejected", false],
  ] as const)("%s is shown as %s, suspended: %s", (status, shown, suspended) => {
    expect(shownStatus(status)).toEqual({ status: shown, suspended });
  });

  test("a filter matches exactly the affiliates shown with its status, and never a removed one", () => {
    for (const shown of affiliateStatuses) {
      const found = affiliationStatuses.filter(
        (status) => status !== "removed" && shownStatus(status).status === shown,
      );
      expect(statusesShownAs(shown).toSorted()).toEqual(found.toSorted());
    }
  });
});

test("offers exactly the actions that would succeed, and always removal", () => {
  for (const status of affiliationStatuses) {
    const works = affiliationActions.filter(
      (action) =>
        typeof outcomeOf(() => applyAffiliationAction({ ...anAffiliation, status }, action, NOON)) !== "string",
    );
    expect([status, affiliationActionsFrom(status)]).toEqual([status, works]);
  }
});
