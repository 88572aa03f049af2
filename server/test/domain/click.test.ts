import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clickMonth, clickMonthOfUuid, clickTimeMs, dayNumberOf, monthOfPartition } from "../../src/domain/click.ts";
import { idOf } from "../../src/domain/ids.ts";

/** The first and last ID of a given time. */
function uuidsAt(ms: number): [first: string, last: string] {
  const time = ms.toString(16).padStart(12, "0");
  const start = `${time.slice(0, 8)}-${time.slice(8)}`;
  return [`${start}-7000-8000-000000000000`, `${start}-7fff-bfff-ffffffffffff`];
}
const anyMoment = fc.date({ min: new Date(0), max: new Date("2199-12-31T23:59:59.999Z"), noInvalidDate: true });

describe("a click", () => {
  test("has its time in its ID", () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        for (const uuid of uuidsAt(at.getTime())) expect(clickTimeMs(idOf("click", uuid))).toBe(at.getTime());
      }),
    );
  });

  test("is in the partition of its month, and in no other", () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const month = clickMonth(at);
        for (const uuid of uuidsAt(at.getTime())) {
          expect(clickMonthOfUuid(uuid)).toEqual(month);
          expect(month.from <= uuid && uuid < month.to).toBe(true);
        }
        expect(clickMonth(at, 1)).toEqual(clickMonth(month.endsAt));
        expect(month.to).toBe(clickMonth(at, 1).from);
        expect(monthOfPartition(month.partition)).toEqual(month);
      }),
    );
  });

  test("counts on its UTC day", () => {
    expect([0, 86_399_999, 86_400_000, 1_772_366_400_000].map(dayNumberOf)).toEqual([0, 0, 1, 20_513]);
  });
});

describe("a month of clicks", () => {
  test("has a name, a first ID and an end", () => {
    expect(clickMonth(new Date("2026-12-31T23:59:59.999Z"))).toEqual({
      partition: "clicks_2026_12",
      from: "01a22ee6-b000-0000-0000-000000000000",
      to: "01a2ce8b-d400-0000-0000-000000000000",
      endsAt: new Date("2027-01-01T00:00:00.000Z"),
    });
    expect(clickMonth(new Date("2026-11-15T00:00:00.000Z"), 3).partition).toBe("clicks_2027_02");
  });

  test.each(["clicks_2026_00", "clicks_2026_13", "clicks_2026_1", "xclicks_2026_01", "clicks_2026_01x", "clicks", ""])(
    "is not named %j",
    (partition) => {
      expect(monthOfPartition(partition)).toBeUndefined();
    },
  );
});
