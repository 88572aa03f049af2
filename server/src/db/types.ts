import pg from "pg";

const INT8 = 20;
const INT8_ARRAY: number = 1016;
const DATE = 1082;

type Parser = (text: string) => unknown;

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);

const parsers = new Map<number, Parser>([
  [INT8, BigInt],
  [INT8_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item)))],
  // pg makes local midnight of a date: another day in another time zone.
  [DATE, (text) => text],
]);

/** Handed to each pool rather than set globally: a second copy of pg-types would not see a global parser. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};
