import { kindOf, operations, type Operation } from "../support/operations.ts";
import type { ShopKind } from "../support/shop.ts";
import type { Seeded } from "../support/seeded.ts";
import { campaignBody } from "../support/world.ts";

/** Existing records that a fuzzed request may use, so that it also reaches the rules behind the checks. */
export interface Known {
  readonly shops: readonly KnownShop[];
  readonly conversions: string[];
}
export interface KnownShop {
  readonly kind: ShopKind;
  readonly key: string;
  readonly campaign: string;
  readonly code: string;
  readonly affiliate: string;
  readonly click: string;
}
export interface FuzzedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

const oddTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff",
  "\u202e",
  "😀",
  "e\u0301",
  "\u0131",
  "null",
  "undefined",
  "true",
  "0",
  "-1",
  "1e400",
  "NaN",
  "__proto__",
  "constructor",
  "toString",
  "' or 1=1 --",
  "'; drop table conversions; --",
  "$1",
  "%s%n",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "https://user:pass@shop.example",
  "https://[::1]/",
  "http://",
  "2026-02-30T25:61:61Z",
  "\r\nset-cookie: a=b",
  "x".repeat(300),
  "x".repeat(5000),
  "ß".repeat(260),
];
const oddNumbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  0.005,
  1.005,
  1e-7,
  1e-300,
  5e-324,
  99.99999,
  100,
  100.0001,
  365,
  366,
  1e6,
  1e9,
  1e9 + 0.01,
  1e15,
  2 ** 53,
  2 ** 63,
  1e21,
  1e300,
  1.7976931348623157e308,
];
const statuses = ["active", "paused", "archived", "pending", "approved", "rejected", "ACTIVE", ""];
const currencies = ["EUR", "usd", "JPY", "KWD", "CLF", "XXX", "E", "€", ""];
const fields =
  "name target_url type status commission_type commission_value visibility attribution_window maturation_days max_budget currency campaign_id affiliate_code click_id external_id amount email reason id account_id current_spend created_at payout_id seq customer_id customer_email items subscription_id country paid_at plan rebind group_id unknown".split(
    " ",
  );

const tracking = operations.filter(({ method, route }) => method === "POST" && route === "/v1/conversions");

export class Fuzzer {
  readonly #seeded: Seeded;
  readonly #known: Known;
  /** The shop whose key the current request has. */
  #shop: KnownShop;

  constructor(seeded: Seeded, known: Known) {
    this.#seeded = seeded;
    this.#known = known;
    this.#shop = seeded.pick(known.shops);
  }

  next(): FuzzedRequest {
    const operation = this.#operation();
    const { route, method } = operation;
    // Only a test key can use the operations of test mode. They may empty the shop, so the others use live ones.
    this.#shop = this.#seeded.pick(this.#known.shops.filter(({ kind }) => kind === kindOf(operation)));
    const url = this.#maybe(40) ? this.#oddPath() : this.#path(route);
    const payload = this.#payload(method, route);
    return {
      method: this.#maybe(50)
        ? this.#seeded.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
        : method,
      url: `${url}${this.#query(method)}`,
      headers: this.#headers(payload !== undefined),
      ...(payload === undefined ? {} : { payload }),
    };
  }

  /** Archived or removed records no longer track, so a few of those are enough. Most rules are behind an order. */
  #operation(): Operation {
    const operation = this.#seeded.pick(this.#maybe(5) ? tracking : operations);
    return operation.method === "DELETE" && !this.#maybe(12) ? this.#operation() : operation;
  }

  /** True once in this many times. */
  #maybe(times: number): boolean {
    return this.#seeded.below(times) === 0;
  }

  /** Usually the shop's own, sometimes another's. */
  #one(part: Exclude<keyof KnownShop, "kind">): string {
    return (this.#maybe(8) ? this.#seeded.pick(this.#known.shops) : this.#shop)[part];
  }

  #path(route: string): string {
    return route.replaceAll(/:(\w+)/g, (_, name: string) => {
      if (this.#maybe(6)) return encodeURIComponent(this.#text().toWellFormed());
      if (name === "affiliate_id") return this.#seeded.pick(this.#known.shops).affiliate;
      return route.includes("/conversions/:id") ? this.#seeded.pick(this.#known.conversions) : this.#one("campaign");
    });
  }

  #oddPath(): string {
    return this.#seeded.pick([
      "/v1",
      "/v1/",
      "/v1/%",
      "/v1/%zz/%00",
      "/v1/campaigns/%ff%fe",
      "/v1/campaigns//affiliates",
      "/v1/campaigns/%2e%2e%2f/conversions",
      `/v1/campaigns/${"a".repeat(3000)}`,
      "/v1/conversions/%F0%9F%92%A9/reject",
      "/v1/campaigns;a=b/x",
      "/v1/campaigns/*",
    ]);
  }

  #query(method: string): string {
    if (method !== "GET" ? !this.#maybe(10) : this.#maybe(3)) return "";
    const names = ["limit", "offset", "status", "affiliate_id", "__proto__", "limit[]", "x", ""];
    const values = [
      "1",
      "100",
      "0",
      "-1",
      "1.5",
      "abc",
      "",
      "9".repeat(25),
      "%00",
      "%ff",
      "%",
      ...statuses,
      this.#one("affiliate"),
    ];
    const count = 1 + this.#seeded.below(3);
    return `?${Array.from({ length: count }, () => `${this.#seeded.pick(names)}=${this.#seeded.pick(values)}`).join("&")}`;
  }

  #headers(hasBody: boolean): Record<string, string> {
    const key = this.#maybe(30) ? this.#seeded.pick(["", "sk_live_x", `sk_live_${"a".repeat(43)}`]) : this.#one("key");
    const type = this.#maybe(20)
      ? this.#seeded.pick([
          "text/plain",
          "application/xml",
          "nonsense",
          "",
          "application/json;",
          "application/json; charset=utf-16",
        ])
      : "application/json";
    return {
      authorization: this.#maybe(60) ? key : `Bearer ${key}`,
      ...(hasBody || this.#maybe(10) ? { "content-type": type } : {}),
      ...(this.#maybe(20)
        ? { "x-forwarded-for": "1.2.3.4, ::1", accept: "text/html", cookie: "tributary_session=x; %=%" }
        : {}),
      ...(this.#maybe(20)
        ? { "content-encoding": "gzip", "accept-encoding": "br", range: "bytes=0-1", "if-none-match": "*" }
        : {}),
    };
  }

  #payload(method: string, route: string): string | Buffer | undefined {
    if (method === "GET" ? !this.#maybe(20) : this.#maybe(20)) return undefined;
    if (this.#maybe(25))
      return this.#seeded.pick(["", "{", "[", "[]", "null", "0", '"x"', '{"__proto__":{}}', "x".repeat(65_537)]);
    if (this.#maybe(40))
      return Buffer.from(Array.from({ length: 1 + this.#seeded.below(40) }, () => this.#seeded.below(256)));
    if (this.#maybe(50)) return `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const body: Record<string, unknown> = this.#sensible(route);
    for (let changes = this.#seeded.below(4); changes > 0; changes -= 1)
      body[this.#seeded.pick(fields)] = this.#value(3);
    return JSON.stringify(body).replace('"1e400"', "1e400");
  }

  #sensible(route: string): Record<string, unknown> {
    const pick = <Item>(items: readonly Item[]): Item => this.#seeded.pick(items);
    if (route === "/v1/conversions")
      return {
        campaign_id: this.#one("campaign"),
        ...(this.#maybe(3) ? { click_id: this.#one("click") } : {}),
        affiliate_code: this.#one("code"),
        // Few enough that duplicates are common.
        external_id: `fuzz-${this.#seeded.below(2000)}`,
        amount: pick([0, 1, 9.99, 50, 100]),
        currency: pick(["EUR", "EUR", "USD", "JPY"]),
        ...(this.#maybe(4) ? { coupon_code: `code ${this.#seeded.below(20)}` } : {}),
        ...(this.#maybe(3) ? { customer_id: `customer-${this.#seeded.below(20)}` } : {}),
        ...(this.#maybe(5) ? { items: [{ sku: pick(["PRO-1", "GIFT"]), quantity: 1, amount: pick([0, 1, 50]) }] } : {}),
      };
    if (route.endsWith("/commission-preview"))
      return { affiliate_code: this.#one("code"), amount: pick([0, 9.99, 100]) };
    if (route.endsWith("/plan")) return { plan: this.#plan() };
    if (route.endsWith("/group")) return { group_id: null };
    if (route.includes("/groups")) return { name: `Group ${this.#seeded.below(50)}`, plan: this.#plan() };
    if (route.includes("/coupons"))
      return { code: `CODE ${this.#seeded.below(20)}`, affiliate_id: this.#one("affiliate") };
    if (route.endsWith("/affiliates")) return { email: `fuzz${this.#seeded.below(50)}@partner.example` };
    if (route.endsWith("/reject")) return { reason: this.#text() };
    if (route === "/v1/campaigns/:id")
      return { status: pick(["active", "active", "active", "paused"]), max_budget: pick([null, null, 500]) };
    return { ...campaignBody };
  }

  #plan(): Record<string, unknown> {
    const pick = <Item>(items: readonly Item[]): Item => this.#seeded.pick(items);
    return {
      base: pick([
        { type: "percentage", value: 20 },
        { type: "fixed", value: 5 },
      ]),
      ...(this.#maybe(3) ? { repeat: pick([{ pay: "none" }, { pay: "limited", payments: 2 }]) } : {}),
      ...(this.#maybe(3) ? { lines: [{ id: "l1", when: { sku: ["PRO-*"] }, pay: { type: "none" } }] } : {}),
      ...(this.#maybe(8) ? { [pick(fields)]: this.#value(2) } : {}),
    };
  }

  #text(): string {
    return this.#seeded.pick(oddTexts);
  }

  #value(depth: number): unknown {
    const pick = <Item>(items: readonly Item[]): Item => this.#seeded.pick(items);
    const below = (limit: number): number => this.#seeded.below(limit);
    const simple: (() => unknown)[] = [
      () => this.#text(),
      () => pick(oddNumbers),
      () => pick([true, false, null]),
      () => pick(statuses),
      () => pick(currencies),
      () => pick([this.#one("campaign"), this.#one("code"), this.#one("click"), pick(this.#known.conversions)]),
    ];
    if (depth === 0 || !this.#maybe(5)) return pick(simple)();
    if (this.#maybe(2)) return Array.from({ length: below(4) }, () => this.#value(depth - 1));
    return Object.fromEntries(Array.from({ length: below(4) }, () => [pick(fields), this.#value(depth - 1)]));
  }
}
