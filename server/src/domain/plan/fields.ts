import { decimalsIn } from "../values/money.ts";
import { isAtMost, isOneLine, isStorable } from "../values/plain-text.ts";

/** A plan that breaks a rule. The message is one sentence that names the path. */
export class InvalidPlan extends Error {}

/** A value of the plan's JSON and where it is. */
export interface Field {
  readonly path: string;
  readonly value: unknown;
}

const refuse = (sentence: string): never => {
  throw new InvalidPlan(`${sentence}.`);
};

export const must = (field: Field, what: string): never => refuse(`${field.path} must ${what}`);

/** The fields of an object. null counts as absent, and an unknown field is an error. */
export function fieldsOf<const Key extends string>(
  field: Field,
  known: readonly Key[],
): (key: Key) => Field | undefined {
  const { path, value } = field;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return must(field, "be an object");
  const own = new Map(Object.entries(value).filter(([, part]) => part != null));
  const unknown = Object.keys(value).find((key) => !known.some((name) => name === key));
  if (unknown !== undefined)
    return refuse(
      /^\w{1,40}$/.test(unknown) ? `${path}.${unknown} is not a known field` : `${path} has an unknown field`,
    );
  return (key) => (own.has(key) ? { path: `${path}.${key}`, value: own.get(key) } : undefined);
}

export function required(field: Field | undefined, path: string): Field {
  return field ?? refuse(`${path} is required`);
}

export function listOf(field: Field | undefined): Field[] {
  if (!field) return [];
  if (!Array.isArray(field.value)) return must(field, "be a list");
  return field.value.map((value: unknown, index) => ({ path: `${field.path}[${index}]`, value }));
}

export function oneOf<const Word extends string>(field: Field, words: readonly Word[]): Word {
  const word = words.find((each) => each === field.value);
  return word ?? must(field, `be ${anyOf(words)}`);
}

const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

export interface Range {
  readonly min: number;
  readonly max: number;
}

export function wholeNumber(field: Field, { min, max }: Range): number {
  const { value } = field;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  return must(field, `be a whole number from ${min} to ${max}`);
}

/** A number from 0 to `max`. */
export function amount(field: Field, max: number): number {
  const { value } = field;
  if (typeof value === "number" && value >= 0 && value <= max) return value;
  return must(field, `be a number from 0 to ${max}`);
}

export function percentage(field: Field, { max, decimals }: { max: number; decimals: number }): number {
  const { value } = field;
  if (typeof value === "number" && value >= 0 && value <= max && decimalsIn(value) <= decimals) return value;
  return must(field, `be a number from 0 to ${max} with at most ${decimals} decimals`);
}

export function text(field: Field, max: number): string {
  const { value } = field;
  if (typeof value !== "string" || value === "" || !isAtMost(value, max))
    return must(field, `be a text of 1 to ${max} characters`);
  return isStorable(value) && isOneLine(value) ? value : must(field, "not contain control characters");
}

export function yesOrNo(field: Field): boolean {
  return typeof field.value === "boolean" ? field.value : must(field, "be true or false");
}
