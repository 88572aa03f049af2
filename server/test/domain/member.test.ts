import { describe, expect, test } from "vitest";
import { idOf } from "../../src/domain/ids.ts";
import { assertOwnerStays } from "../../src/domain/member.ts";
import { defaultRoleFor, roleCovers, roles } from "../../src/domain/roles.ts";
import { givenCodeOf, isSetUpOpen, setUpsBefore, shownRecoveryCode } from "../../src/domain/second-factor.ts";
import { later, NOON, outcomeOf, uuid } from "./samples.ts";

const [ada, bob] = [idOf("user", uuid(1)), idOf("user", uuid(2))];

test("an account keeps its last owner", () => {
  expect(outcomeOf(() => assertOwnerStays([ada], ada))).toBe("last_owner");
  expect(outcomeOf(() => assertOwnerStays([ada, bob], ada))).toBeUndefined();
  expect(outcomeOf(() => assertOwnerStays([bob], ada))).toBeUndefined();
});

test("each role includes the next one", () => {
  const covered = roles.map((role) => roles.filter((needed) => roleCovers(role, needed)));
  expect(covered).toEqual([["owner", "manager", "viewer"], ["manager", "viewer"], ["viewer"]]);
  expect([defaultRoleFor("read"), defaultRoleFor("change")]).toEqual(["viewer", "manager"]);
});

describe("two-factor authentication", () => {
  test("is set up within 15 minutes", () => {
    const factor = { userId: ada, secretSealed: new Uint8Array(), setUpAt: NOON, confirmedAt: null };
    expect(isSetUpOpen(factor, later(NOON, 899_999))).toBe(true);
    expect(isSetUpOpen(factor, later(NOON, 900_000))).toBe(false);
    expect(setUpsBefore(later(NOON, 900_000))).toEqual(NOON);
  });

  test("has recovery codes of four groups, accepted in any formatting", () => {
    expect(shownRecoveryCode("k7m2p9x4wdabcdef")).toBe("k7m2-p9x4-wdab-cdef");
    expect(shownRecoveryCode("abc")).toBe("abc");
    for (const text of ["k7m2-p9x4-wdab-cdef", " K7M2 p9x4\tWDAB–cdef\n", "k7m2p9x4wdabcdef"])
      expect(givenCodeOf(text)).toEqual({ kind: "recovery", code: "k7m2p9x4wdabcdef" });
  });

  test.each([
    ["123456", "one_time"],
    ["123 456", "one_time"],
    ["12345", "recovery"],
    ["1234567", "recovery"],
    ["x123456", "recovery"],
    ["12345a", "recovery"],
  ])("reads %j as a %s code", (text, kind) => {
    expect(givenCodeOf(text).kind).toBe(kind);
  });
});
