import { fieldOf, type ExactJson } from "../shared/exact-json.ts";

/**
 * Where a value is in JSON:
 *
 *     paths = path *( "|" path )             the first one that has a value holds
 *     path  = name *( "." name / "[" n "]" )  such as data.order.lines[0].price
 *     name  = letters, digits, "_", "-", "$", "@", ":"
 *     n     = 0 to 9999, counted from 0
 */
export interface JsonPath {
  readonly text: string;
  readonly steps: readonly (string | number)[];
}

const NAME = "[\\w$@:-]{1,100}";
const PATH = new RegExp(`^${NAME}(?:\\.${NAME}|\\[\\d{1,4}\\])*$`);
const STEP = new RegExp(`${NAME}|\\[\\d{1,4}\\]`, "g");
const PATHS_MAX = 10;

/** undefined: not in the grammar. */
export function parsePaths(text: string): readonly JsonPath[] | undefined {
  const texts = text.split("|").map((path) => path.trim());
  if (texts.length > PATHS_MAX || !texts.every((path) => PATH.test(path))) return undefined;
  return texts.map((path) => ({
    text: path,
    steps: (path.match(STEP) ?? []).map((step) => (step.startsWith("[") ? Number(step.slice(1, -1)) : step)),
  }));
}

/** null counts as missing. */
export function valueAt(json: ExactJson, { steps }: JsonPath): ExactJson | undefined {
  let value: ExactJson | undefined = json;
  for (const step of steps) {
    if (typeof step === "string") value = fieldOf(value, step);
    else value = Array.isArray(value) ? (value as readonly ExactJson[])[step] : undefined;
    if (value === undefined || value === null) return undefined;
  }
  return value;
}
