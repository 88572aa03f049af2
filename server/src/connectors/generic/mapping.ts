import { DEFAULT_CURRENCY, parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { parsePaths, type JsonPath } from "./json-path.ts";

/** Where a shop's JSON has its fields. The defaults are the names of our own API, alone or in `data`. */
const both = (...fields: readonly string[]): string => fields.flatMap((field) => [field, `data.${field}`]).join("|");

const DEFAULT_PATHS = {
  topic: "type|event|topic",
  test: both("test"),
  "order.id": `${both("external_id")}|order.id|data.order.id|data.id|id`,
  "order.amount": both("amount"),
  "order.currency": both("currency"),
  "order.paid_at": `${both("paid_at")}|timestamp`,
  "order.updated_at": `${both("updated_at")}|timestamp`,
  "order.click_id": both("click_id", "service_id"),
  "order.coupon": both("coupon", "coupon_code"),
  "order.customer_id": both("customer_id"),
  "order.customer_email": both("customer_email"),
  "order.subscription_id": both("subscription_id"),
  "order.renewal": both("renewal"),
  "order.country": both("country"),
  "order.items": both("items"),
  // Of each item.
  "item.id": "id|line_id",
  "item.sku": "sku",
  "item.product_id": "product_id",
  "item.category": "category",
  "item.quantity": "quantity",
  "item.amount": "amount",
  "refund.id": `${both("external_id", "refund_id")}|data.id|id`,
  "refund.order_id": both("conversion_external_id", "order_id"),
  "refund.amount": both("amount"),
  "refund.currency": both("currency"),
  "refund.occurred_at": `${both("occurred_at", "created_at")}|timestamp`,
  "refund.reason": both("reason"),
} as const;

/** Not paths, but what the paths' values mean. */
const DEFAULT_WORDS = {
  order_topics: "order.paid, order.completed, order.updated",
  refund_topics: "refund.created, refund.succeeded, order.refunded",
  money: "major",
  currency: DEFAULT_CURRENCY,
} as const;

export type PathName = keyof typeof DEFAULT_PATHS;

export interface Mapping {
  readonly paths: Readonly<Record<PathName, readonly JsonPath[]>>;
  readonly orderTopics: ReadonlySet<string>;
  readonly refundTopics: ReadonlySet<string>;
  /** `minor`: 1230 is 12.30. */
  readonly money: "major" | "minor";
  /** Of orders that name none. A refund that names none is in that of its order. */
  readonly currency: Currency;
}

/** What is wrong with a mapping, as one sentence. */
export class MappingProblem extends Error {
  override readonly name = "MappingProblem";
}

const VALUE_MAX = 1000;

/** A field that the merchant leaves out or empty has its default. */
export function parseMapping(given: Readonly<Record<string, string>>): Mapping {
  const known = new Set([...Object.keys(DEFAULT_PATHS), ...Object.keys(DEFAULT_WORDS)]);
  for (const [name, value] of Object.entries(given)) {
    if (!known.has(name)) throw new MappingProblem(`The mapping has no field ${name.slice(0, 100)}.`);
    if (value.length > VALUE_MAX) throw new MappingProblem(`${name} must be at most ${VALUE_MAX} characters.`);
  }
  const chosen = (name: string, byDefault: string): string =>
    (Object.hasOwn(given, name) ? given[name]?.trim() : undefined) || byDefault;
  const paths = Object.entries(DEFAULT_PATHS).map(([name, byDefault]) => {
    const parsed = parsePaths(chosen(name, byDefault));
    if (!parsed) throw new MappingProblem(`${name} must be a path such as data.order.id or lines[0].price.`);
    return [name, parsed] as const;
  });
  const money = chosen("money", DEFAULT_WORDS.money);
  if (money !== "major" && money !== "minor") throw new MappingProblem("money must be major or minor.");
  const currency = parseCurrency(chosen("currency", DEFAULT_WORDS.currency));
  if (!currency) throw new MappingProblem("currency must be an ISO 4217 code.");
  const topics = (name: "order_topics" | "refund_topics"): ReadonlySet<string> =>
    new Set(
      chosen(name, DEFAULT_WORDS[name])
        .split(",")
        .map((topic) => topic.trim()),
    );
  return {
    paths: Object.fromEntries(paths) as unknown as Mapping["paths"],
    orderTopics: topics("order_topics"),
    refundTopics: topics("refund_topics"),
    money,
    currency,
  };
}
