import { COUPON_MAX, ORDER_ID_MAX, PAGE_SIZE_MAX, URL_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { parseCurrency } from "../../domain/values/currency.ts";
import { parseCouponCode } from "../../domain/coupon.ts";
import { cleanOrderId } from "../../domain/order-id.ts";
import { emailRule } from "../../domain/person.ts";
import { contents, isAtLeast, isAtMost, isStorable } from "../../domain/values/plain-text.ts";

/** One message per field, whatever is wrong with it: the field and what was expected. */
const sentence = (name: string, expected: string) => ({
  error: (issue: { input?: unknown }): string =>
    issue.input === undefined ? `${name} is required and must be ${expected}.` : `${name} must be ${expected}.`,
});

interface TextRule {
  readonly min?: number;
  readonly max: number;
  /** One line by default. `any`: for text that is compared or parsed, and never shown. */
  readonly content?: keyof typeof contents | "any";
}

export function text(name: string, { min = 1, max, content = "line" }: TextRule) {
  const about = sentence(name, min === 0 ? `text of up to ${max} characters` : `text of ${min} to ${max} characters`);
  const length = z
    .string(about)
    .refine((value) => isAtMost(value, max) && isStorable(value), about)
    .refine((value) => min === 0 || isAtLeast(value.trim(), min), about);
  const rule = content === "any" ? undefined : contents[content];
  return (rule ? length.refine(rule.holds, `${name} ${rule.problem}.`) : length).meta({
    minLength: min,
    maxLength: max,
  });
}

/** An order ID that a person typed or pasted. Invisible characters are dropped. */
export function typedOrderId(name: string) {
  const about = sentence(name, `text of 1 to ${ORDER_ID_MAX} characters`);
  return text(name, { max: ORDER_ID_MAX })
    .transform(cleanOrderId)
    .refine((value) => value !== "", about);
}

/** An ID or code of ours. Any text is accepted; one in another form is simply unknown. */
export const reference = (name: string) => z.string(sentence(name, "text"));

export const choice = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, sentence(name, values.length === 1 ? `"${values[0]}"` : `one of ${values.join(", ")}`));

export function listOf<Item extends z.ZodType>(name: string, item: Item, { max }: { max: number }) {
  const about = sentence(name, `a list of 1 to ${max} strings`);
  return z.array(item, about).min(1, about).max(max, about);
}

export function amount(name: string, max: number) {
  const about = sentence(name, `a number from 0 to ${max}`);
  return z.number(about).min(0, about).max(max, about);
}

export function positiveAmount(name: string, max: number) {
  const about = sentence(name, `a number above 0 and up to ${max}`);
  return z.number(about).positive(about).max(max, about);
}

export function wholeDays(name: string, { min, max }: { min: number; max: number }) {
  const about = sentence(name, `a whole number of days from ${min} to ${max}`);
  return z.int(about).min(min, about).max(max, about);
}

export function webAddress(name: string) {
  const about = sentence(name, `an http or https URL of up to ${URL_MAX} characters without a user name or password`);
  return z.string(about).refine((value) => value.length <= URL_MAX && isWebAddress(value), about);
}

function isWebAddress(value: string): boolean {
  // The URL parser silently drops blanks and control characters, but a target must lead where it says.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value) || !isStorable(value)) return false;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && url.hostname !== "" && url.username === "" && url.password === "";
}

export function emailAddress(name: string) {
  const about = sentence(name, emailRule.text);
  return z.string(about).refine(emailRule.holds, about);
}

export function currencyCode(name: string) {
  const about = sentence(name, "a three-letter ISO 4217 currency code");
  return z.string(about).transform((value, context) => {
    const currency = parseCurrency(value);
    if (currency) return currency;
    context.issues.push({ code: "custom", message: about.error({ input: value }), input: value });
    return z.NEVER;
  });
}

export function couponCode(name: string) {
  const about = sentence(name, `text of 1 to ${COUPON_MAX} characters without control characters`);
  return z
    .string(about)
    .refine((value) => parseCouponCode(value) !== null, about)
    .meta({ minLength: 1 });
}

/** An optional field sent as null counts as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Longer than any IBAN or BIC, to allow spaces. `formats/bank-account.ts` has the rule. */
export const bankAccountFields = {
  iban: text("iban", { max: 60 }),
  bic: optional(text("bic", { min: 0, max: 20 })),
};

/** Like `optional`, but an empty text counts as absent too. */
export const optionalReference = (name: string) =>
  reference(name)
    .nullish()
    .transform((value) => (value === "" || value === null ? undefined : value));

const PAGE_SIZE = 50;

/** A query's limit and offset. A limit above the maximum is reduced, and the response says so. */
export const pageFields = {
  limit: wholeNumber("limit", { min: 1, example: PAGE_SIZE })
    .transform((value) => Math.min(value, PAGE_SIZE_MAX))
    .default(PAGE_SIZE)
    .describe(`Page size. Default: ${PAGE_SIZE}. Values above ${PAGE_SIZE_MAX} are reduced to ${PAGE_SIZE_MAX}.`),
  offset: wholeNumber("offset", { min: 0, example: 0 }).default(0).describe("Number of items to skip. Default: 0."),
};

/** In a query. */
export function wholeNumber(name: string, { min, max, example }: { min: number; max?: number; example: number }) {
  const about = sentence(name, `a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`);
  return (
    z
      .string(about)
      .regex(/^\d+$/, about)
      // Nothing exists beyond it, and the database cannot count further.
      .transform((value) => Math.min(Number(value), Number.MAX_SAFE_INTEGER))
      .refine((value) => value >= min && (max === undefined || value <= max), about)
      .meta({ type: "integer", minimum: min, ...(max === undefined ? {} : { maximum: max }), example })
  );
}
