import type { RefundedSum } from "../../domain/connectors/fact.ts";
import { decimalsOf, parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { minorOfDecimal } from "../shared/decimal-text.ts";
import { cleanText, type ExactJson } from "../shared/exact-json.ts";
import { timeOf } from "../shared/exact-fields.ts";
import type { Mapping, PathName } from "./mapping.ts";
import { valueAt, type JsonPath } from "./json-path.ts";
import { ReceiptProblem } from "../shared/provider.ts";

/** More than any currency has. */
const ANY_DECIMALS = 6;

/** A value, and where it was found. */
interface Found {
  readonly value: ExactJson;
  readonly path: JsonPath;
}

/** Reads a body, or an item of it, through a mapping. Problems name the field and its path. */
export class MappedFields {
  readonly #json: ExactJson;
  readonly #mapping: Mapping;

  constructor(json: ExactJson, mapping: Mapping) {
    this.#json = json;
    this.#mapping = mapping;
  }

  optionalText(name: PathName): string | null {
    const found = this.#find(name);
    if (!found) return null;
    if (typeof found.value !== "string") throw problem(name, found, "must be text or a number");
    const text = cleanText(found.value);
    return text === "" ? null : text;
  }

  text(name: PathName): string {
    const text = this.optionalText(name);
    if (text !== null) return text;
    const places = this.#mapping.paths[name].map((path) => path.text);
    throw new ReceiptProblem(`${name} was not found at ${places.join(" or ")}.`);
  }

  isTrue(name: PathName): boolean {
    const value = this.#find(name)?.value;
    return value === true || value === "true" || value === "1";
  }

  isFalse(name: PathName): boolean {
    const value = this.#find(name)?.value;
    return value === false || value === "false" || value === "0";
  }

  optionalTime(name: PathName): Date | null {
    const text = this.optionalText(name);
    if (text === null) return null;
    const time = /^\d{9,11}$/.test(text) ? new Date(Number(text) * 1_000) : timeOf(text);
    if (!time) throw problem(name, this.#find(name), "must be an ISO 8601 time or Unix seconds");
    return time;
  }

  /** null: the shop names none. */
  #optionalCurrency(name: PathName): Currency | null {
    const text = this.optionalText(name);
    if (text === null) return null;
    const currency = parseCurrency(text);
    if (!currency) throw problem(name, this.#find(name), "must be an ISO 4217 code");
    return currency;
  }

  orderCurrency(): Currency {
    return this.#optionalCurrency("order.currency") ?? this.#mapping.currency;
  }

  amount(name: PathName, currency: Currency): bigint {
    return this.#amount(name, decimalsOf(currency));
  }

  /** A refund may leave its currency to its order. */
  refundedAmount(): Pick<RefundedSum, "amountMinor" | "currency" | "decimals"> {
    const currency = this.#optionalCurrency("refund.currency");
    if (currency) return { amountMinor: this.amount("refund.amount", currency), currency };
    const amountMinor = this.#amount("refund.amount", ANY_DECIMALS);
    return this.#mapping.money === "minor" ? { amountMinor } : { amountMinor, decimals: ANY_DECIMALS };
  }

  #amount(name: PathName, majorDecimals: number): bigint {
    const text = this.text(name);
    const isMinor = this.#mapping.money === "minor";
    const minor =
      isMinor && !/^\d+(?:\.0+)?$/.test(text) ? undefined : minorOfDecimal(text, isMinor ? 0 : majorDecimals);
    if (minor === undefined || minor < 0n)
      throw problem(name, this.#find(name), isMinor ? "must be a whole number" : "must be a decimal number");
    return minor;
  }

  /** A text, or a list of texts. */
  texts(name: PathName): readonly string[] {
    const found = this.#find(name);
    if (!found) return [];
    const values = Array.isArray(found.value) ? (found.value as readonly ExactJson[]) : [found.value];
    return values.flatMap((value) => {
      if (typeof value !== "string") throw problem(name, found, "must be text or a list of texts");
      const text = cleanText(value);
      return text === "" ? [] : [text];
    });
  }

  list(name: PathName): readonly MappedFields[] {
    const found = this.#find(name);
    if (!found) return [];
    if (!Array.isArray(found.value)) throw problem(name, found, "must be a list");
    return (found.value as readonly ExactJson[]).map((entry) => new MappedFields(entry, this.#mapping));
  }

  #find(name: PathName): Found | undefined {
    for (const path of this.#mapping.paths[name]) {
      const value = valueAt(this.#json, path);
      if (value !== undefined) return { value, path };
    }
    return undefined;
  }
}

const problem = (name: PathName, found: Found | undefined, text: string): ReceiptProblem =>
  new ReceiptProblem(`${name} at ${found?.path.text ?? "its path"} ${text}.`);
