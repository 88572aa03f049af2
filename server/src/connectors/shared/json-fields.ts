import { cleanText, fieldOf, isObject, NOT_AN_OBJECT, parseJson } from "./exact-json.ts";
import { ReceiptProblem } from "./provider.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The JSON object in a body. */
export function parseFields(body: string): Fields {
  const value = parseJson(body);
  if (!isObject(value)) throw new ReceiptProblem(NOT_AN_OBJECT);
  return value;
}

/** What is at a path such as `parent.subscription_details.metadata`; undefined if something on the way is missing. */
export const valueAt = (from: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => fieldOf(value, name), from);

export function fieldsAt(from: unknown, path: string): Fields | null {
  const value = valueAt(from, path);
  return isObject(value) ? value : null;
}

/** The objects of a list; empty if there is no list. */
export function listAt(from: unknown, path: string): readonly Fields[] {
  const value = valueAt(from, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** null if there is no text or an empty one. */
export function textAt(from: unknown, path: string): string | null {
  const value = valueAt(from, path);
  const text = typeof value === "string" ? cleanText(value) : "";
  return text === "" ? null : text;
}

export function neededText(from: unknown, path: string): string {
  const text = textAt(from, path);
  if (text === null) throw new ReceiptProblem(`The body has no ${path}.`);
  return text;
}

/** A whole number, sent as a number or as decimal text; null if the field is missing. */
export function integerAt(from: unknown, path: string): bigint | null {
  const value = valueAt(from, path);
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "string" && /^-?\d{1,18}$/.test(value)) return BigInt(value);
  throw new ReceiptProblem(`${path} is not a whole number.`);
}

export function neededInteger(from: unknown, path: string): bigint {
  const value = integerAt(from, path);
  if (value === null) throw new ReceiptProblem(`The body has no ${path}.`);
  return value;
}
