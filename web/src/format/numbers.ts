import { currencyDecimals } from "tributary-sdk/currency";

const plain = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 4 });
const byCurrency = new Map<string, Intl.NumberFormat>();

export const numberText = (value: number): string => plain.format(value);
export const percentText = (value: number): string => percent.format(value / 100);

export function moneyText(amount: number, currency: string): string {
  return formatOf(currency).format(amount);
}

/** Currencies are never added up: each has an amount of its own. */
export const amountsText = (amounts: Readonly<Record<string, number>>, none: string): string => {
  const texts = Object.entries(amounts).map(([currency, amount]) => moneyText(amount, currency));
  return texts.length === 0 ? none : texts.join(" · ");
};

function formatOf(currency: string): Intl.NumberFormat {
  const known = byCurrency.get(currency);
  if (known) return known;
  const decimals = currencyDecimals(currency);
  // Both bounds: Intl knows some currencies without the decimals in which the service counts them.
  const bounds = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat(undefined, { style: "currency", currency, ...bounds });
  byCurrency.set(currency, made);
  return made;
}

/** `1 day`, `12 days`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** In the smallest unit of the currency, in which sums are exact. */
export const minorOf = (amount: number, currency: string): bigint =>
  BigInt(Math.round(amount * 10 ** currencyDecimals(currency)));
export const majorOf = (minor: bigint, currency: string): number => Number(minor) / 10 ** currencyDecimals(currency);

/** Currencies are never added up: each has a sum of its own. */
export function sumByCurrency(
  amounts: readonly (readonly [currency: string, amount: number])[],
): Record<string, number> {
  const sums = new Map<string, bigint>();
  for (const [currency, amount] of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minorOf(amount, currency));
  return Object.fromEntries([...sums].map(([currency, minor]) => [currency, majorOf(minor, currency)]));
}
