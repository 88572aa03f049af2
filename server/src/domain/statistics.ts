import type { ConversionStatus } from "./conversion.ts";
import type { Currency } from "./values/currency.ts";
import { zero, type Money } from "./values/money.ts";

/** One row of the totals: conversions with the same status and the same two currencies. */
export interface StatusTotal {
  readonly status: ConversionStatus;
  readonly currency: Currency;
  readonly commissionCurrency: Currency;
  readonly conversions: bigint;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}
export interface CurrencyStatistics {
  readonly revenue: Money;
  readonly pendingCommission: Money;
  /** Pending and approved. */
  readonly commission: Money;
}
export interface Statistics extends CurrencyStatistics {
  /** Without rejected conversions. */
  readonly conversions: number;
  /** Other currencies are never added to the campaign's own. */
  readonly otherCurrencies: readonly CurrencyStatistics[];
}

export function statisticsOf(totals: readonly StatusTotal[], own: Currency): Statistics {
  const counted = totals.filter((total) => total.status !== "rejected" && total.conversions > 0n);
  const currencies = new Set(counted.flatMap((total) => [total.currency, total.commissionCurrency]));
  currencies.delete(own);
  return {
    ...inCurrency(counted, own),
    conversions: Number(counted.reduce((sum, total) => sum + total.conversions, 0n)),
    otherCurrencies: [...currencies].sort().map((currency) => inCurrency(counted, currency)),
  };
}

function inCurrency(totals: readonly StatusTotal[], currency: Currency): CurrencyStatistics {
  let revenue = zero(currency).minor;
  let pending = 0n;
  let commission = 0n;
  for (const total of totals) {
    if (total.currency === currency) revenue += total.revenueMinor;
    if (total.commissionCurrency !== currency) continue;
    commission += total.commissionMinor;
    if (total.status === "pending") pending += total.commissionMinor;
  }
  return {
    revenue: { minor: revenue, currency },
    pendingCommission: { minor: pending, currency },
    commission: { minor: commission, currency },
  };
}

/** Earnings in one currency, without rejected conversions. */
export interface Earnings {
  readonly currency: Currency;
  readonly revenue: Money;
  readonly pendingCommission: Money;
  readonly approvedCommission: Money;
  /** Pending and approved. */
  readonly commission: Money;
}

/** One entry per currency, sorted by code. Currencies are never added up. */
export function earningsOf(totals: readonly StatusTotal[]): Earnings[] {
  const counted = totals.filter((total) => total.status !== "rejected" && total.conversions > 0n);
  const currencies = new Set(counted.flatMap((total) => [total.currency, total.commissionCurrency]));
  return [...currencies].sort().map((currency) => {
    const approved = counted.filter((total) => total.commissionCurrency === currency && total.status === "approved");
    const approvedMinor = approved.reduce((sum, total) => sum + total.commissionMinor, 0n);
    return {
      ...inCurrency(counted, currency),
      currency,
      approvedCommission: { minor: approvedMinor, currency },
    };
  });
}
