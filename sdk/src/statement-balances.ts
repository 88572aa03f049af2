import { decimalsByCurrency } from "./currency.ts";
import type { StatementBalance, StatementLine } from "./statement-format.ts";

export const affiliateAccounts = ["pending", "payable", "in_payout", "paid", "receivable"] as const;
export type AffiliateAccount = (typeof affiliateAccounts)[number];
export type Balances = Readonly<Record<AffiliateAccount, bigint>>;

export const noBalances: Balances = { pending: 0n, payable: 0n, in_payout: 0n, paid: 0n, receivable: 0n };

export function presentBalances(balances: Balances, currency: string): StatementBalance {
  const text = (minor: bigint): string => minorText(minor, decimalsOf(currency));
  const open = balances.pending + balances.payable + balances.in_payout + balances.receivable;
  return {
    pending: text(balances.pending),
    payable: text(balances.payable),
    in_payout: text(balances.in_payout),
    paid: text(balances.paid),
    receivable: text(balances.receivable),
    open: text(open),
  };
}

/** Parses the output of `presentBalances`. Throws on anything it would not have written. */
export function readBalances(written: StatementBalance, currency: string): Balances {
  const balances = { ...noBalances } as Record<AffiliateAccount, bigint>;
  for (const account of affiliateAccounts) balances[account] = minorOf(written[account], currency);
  return balances;
}

/** The balances after a line, computed from the line alone. */
export function afterLine(balances: Balances, line: StatementLine, currency: string): Balances {
  const minor = minorOf(line.amount, currency);
  const change = { ...balances };
  if (isAffiliateAccount(line.from.account)) change[line.from.account] -= minor;
  if (isAffiliateAccount(line.to.account)) change[line.to.account] += minor;
  return change;
}

const isAffiliateAccount = (kind: string): kind is AffiliateAccount =>
  (affiliateAccounts as readonly string[]).includes(kind);

/** Parses a decimal with exactly as many decimals as its currency has. */
export function minorOf(text: string, currency: string): bigint {
  const decimals = decimalsOf(currency);
  const form = decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`);
  if (!form.test(text)) throw new Error(`${text} is not an amount in ${currency}.`);
  return BigInt(text.replace(".", ""));
}

/** `12.30`: an amount in minor units as decimal text. */
export function minorText(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, "0");
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function decimalsOf(currency: string): number {
  const decimals = decimalsByCurrency.get(currency);
  if (decimals === undefined) throw new Error(`${currency} is not a currency.`);
  return decimals;
}
