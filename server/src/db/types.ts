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
  // pg turns a date into local midnight, which is another day in another time zone.
  [DATE, (text) => text],
  [INSTANT, parseInstant],
]);

/**
 * `2026-03-01 12:00:00.123+00`: connections use UTC, so two small changes give the form that JavaScript parses
 * natively, in half the time. pg parses everything else (infinity, years BC).
 */
function parseInstant(text: string): unknown {
  const at = text.endsWith("+00") ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? parseOtherInstant(text) : at;
}

/** Passed to each pool instead of set globally, because a second copy of pg-types would not see a global parser. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};
