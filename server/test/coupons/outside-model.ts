/** Who should get an order, and how much, by a model that shares no code with the product and keeps all in memory. */
export interface ModelOrder {
  readonly paidAt: number;
  readonly amountCents: number;
  /** The name of a coupon, `unknown`, or none. */
  readonly coupon: string | null;
  readonly click: { readonly who: number; readonly at: number } | null;
}

export type ModelResult =
  | { readonly who: number; readonly by: "click" | "coupon"; readonly coupon: string | null; readonly cents: number }
  | string;

interface Coupon {
  readonly from: number;
  until: number;
  readonly holders: { readonly from: number; readonly who: number }[];
}

interface Setting {
  readonly evidence: "coupon" | "click";
  readonly budgetCents: number;
  readonly windowMs: number;
}

export class Model {
  readonly setting: Setting;
  /** Coupons with the same code follow each other. */
  readonly coupons = new Map<string, Coupon[]>();
  spentCents = 0;

  constructor(setting: Setting) {
    this.setting = setting;
  }

  active(code: string): Coupon | undefined {
    return this.coupons.get(code)?.find(({ until }) => until === Infinity);
  }

  create(code: string, who: number, at: number): void {
    const coupon = { from: at, until: Infinity, holders: [{ from: at, who }] };
    this.coupons.set(code, [...(this.coupons.get(code) ?? []), coupon]);
  }

  /** The moments at which something about a code changed. */
  changesOf(code: string): number[] {
    return (this.coupons.get(code) ?? []).flatMap(({ until, holders }) => [
      ...holders.map(({ from }) => from),
      ...(until === Infinity ? [] : [until]),
    ]);
  }

  #holder(code: string, at: number): number | "ended" | "unknown" {
    const coupon = this.coupons.get(code)?.findLast(({ from }) => from <= at);
    if (!coupon) return "unknown";
    return at < coupon.until ? (coupon.holders.findLast(({ from }) => from <= at)?.who ?? "unknown") : "ended";
  }

  track({ paidAt, amountCents, coupon, click }: ModelOrder): ModelResult {
    const held = coupon === null ? "none" : this.#holder(coupon, paidAt);
    const holder = typeof held === "number" ? held : null;
    const clicked = click && paidAt - click.at < this.setting.windowMs ? click.who : null;
    if (holder === null && clicked === null) {
      if (held === "ended") return "coupon_ended";
      return click ? "outside_attribution_window" : "coupon_not_found";
    }
    const byClick = clicked !== null && (holder === null || holder === clicked || this.setting.evidence === "click");
    const who = byClick ? clicked : holder;
    const cents = Math.round(amountCents / 10);
    if (this.spentCents + cents > this.setting.budgetCents) return "budget_exceeded";
    this.spentCents += cents;
    return { who: who ?? -1, by: byClick ? "click" : "coupon", coupon: holder === null ? null : coupon, cents };
  }
}
