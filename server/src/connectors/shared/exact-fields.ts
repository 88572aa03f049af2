import { decimalsOf, parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { minorOfDecimal } from "./decimal-text.ts";
import { cleanText, fieldOf, isObject, NOT_AN_OBJECT, parseExactJson, type ExactJson } from "./exact-json.ts";
import { ReceiptProblem } from "./provider.ts";

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads the fields of a JSON object. Problems name the field, so that a merchant can find it in the shop's log. */
export class ExactFields {
  readonly #json: ExactJson;
  readonly #where: string;

  private constructor(json: ExactJson, where: string) {
    this.#json = json;
    this.#where = where;
  }

  static ofBody(body: string): ExactFields {
    const json = parseExactJson(body);
    if (!isObject(json)) throw new ReceiptProblem(NOT_AN_OBJECT);
    return new ExactFields(json, "");
  }

  nameOf(field: string): string {
    return `${this.#where}${field}`;
  }

  /** A missing or empty field is null. Numbers are their text. */
  optionalText(field: string): string | null {
    const value = fieldOf(this.#json, field);
    if (value === undefined || value === null) return null;
    if (typeof value !== "string") throw new ReceiptProblem(`${this.nameOf(field)} must be text or a number.`);
    const text = cleanText(value);
    return text === "" ? null : text;
  }

  text(field: string): string {
    const text = this.optionalText(field);
    if (text === null) throw new ReceiptProblem(`${this.nameOf(field)} is missing.`);
    return text;
  }

  isTrue(field: string): boolean {
    return fieldOf(this.#json, field) === true;
  }

  optionalObject(field: string): ExactFields | null {
    const value = fieldOf(this.#json, field);
    return isObject(value) ? new ExactFields(value, `${this.nameOf(field)}.`) : null;
  }

  object(field: string): ExactFields {
    const found = this.optionalObject(field);
    if (!found) throw new ReceiptProblem(`${this.nameOf(field)} is missing.`);
    return found;
  }

  /** The objects of a list. A missing list is empty. */
  list(field: string): readonly ExactFields[] {
    const value = fieldOf(this.#json, field);
    if (!Array.isArray(value)) return [];
    return (value as readonly ExactJson[]).flatMap((entry, index) =>
      isObject(entry) ? [new ExactFields(entry, `${this.nameOf(field)}[${index}].`)] : [],
    );
  }

  /** A time without a zone is in UTC. */
  optionalTime(field: string): Date | null {
    const text = this.optionalText(field);
    if (text === null) return null;
    const time = timeOf(text);
    if (!time) throw new ReceiptProblem(`${this.nameOf(field)} must be an ISO 8601 time.`);
    return time;
  }

  time(field: string): Date {
    const time = this.optionalTime(field);
    if (!time) throw new ReceiptProblem(`${this.nameOf(field)} is missing.`);
    return time;
  }

  currency(field: string): Currency {
    const text = this.text(field);
    const currency = parseCurrency(text);
    if (!currency) throw new ReceiptProblem(`${this.nameOf(field)} must be an ISO 4217 currency code.`);
    return currency;
  }

  /** An amount in major units, such as `12.30`; 0 if it is missing. */
  optionalMajor(field: string, currency: Currency): bigint {
    const text = this.optionalText(field);
    if (text === null) return 0n;
    const minor = minorOfDecimal(text, decimalsOf(currency));
    if (minor === undefined) throw new ReceiptProblem(`${this.nameOf(field)} must be a decimal number.`);
    return minor;
  }

  major(field: string, currency: Currency): bigint {
    this.text(field);
    return this.optionalMajor(field, currency);
  }

  /** A whole number; null if it is missing. */
  optionalWhole(field: string): bigint | null {
    const text = this.optionalText(field);
    if (text === null) return null;
    const whole = /^\d{1,15}$/.test(text) ? BigInt(text) : undefined;
    if (whole === undefined) throw new ReceiptProblem(`${this.nameOf(field)} must be a whole number.`);
    return whole;
  }

  whole(field: string): bigint {
    this.text(field);
    return this.optionalWhole(field) ?? 0n;
  }
}

/** A time without a zone is in UTC. */
export function timeOf(text: string): Date | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const time = new Date(`${text.replace(" ", "T")}${match[1] === undefined ? "Z" : ""}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
