import type { ConversionStatus } from "../../src/domain/conversion.ts";
import { DAY_MS } from "../../src/domain/values/day.ts";

/** The ledger in a few lines of arithmetic, independent of the application's code, which must match it. */
export interface ModelConversion {
  readonly affiliate: number;
  readonly amount: bigint;
  readonly currency: string;
  readonly commission: bigint;
  readonly commissionCurrency: string;
  readonly maturesAt: number;
  status: ConversionStatus;
  transitions: number;
}
export interface Terms {
  readonly currency: string;
  readonly maturationDays: number;
  /** In hundredths of a percent, or a fixed amount in minor units of the campaign's currency. */
  readonly rate: { readonly type: "percentage" | "fixed"; readonly value: bigint };
}
export interface Order {
  readonly affiliate: number;
  readonly amount: bigint;
  readonly currency: string;
}

export class ModelCampaign {
  readonly #terms: Terms;
  readonly conversions: ModelConversion[] = [];
  budget: bigint | null;

  constructor(terms: Terms, budget: bigint | null) {
    this.#terms = terms;
    this.budget = budget;
  }

  get spend(): bigint {
    const own = this.conversions.filter(
      (one) => one.status !== "rejected" && one.commissionCurrency === this.#terms.currency,
    );
    return sum(own.map((one) => one.commission));
  }

  track({ affiliate, amount, currency }: Order, now: number): string {
    const { rate, maturationDays, currency: own } = this.#terms;
    const fixed = rate.type === "fixed";
    const commission = fixed ? rate.value : (amount * rate.value + 5_000n) / 10_000n;
    const commissionCurrency = fixed ? own : currency;
    if (this.budget !== null && commissionCurrency !== own) return "currency_mismatch";
    if (this.budget !== null && this.spend + commission > this.budget) return "budget_exceeded";
    const maturesAt = now + maturationDays * DAY_MS;
    this.conversions.push({
      affiliate,
      amount,
      currency,
      commission,
      commissionCurrency,
      maturesAt,
      status: "pending",
      transitions: 1,
    });
    return "pending";
  }

  approve(one: ModelConversion): string {
    return one.status === "pending" ? move(one, "approved") : "conversion_not_pending";
  }

  reject(one: ModelConversion, now: number): string {
    if (one.status === "rejected") return "conversion_already_rejected";
    return now < one.maturesAt ? move(one, "rejected") : "outside_maturation_period";
  }

  rejectAsMember(one: ModelConversion, now: number): string {
    return one.status === "pending" ? move(one, "rejected") : this.reject(one, now);
  }

  unreject(one: ModelConversion, now: number): string {
    if (one.status !== "rejected") return "conversion_not_rejected";
    if (now >= one.maturesAt) return "outside_maturation_period";
    const counts = one.commissionCurrency === this.#terms.currency;
    if (counts && this.budget !== null && this.spend + one.commission > this.budget) return "budget_exceeded";
    return move(one, "pending");
  }

  /** `kind affiliate currency` → balance, without zeros. */
  balances(): Map<string, bigint> {
    const balances = new Map<string, bigint>();
    const add = (key: string, minor: bigint): unknown => balances.set(key, (balances.get(key) ?? 0n) + minor);
    for (const { affiliate, status, commission, commissionCurrency } of this.conversions) {
      if (status === "rejected" || commission === 0n) continue;
      add(`campaign ${commissionCurrency}`, -commission);
      add(`${status === "pending" ? "pending" : "payable"} ${affiliate} ${commissionCurrency}`, commission);
    }
    return balances;
  }

  /** Of all affiliates or of one, in the campaign's currency. */
  statistics(affiliate?: number): { conversions: number; revenue: bigint; pendingCommission: bigint } {
    const counted = this.conversions.filter(
      (one) => one.status !== "rejected" && (affiliate ?? one.affiliate) === one.affiliate,
    );
    const own = this.#terms.currency;
    return {
      conversions: counted.length,
      revenue: sum(counted.filter((one) => one.currency === own).map((one) => one.amount)),
      pendingCommission: sum(
        counted
          .filter((one) => one.commissionCurrency === own && one.status === "pending")
          .map((one) => one.commission),
      ),
    };
  }
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

function move(one: ModelConversion, to: ConversionStatus): string {
  one.status = to;
  one.transitions += 1;
  return to;
}
