import type { CouponOfOrder } from "../../domain/connectors/fact.ts";
import {
  fieldsAt,
  integerAt,
  neededInteger,
  parseFields,
  textAt,
  valueAt,
  type Fields,
} from "../shared/json-fields.ts";
import { ReceiptProblem } from "../shared/provider.ts";
import { rankedTime } from "../shared/ranked-time.ts";

/** A Stripe event: https://docs.stripe.com/api/events/object. */
export interface StripeEvent {
  readonly type: string;
  readonly object: Fields;
  readonly createdSeconds: bigint;
  /** Such as `2026-10-28.endive`, chosen when the merchant created the endpoint. null: the current one. */
  readonly apiVersion: string | null;
}

export function stripeEvent(body: string): StripeEvent & { readonly isTest: boolean } {
  const event = parseFields(body);
  const object = fieldsAt(event, "data.object");
  if (object === null) throw new ReceiptProblem("The body has no data.object.");
  return {
    type: textAt(event, "type") ?? "",
    object,
    createdSeconds: neededInteger(event, "created"),
    apiVersion: textAt(event, "api_version"),
    isTest: valueAt(event, "livemode") === false,
  };
}

/** Versions are dates, so they compare as text. */
export const isBefore = ({ apiVersion }: StripeEvent, version: string): boolean =>
  apiVersion !== null && apiVersion.slice(0, version.length) < version;

export const dateOf = (unixSeconds: bigint): Date => new Date(Number(unixSeconds) * 1_000);

/**
 * Stripe's times are whole seconds, and an object can change twice in one. Then the later state has the higher `step`
 * and wins by that many milliseconds.
 */
export const stateTime = ({ createdSeconds }: StripeEvent, step: number): Date =>
  rankedTime(dateOf(createdSeconds), step);

export const timeAt = (object: Fields, path: string): Date | null => {
  const seconds = integerAt(object, path);
  return seconds === null ? null : dateOf(seconds);
};

/** The ID of another object, which Stripe sends alone or with the whole object. */
export const idAt = (object: Fields, path: string): string | null =>
  textAt(object, path) ?? textAt(fieldsAt(object, path), "id");

/** Handles such as `invoice:in_1` of the objects that are named. */
export const handlesOf = (ids: Readonly<Record<string, string | null>>): readonly string[] =>
  Object.entries(ids).flatMap(([name, id]) => (id === null ? [] : [`${name}:${id}`]));

/** The promotion codes of discounts. Stripe sends only the ID of each, unless the object was expanded. */
export function couponsOf(discounts: readonly Fields[]): readonly CouponOfOrder[] {
  return discounts.flatMap((discount): CouponOfOrder[] => {
    const code = textAt(discount, "promotion_code.code");
    if (code !== null) return [{ code }];
    const couponId = idAt(discount, "promotion_code");
    return couponId === null ? [] : [{ couponId }];
  });
}

export const countryAt = (object: Fields, path: string): string | null => {
  const country = textAt(object, path);
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null;
};
