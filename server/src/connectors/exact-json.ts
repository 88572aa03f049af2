import { ReceiptProblem } from "./provider.ts";

/** JSON whose numbers are their text: a number of JavaScript would change long IDs and round money. */
export type ExactJson = null | boolean | string | readonly ExactJson[] | { readonly [name: string]: ExactJson };

// A string is matched as a whole, so that digits inside of it stay as they are.
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function parseExactJson(text: string): ExactJson {
  try {
    JSON.parse(text);
    return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`))) as ExactJson;
  } catch {
    throw new ReceiptProblem("The body is not JSON.");
  }
}

/** The value of a JSON object's own field. */
export function fieldOf(json: ExactJson | undefined, name: string): ExactJson | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  return Object.hasOwn(json, name) ? (json as Readonly<Record<string, ExactJson>>)[name] : undefined;
}

/** As the database can store it. */
export const cleanText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed().trim();
