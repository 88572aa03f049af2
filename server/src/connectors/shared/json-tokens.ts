import { ReceiptProblem } from "./provider.ts";

/**
 * More than any order has in a body of the largest size: an item of a Shopify order has 80 to 180 values, and comes again
 * where it was shipped and refunded. Parsing this many takes less than a tenth of a second if most names are the same.
 */
const VALUES_MAX = 150_000;
const NAMES_MAX = 5_000;
const DEPTH_MAX = 100;

const codeOf = (character: string): number => character.charCodeAt(0);
const QUOTE = codeOf('"');
const BACKSLASH = codeOf("\\");
const COMMA = codeOf(",");
const COLON = codeOf(":");
const MINUS = codeOf("-");
const ZERO = codeOf("0");
const NINE = codeOf("9");
const OPENING = new Set([codeOf("["), codeOf("{")]);
const CLOSING = new Set([codeOf("]"), codeOf("}")]);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/y;

/**
 * Refuses a body that would take long to parse, because a shop's body must not hold up others: the time depends on the
 * number of its values and of its different names, and on how deeply they are nested, not on its length.
 */
export function requireQuicklyParsed(text: string): void {
  const names = new Set<string>();
  let values = 0;
  let depth = 0;
  let start = 0;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      start = at;
      end = endOfString(text, at);
      at = end;
    } else if (code === COLON) {
      names.add(text.slice(start, end));
      // A body that is not JSON can have any number of colons, and a long name takes time each time it is added.
      start = end;
    } else if (CLOSING.has(code)) depth -= 1;
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      values += 1;
      depth += 1;
    } else continue;
    if (values > VALUES_MAX) throw new ReceiptProblem(`The body has more than ${VALUES_MAX} values.`);
    if (names.size > NAMES_MAX) throw new ReceiptProblem(`The body has more than ${NAMES_MAX} different field names.`);
    if (depth > DEPTH_MAX) throw new ReceiptProblem(`The body is nested more than ${DEPTH_MAX} levels deep.`);
  }
}

/** JSON with every number in quotation marks. What is not JSON does not become JSON. */
export function withQuotedNumbers(json: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    if (code !== MINUS && (code < ZERO || code > NINE)) continue;
    NUMBER.lastIndex = at;
    // Not JSON. Trying again at each digit of a long number would take hours.
    if (!NUMBER.test(json)) return json;
    pieces.push(json.slice(copied, at), json.slice(at, NUMBER.lastIndex));
    copied = NUMBER.lastIndex;
    at = copied - 1;
  }
  pieces.push(json.slice(copied));
  return pieces.join('"');
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
