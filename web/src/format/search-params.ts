/** What stands in the address, as plain text: an order number stays what was typed, and a link can be written by hand. */
export type RawSearch = Record<string, unknown>;

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: RawSearch): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    (typeof value === "string" && value !== "") || typeof value === "number" ? [[name, String(value)]] : [],
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? "" : `?${text}`;
}

/** Only what is there: absent keys rather than empty ones, so that equal filters are equal addresses. */
export function textsOf<const Name extends string>(
  search: RawSearch,
  names: readonly Name[],
): { [key in Name]?: string } {
  const given: { [key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" && value !== "") given[name] = value;
  }
  return given;
}

/** The value if it is one of the choices. */
export function choiceOf<const Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

export function offsetOf(search: RawSearch): { offset?: number } {
  const offset = Number(search["offset"]);
  return Number.isSafeInteger(offset) && offset > 0 ? { offset } : {};
}

/** Never another site: `//other.example` and `/\other.example` lead away, and browsers drop tabs and line breaks first. */
export function isOwnPath(value: unknown): value is string {
  return typeof value === "string" && /^\/(?![/\\])\P{Cc}*$/u.test(value);
}

export const isDate = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
