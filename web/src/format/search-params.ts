import { SPAN_DAYS_MAX } from "tributary-sdk/limits";
import { currencyCode } from "./currency-code.ts";
import { given } from "./without-undefined.ts";
import { lengthOf } from "./utc-days.ts";

/** The query of a URL. Values stay plain text, so that an order ID such as 007 is not parsed as a number. */
export type RawSearch = Record<string, unknown>;

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: RawSearch): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    (typeof value === "string" && value !== "") || typeof value === "number" ? [[name, String(value)]] : [],
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? "" : `?${text}`;
}

/** Reads one value of the URL; undefined if it is invalid. */
type Field<Value> = (value: unknown) => Value | undefined;
type Fields = Readonly<Record<string, Field<unknown>>>;
type Found<Of extends Fields> = { [Name in keyof Of]?: Exclude<ReturnType<Of[Name]>, undefined> };

/** Declares the filters of a page. Invalid values are dropped, so that equal filters have equal URLs. */
export function searchSchema<const Of extends Fields>(fields: Of): (raw: RawSearch) => Found<Of> {
  return (raw) =>
    given(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(raw[name])]))) as Found<Of>;
}

export const text: Field<string> = (value) => (typeof value === "string" && value !== "" ? value : undefined);

export const day: Field<string> = (value) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** A month such as `2026-03`. */
export const month: Field<string> = (value) => (day(`${String(value)}-01`) === undefined ? undefined : String(value));

export function oneOf<const Word extends string>(words: readonly Word[]): Field<Word> {
  return (value) => words.find((word) => word === value);
}

export const currency: Field<string> = (value) => (typeof value === "string" ? currencyCode(value) : undefined);

export const offset: Field<number> = (value) => {
  const count = Number(value);
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
};

/** For a page whose list has no filters. */
export const listSearch = <const Sort extends string>(sorts: readonly Sort[]) =>
  searchSchema({ sort: oneOf(sorts), offset });

/** For a page that sorts its own table: the columns decide which keys exist. */
export const sortSearch = searchSchema({ sort: text });

/** Both days or neither. A range that the server would reject as too long is dropped. */
export function spanIn(raw: RawSearch): { from?: string; to?: string } {
  const [from, to] = [day(raw["from"]), day(raw["to"])];
  return from !== undefined && to !== undefined && from <= to && lengthOf(from, to) <= SPAN_DAYS_MAX
    ? { from, to }
    : {};
}

/** Prevents open redirects: `//other.example` and `/\other.example` leave the site, and browsers strip control characters first. */
export function isOwnPath(value: unknown): value is string {
  return typeof value === "string" && /^\/(?![/\\])\P{Cc}*$/u.test(value);
}
