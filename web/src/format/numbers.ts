import { currencyDecimals } from "tributary-sdk/currency";

const plain = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 4 });
const byCurrency = new Map<string, Intl.NumberFormat>();

/** As wide as a digit, unlike the hyphen that Intl uses. */
const MINUS = "−";

export const numberText = (value: number): string => plain.format(value);
export const percentText = (value: number): string => percent.format(value / 100);

export function moneyText(amount: number, currency: string): string {
  return formatOf(currency).format(amount).replace("-", MINUS);
}

/** For figures that set the minor units apart. */
export const moneyParts = (amount: number, currency: string): Intl.NumberFormatPart[] =>
  formatOf(currency)
    .formatToParts(amount)
    .map((part) => (part.type === "minusSign" ? { ...part, value: MINUS } : part));

/** One amount per currency: amounts in different currencies are never added up. */
export const amountsText = (amounts: Readonly<Record<string, number>>, none: string): string => {
  const texts = Object.entries(amounts).map(([currency, amount]) => moneyText(amount, currency));
  return texts.length === 0 ? none : texts.join(" · ");
};

function formatOf(currency: string): Intl.NumberFormat {
  const known = byCurrency.get(currency);
  if (known) return known;
  const decimals = currencyDecimals(currency);
  // Set both bounds: for some currencies, Intl defaults to fewer decimals than the server uses.
  const bounds = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency, ...bounds });
  byCurrency.set(currency, format);
  return format;
}

/** `1 day`, `12 days`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** In minor units, where sums are exact. */
export const minorOf = (amount: number, currency: string): bigint =>
  BigInt(Math.round(amount * 10 ** currencyDecimals(currency)));
export const majorOf = (minor: bigint, currency: string): number => Number(minor) / 10 ** currencyDecimals(currency);

/** One sum per currency. */
export function sumByCurrency(
  amounts: readonly (readonly [currency: string, amount: number])[],
): Record<string, number> {
  const sums = new Map<string, bigint>();
  for (const [currency, amount] of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minorOf(amount, currency));
  return Object.fromEntries([...sums].map(([currency, minor]) => [currency, majorOf(minor, currency)]));
}
