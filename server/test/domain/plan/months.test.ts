import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bonusDueAt, bonusesReached, bonusExternalId, dueMonths } from "../../../src/domain/plan/bonus.ts";
import { monthNumber, monthOf, monthsAfter, paysUntil } from "../../../src/domain/plan/months.ts";
import { bonus, percent, planOf } from "./samples.ts";

const at = (iso: string): Date => new Date(iso);

describe("calendar months after a day", () => {
  test.each([
    ["2026-01-15T10:20:30.456Z", 1, "2026-02-15T10:20:30.456Z"],
    ["2026-01-31T23:59:59.999Z", 1, "2026-02-28T23:59:59.999Z"],
    ["2028-01-31T00:00:00.000Z", 1, "2028-02-29T00:00:00.000Z"],
    ["2027-12-31T00:00:00.000Z", 2, "2028-02-29T00:00:00.000Z"],
    ["2028-02-29T00:00:00.000Z", 12, "2029-02-28T00:00:00.000Z"],
    ["2028-02-29T00:00:00.000Z", 48, "2032-02-29T00:00:00.000Z"],
    ["2096-02-29T00:00:00.000Z", 48, "2100-02-28T00:00:00.000Z"],
    ["2026-01-31T00:00:00.000Z", 2, "2026-03-31T00:00:00.000Z"],
    ["2026-03-31T00:00:00.000Z", 1, "2026-04-30T00:00:00.000Z"],
    ["2026-12-01T00:00:00.000Z", 1, "2027-01-01T00:00:00.000Z"],
    ["2026-08-31T00:00:00.000Z", 120, "2036-08-31T00:00:00.000Z"],
    ["2026-08-31T00:00:00.000Z", 0, "2026-08-31T00:00:00.000Z"],
  ])("%s and %i months: %s", (start, months, end) => {
    expect(monthsAfter(at(start), months).toISOString()).toBe(end);
  });

  test("do not change the start", () => {
    const start = at("2026-01-31T00:00:00Z");
    monthsAfter(start, 1);
    expect(start).toEqual(at("2026-01-31T00:00:00Z"));
  });

  test("are numbered from 1, and each begins when the one before it ends", () => {
    const times = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 120 }), (time, months) => {
        const start = new Date(time);
        const end = monthsAfter(start, months);
        expect(monthNumber(start, new Date(end.getTime() - 1))).toBe(months);
        expect(monthNumber(start, end)).toBe(months + 1);
        const days = [start.getUTCDate(), end.getUTCDate()];
        expect(days[1]).toBeLessThanOrEqual(days[0] ?? 0);
        expect(end.getTime() % 86_400_000).toBe(start.getTime() % 86_400_000);
      }),
      { numRuns: 2_000 },
    );
  });

  test("before the start count as the first", () => {
    expect(monthNumber(at("2026-03-31T00:00:00Z"), at("2026-03-30T00:00:00Z"))).toBe(1);
    expect(monthNumber(at("2026-03-31T00:00:00Z"), at("2025-01-01T00:00:00Z"))).toBe(1);
  });
});

test("a month is the calendar month in UTC", () => {
  const october = { from: at("2026-10-01T00:00:00Z"), to: at("2026-11-01T00:00:00Z"), name: "2026-10" };
  expect(monthOf(at("2026-10-01T00:00:00Z"))).toEqual(october);
  expect(monthOf(at("2026-10-31T23:59:59.999Z"))).toEqual(october);
  expect(monthOf(at("2026-12-31T23:59:59.999Z")).to).toEqual(at("2027-01-01T00:00:00Z"));
});

describe("how long a customer's orders pay", () => {
  const base = percent(20);
  const firstOrderAt = at("2026-01-31T00:00:00Z");
  const until = at("2026-02-28T00:00:00Z");
  test.each([
    ["every", { base }, 5, until, { pays: "always" }],
    ["none", { base, repeat: { pay: "none" } }, 0, firstOrderAt, { pays: "no_more" }],
    [
      "months",
      { base, repeat: { pay: "limited", months: 1 } },
      9,
      at("2026-02-27T23:59:59Z"),
      { pays: "until", until },
    ],
    ["months over", { base, repeat: { pay: "limited", months: 1 } }, 1, until, { pays: "no_more" }],
    ["payments", { base, repeat: { pay: "limited", payments: 3 } }, 1, until, { pays: "payments_left", left: 2 }],
    ["payments over", { base, repeat: { pay: "limited", payments: 3 } }, 3, until, { pays: "no_more" }],
  ] as const)("%s", (...[, json, payments, now, expected]) => {
    expect(paysUntil(planOf(json), { firstOrderAt, payments }, now)).toEqual(expected);
  });

  test.each([
    ["every", { base }, { pays: "always" }],
    ["none", { base, repeat: { pay: "none" } }, { pays: "payments_left", left: 1 }],
    ["months", { base, repeat: { pay: "limited", months: 1 } }, { pays: "months", months: 1 }],
    ["payments", { base, repeat: { pay: "limited", payments: 3 } }, { pays: "payments_left", left: 3 }],
  ] as const)("in a trial: %s", (...[, json, expected]) => {
    expect(paysUntil(planOf(json), { firstOrderAt: null, payments: 0 }, until)).toEqual(expected);
  });
});

describe("a bonus", () => {
  test("has an ID per rule, affiliation and month", () => {
    expect(bonusExternalId("b1", "affiliation-1", "2026-10")).toBe("bonus:b1:affiliation-1:2026-10");
  });

  test("is due when the month is over and its last order has matured", () => {
    const october = monthOf(at("2026-10-15T00:00:00Z"));
    expect(bonusDueAt(october, 14)).toEqual(at("2026-11-15T00:00:00Z"));
    expect(bonusDueAt(october, 0)).toEqual(at("2026-11-01T00:00:00Z"));
  });

  test("is tried for three months from when it is due", () => {
    const times = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 365 }), (time, maturationDays) => {
        const now = new Date(time);
        const tried = new Set(dueMonths(now, maturationDays, []).map(({ name }) => name));
        for (let back = -1; back < 20; back += 1) {
          const month = monthOf(monthsAfter(monthOf(now).from, -back));
          const dueAt = bonusDueAt(month, maturationDays);
          expect([month.name, tried.has(month.name)]).toEqual([
            month.name,
            dueAt <= now && now < monthsAfter(dueAt, 3),
          ]);
        }
      }),
      { numRuns: 500 },
    );
  });

  describe("is due by the hold period that applied", () => {
    const shortened = { changedAt: at("2026-07-15T00:00:00Z"), daysBefore: 120 };
    const dueIn = (now: string, maturationDays: number, ...changes: Parameters<typeof dueMonths>[2]): string[] =>
      dueMonths(at(now), maturationDays, changes).map(({ name }) => name);

    test.each([
      ["before it is shortened", "2026-07-14T23:59:59Z", ["2026-02", "2026-01", "2025-12"]],
      [
        "when it is shortened",
        "2026-07-15T00:00:00Z",
        "2026-06 2026-05 2026-04 2026-03 2026-02 2026-01 2025-12".split(" "),
      ],
      [
        "three months later",
        "2026-10-14T23:59:59Z",
        "2026-09 2026-08 2026-07 2026-06 2026-05 2026-04 2026-03".split(" "),
      ],
      ["after three months", "2026-10-15T00:00:00Z", ["2026-09", "2026-08", "2026-07"]],
    ])("%s", (_, now, months) => {
      const days = at(now) < shortened.changedAt ? 120 : 7;
      expect(dueIn(now, days, ...(days === 7 ? [shortened] : []))).toEqual(months);
    });

    test("if it is shortened twice", () => {
      const again = { changedAt: at("2026-07-20T00:00:00Z"), daysBefore: 60 };
      expect(dueIn("2026-10-14T00:00:00Z", 0, shortened, again)).toEqual(
        "2026-09 2026-08 2026-07 2026-06 2026-05 2026-04 2026-03".split(" "),
      );
      expect(dueIn("2026-10-15T00:00:00Z", 0, shortened, again)).toEqual(
        "2026-09 2026-08 2026-07 2026-06 2026-05".split(" "),
      );
    });

    test("if it is lengthened: months that were due are not due again", () => {
      const lengthened = { changedAt: at("2026-05-08T00:00:00Z"), daysBefore: 7 };
      expect(dueIn("2026-05-08T00:00:00Z", 120, lengthened)).toEqual(["2026-04", "2026-03", "2026-02"]);
      expect(dueIn("2026-08-08T00:00:00Z", 120, lengthened)).toEqual([]);
      expect(dueIn("2026-09-29T00:00:00Z", 120, lengthened)).toEqual(["2026-05"]);
    });
  });

  test("is reached by its number of approved orders", () => {
    const plan = planOf({ base: percent(20), bonuses: [bonus("b1", 50, 100), bonus("b2", 100, 300)] });
    const reached = (approved: number): string[] => bonusesReached(plan, approved).map(({ id }) => id);
    expect([reached(49), reached(50), reached(99), reached(100)]).toEqual([[], ["b1"], ["b1"], ["b1", "b2"]]);
  });
});
