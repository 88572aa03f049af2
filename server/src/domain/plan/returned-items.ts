import { MILLION } from "./rounding.ts";
import { times, type Ratio } from "./ratio.ts";
import type { PaidLine } from "./trace.ts";

export interface ItemizedRefund {
  readonly amountMinor: bigint;
  readonly items: readonly { readonly sku: string; readonly quantity: number }[];
}

/** An item of the order that took a rule of its own. */
export type ItemLine = PaidLine & { readonly sku: string; readonly quantity: number };

/** The lines of one SKU together, and how many of them came back. */
interface Sku {
  quantity: number;
  amountMinor: bigint;
  returned: number;
}
export type Skus = ReadonlyMap<string, Readonly<Sku>>;

export function skusOf(lines: readonly ItemLine[], refunds: readonly ItemizedRefund[]): Skus {
  const skus = new Map<string, Sku>();
  for (const { sku, quantity, amountMinor } of lines) {
    const found = skus.get(sku);
    if (!found) skus.set(sku, { quantity, amountMinor, returned: 0 });
    else {
      found.quantity += quantity;
      found.amountMinor += amountMinor;
    }
  }
  for (const { items } of refunds)
    for (const { sku, quantity } of items) {
      const found = skus.get(sku);
      if (found) found.returned += quantity;
    }
  return skus;
}

/**
 * What refunds give back beyond the value of their items, such as shipping or items without a rule of their own. An
 * item that is returned more often than it was sold explains its value once. Each part only grows with more refunds, so
 * no refund can raise a commission.
 */
export function unexplainedMinor(skus: Skus, refunds: readonly ItemizedRefund[]): bigint {
  const explained = new Map<string, bigint>();
  let beyond = 0n;
  for (const { amountMinor, items } of refunds) {
    const values = valuesOf(items, skus);
    const total = values.reduce((sum, [, value]) => sum + value, 0n);
    const covered = least(amountMinor, total);
    beyond += amountMinor - covered;
    for (const [sku, value] of values) {
      const part = covered === total ? value : (value * covered) / total;
      explained.set(sku, (explained.get(sku) ?? 0n) + part);
    }
  }
  for (const [sku, { quantity, returned, amountMinor }] of skus) {
    const twice = (explained.get(sku) ?? 0n) - amountMinor;
    if (returned >= quantity && twice > 0n) beyond += twice;
  }
  return beyond;
}

/** The value of each SKU in a refund. Rounded up: shops refund a third of 100.00 as 33.33 or 33.34. */
function valuesOf(items: ItemizedRefund["items"], skus: Skus): [sku: string, value: bigint][] {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of items) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  const values: [string, bigint][] = [];
  for (const [sku, returned] of quantities) {
    const found = skus.get(sku);
    if (!found) continue;
    const sold = BigInt(found.quantity);
    values.push([sku, (found.amountMinor * BigInt(Math.min(returned, found.quantity)) + sold - 1n) / sold]);
  }
  return values;
}

/** What is left of the items with a rule of their own. */
export interface ItemsLeft {
  readonly valueMinor: Ratio;
  /** In millionths. */
  readonly percentages: Ratio;
  readonly fixed: Ratio;
  /** The share of the value that is left after the spill. */
  readonly afterSpill: Ratio;
}

/** `spillMinor` is taken from all items that are left, by their value. */
export function leftOfItems(
  lines: readonly ItemLine[],
  { skus, spillMinor }: { skus: Skus; spillMinor: bigint },
): ItemsLeft {
  // A multiple of every quantity that was returned in part makes each share a whole number.
  const under = [...skus.values()].reduce(
    (product, { quantity, returned }) => (returned > 0 && returned < quantity ? product * BigInt(quantity) : product),
    1n,
  );
  let [value, percentages, fixed] = [0n, 0n, 0n];
  for (const { sku, quantity, amountMinor, pay } of lines) {
    const share = shareLeft(skus.get(sku), under);
    value += amountMinor * share;
    if (pay.type === "percentage") percentages += amountMinor * share * pay.partsPerMillion;
    if (pay.type === "fixed") fixed += pay.minor * BigInt(quantity) * share * MILLION;
  }
  const spill = least(spillMinor * under, value);
  const afterSpill = value === 0n ? { over: 1n, under: 1n } : { over: value - spill, under: value };
  return {
    valueMinor: { over: value - spill, under },
    percentages: times({ over: percentages, under }, afterSpill),
    fixed: { over: fixed, under },
    afterSpill,
  };
}

/** How much of a SKU is left, in parts of `under`. */
function shareLeft(sku: Readonly<Sku> | undefined, under: bigint): bigint {
  if (!sku || sku.returned === 0) return under;
  return sku.returned >= sku.quantity ? 0n : (under / BigInt(sku.quantity)) * BigInt(sku.quantity - sku.returned);
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
