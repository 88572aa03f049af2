import type pg from "pg";
import { types } from "./types.ts";

/** Makes an object of the values of a row, as the server sent them. */
export type ReadRow = (fields: readonly (string | null)[]) => object;
type Column = Pick<pg.FieldDef, "name" | "dataTypeID">;
type Parser = (text: string) => unknown;

/** Every connection describes its statements anew, and all of them get the same columns. */
const readers = new Map<string, ReadRow>();

export function readerOf(columns: readonly Column[]): ReadRow {
  const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const known = readers.get(key);
  if (known) return known;
  const reader = compile(columns);
  readers.set(key, reader);
  return reader;
}

/**
 * Writes the function as source: `fields => ({"id": fields[0] === null ? null : parsers[0](fields[0]), …})`. JavaScript
 * then knows the object's properties before it makes one, which is four times as fast as adding 43 of them one by one.
 * The names are those in our own statements.
 */
function compile(columns: readonly Column[]): ReadRow {
  const parsers = columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text") as Parser);
  const properties = columns.map(
    ({ name }, at) => `${JSON.stringify(name)}: fields[${at}] === null ? null : parsers[${at}](fields[${at}])`,
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- the only way to create an object with these properties at once
  const make = new Function("parsers", "fields", `return {${properties.join(", ")}};`) as (
    parsers: readonly Parser[],
    fields: readonly (string | null)[],
  ) => object;
  return (fields) => make(parsers, fields);
}
