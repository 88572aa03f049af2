import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bytesOfUuid,
  idOf,
  idPrefixes,
  kindOfId,
  parseAnyId,
  parseId,
  uuidOf,
  type IdKind,
} from "../../src/domain/ids.ts";
import { random } from "../../src/system/random.ts";
import { uuid } from "./samples.ts";

const kinds = Object.keys(idPrefixes) as IdKind[];
const ZEROS = "00000000-0000-0000-0000-000000000000";
const ONES = "ffffffff-ffff-ffff-ffff-ffffffffffff";

test("every UUID of every kind survives a round trip through its ID", () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.oneof(fc.uuid(), fc.constantFrom(ZEROS, ONES)), (kind, value) => {
      const id = idOf(kind, value);
      expect(id).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
      expect(uuidOf(id)).toBe(value);
      expect(parseId(kind, id)).toBe(id);
    }),
  );
});

test("the base32 is Crockford's: known pairs", () => {
  expect(idOf("conversion", ZEROS)).toBe(`conv_${"0".repeat(26)}`);
  expect(idOf("conversion", ONES)).toBe(`conv_7${"z".repeat(25)}`);
  expect(idOf("event", "00000000-0000-0000-0000-000000000020")).toBe(`evt_${"0".repeat(24)}10`);
});

test("no two kinds share a prefix", () => {
  expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length);
});

test("IDs of later times sort after earlier ones, as text and as UUID", () => {
  const moments = fc.uniqueArray(fc.nat(4_000_000_000_000), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(moments, (times) => {
      const ids = times.toSorted((a, b) => a - b).map((ms) => idOf("click", random.uuid(new Date(ms))));
      expect(ids.toSorted()).toEqual(ids);
      expect(ids.map(uuidOf).toSorted()).toEqual(ids.map(uuidOf));
    }),
  );
});

test("IDs of one millisecond are in the order in which they were made, also where clocks lie apart", () => {
  const present = 4_100_000_000_000;
  const clocks = [present, present - 1, present - 86_400_000];
  const ids = Array.from({ length: 5_000 }, () => clocks.map((ms) => random.uuid(new Date(ms))));
  for (const index of clocks.keys()) {
    const ofClock = ids.map((each) => String(each[index]));
    expect(ofClock.toSorted()).toEqual(ofClock);
  }
  expect(new Set(ids.flat()).size).toBe(ids.flat().length);
});

describe("a malformed ID is unknown", () => {
  const id = idOf("conversion", uuid(77));
  const body = id.slice("conv_".length);
  test.each([
    ["", "empty"],
    [body, "no prefix"],
    [`cmp_${body}`, "another kind"],
    [`CONV_${body}`, "upper-case prefix"],
    [id.toUpperCase(), "upper case"],
    [`conv_${body.slice(1)}`, "one character short"],
    [`${id}0`, "one too many"],
    [`${id} `, "a trailing space"],
    [` ${id}`, "a leading space"],
    [`conv_8${body.slice(1)}`, "more than 128 bits"],
    [`conv_${body.slice(0, -1)}i`, "a letter that Crockford omits"],
    [`conv_${body.slice(0, -1)}u`, "another such letter"],
    [`conv_${body.slice(0, -1)}-`, "a sign"],
    [`conv_${body.slice(0, -2)}😀`, "an emoji of two code units"],
    [uuid(77), "the UUID itself"],
    ["conv___proto__", "a built-in name of JavaScript"],
  ])("%j (%s)", (text) => {
    expect(parseId("conversion", text)).toBeUndefined();
  });

  test("no two texts name the same ID: only the printed form parses", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/), (text) => {
        const parsed = parseId("click", `clk_${text}`);
        expect(parsed === undefined ? undefined : idOf("click", uuidOf(parsed))).toBe(parsed);
      }),
    );
  });
});

const noUuids = [
  "",
  "0195a000",
  uuid(1).toUpperCase(),
  uuid(1).replaceAll("-", ""),
  "0".repeat(36),
  uuid(1).replace("-", "0"),
  uuid(1).replace(/^./, "-"),
];
test.each(noUuids)("%j is not a UUID, and affects no other ID", (text) => {
  expect(() => idOf("click", text)).toThrow("Not a UUID");
  expect(uuidOf(idOf("click", uuid(7)))).toBe(uuid(7));
});

test.each(kinds)("the ID of a %s shows its kind, and is found among IDs of any kind", (kind) => {
  const id = idOf(kind, uuid(7));
  expect([kindOfId(id), parseAnyId(id)]).toEqual([kind, id]);
});

test("a text that is not an ID has no kind", () => {
  for (const text of ["", "conv", "xyz_01kjmma2g0f1rrrffrgqrx4a05", "conv_x", uuid(7)])
    expect(parseAnyId(text)).toBeUndefined();
  expect(() => kindOfId("xyz_1" as "conv_1")).toThrow("Not one of our IDs");
  expect(() => uuidOf("conv_1")).toThrow("Not one of our IDs");
});

test("a UUID is sixteen bytes for the database", () => {
  expect(bytesOfUuid("0195a000-0000-7000-8000-0000000000ff")).toEqual(
    Buffer.from([0x01, 0x95, 0xa0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 0xff]),
  );
});
