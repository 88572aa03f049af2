import { requireQuicklyParsed, withQuotedNumbers } from "./json-tokens.ts";
import { ReceiptProblem } from "./provider.ts";

/** JSON whose numbers are their text: a number of JavaScript would change long IDs and round money. */
export type ExactJson = null | boolean | string | readonly ExactJson[] | { readonly [name: string]: ExactJson };

export const NOT_AN_OBJECT = "The body is not a JSON object.";

export function parseExactJson(text: string): ExactJson {
  requireQuicklyParsed(text);
  return parsed(withQuotedNumbers(text)) as ExactJson;
}

/** Faster, where no number matters. */
export function parseJson(text: string): unknown {
  requireQuicklyParsed(text);
  return parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ReceiptProblem("The body is not JSON.");
  }
}

export const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** The value of a JSON object's own field. */
export function fieldOf(json: ExactJson | undefined, name: string): ExactJson | undefined;
export function fieldOf(json: unknown, name: string): unknown;
export function fieldOf(json: unknown, name: string): unknown {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

/** As the database can store it. */
export const cleanText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed().trim();
