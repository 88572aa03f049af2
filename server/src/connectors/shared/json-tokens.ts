import { ReceiptProblem } from "./provider.ts";

/** Several times what the largest orders have. Parsing this many values takes far less than a tenth of a second. */
const VALUES_MAX = 50_000;
const DEPTH_MAX = 100;

const codeOf = (character: string): number => character.charCodeAt(0);
const QUOTE = codeOf('"');
const BACKSLASH = codeOf("\\");
const COMMA = codeOf(",");
const MINUS = codeOf("-");
const ZERO = codeOf("0");
const NINE = codeOf("9");
const OPENING = new Set([codeOf("["), codeOf("{")]);
const CLOSING = new Set([codeOf("]"), codeOf("}")]);
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Refuses a body that would take long to parse, because a shop's body must not hold up others: the time depends on the
 * number of its values and on how deeply they are nested, not on its length.
 */
export function requireQuicklyParsed(text: string): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (CLOSING.has(code)) depth -= 1;
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      values += 1;
      depth += 1;
    } else continue;
    if (values > VALUES_MAX) throw new ReceiptProblem(`The body has more than ${VALUES_MAX} values.`);
    if (depth > DEPTH_MAX) throw new ReceiptProblem(`The body is nested more than ${DEPTH_MAX} levels deep.`);
  }
}

/** Valid JSON with every number in quotation marks. */
export function withQuotedNumbers(json: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    if (code !== MINUS && (code < ZERO || code > NINE)) continue;
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(json)?.[0] ?? "";
    pieces.push(json.slice(copied, at), `"${number}"`);
    copied = at + number.length;
    at = copied - 1;
  }
  return pieces.join("") + json.slice(copied);
}

/** The text of each entry of a valid JSON array, or of each field of an object, with every digit of its numbers. */
export function rawEntries(json: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    const isStart = depth === 1 && OPENING.has(code);
    const isEnd = (depth === 1 && code === COMMA) || (depth === 0 && CLOSING.has(code));
    if (isEnd) entries.push(json.slice(start, at).trim());
    if (isStart || isEnd) start = at + 1;
  }
  return entries.filter((entry) => entry !== "");
}

/** The text of each field of a valid JSON object. */
export function rawFields(json: string): ReadonlyMap<string, string> {
  return new Map(
    rawEntries(json).map((field) => {
      const end = endOfString(field, 0) + 1;
      return [JSON.parse(field.slice(0, end)) as string, field.slice(field.indexOf(":", end) + 1).trim()];
    }),
  );
}

/** Where the string that begins at `start` ends, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(text, end));
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes comes before. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
