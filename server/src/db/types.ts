import pg from "pg";

const INT8 = 20;
const INT8_ARRAY: number = 1016;
const DATE = 1082;
const INSTANT = 1184;

type Parser = (text: string) => unknown;

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);

const parseOtherInstant: Parser = pg.types.getTypeParser(INSTANT);

const parsers = new Map<number, Parser>([
  [INT8, BigInt],
  [INT8_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item)))],
  // pg makes local midnight of a date: another day in another time zone.
  [DATE, (text) => text],
  [INSTANT, parseInstant],
]);

/**
 * `2026-03-01 12:00:00.123+00`: connections speak UTC, and that is one character and a letter away from what JavaScript
 * reads by itself, in half the time. Whatever else there may be (infinity, years before our era) is left to pg.
 */
function parseInstant(text: string): unknown {
  const at = text.endsWith("+00") ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? parseOtherInstant(text) : at;
}

/** Handed to each pool rather than set globally: a second copy of pg-types would not see a global parser. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};
