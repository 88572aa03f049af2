import type { Statement, StatementBalance, StatementLine } from "tributary-sdk/pages";
import { decimalsOf, parseCurrency, type Currency } from "./currency.ts";
import { idOf } from "./ids.ts";
import { affiliateAccounts, PAYOUT_STEPS, type AffiliateAccount } from "./ledger.ts";
import { moneyText } from "./money.ts";
import type { SealedTransfer } from "./seal.ts";

export type { SignedStatement, Statement, StatementLine } from "tributary-sdk/pages";

export type Balances = Readonly<Record<AffiliateAccount, bigint>>;

export const noBalances: Balances = { pending: 0n, payable: 0n, in_payout: 0n, paid: 0n, receivable: 0n };

export function presentBalances(balances: Balances, currency: Currency): StatementBalance {
  const text = (minor: bigint): string => moneyText({ minor, currency });
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

export function presentLine(transfer: SealedTransfer, number: number, currency: Currency): StatementLine {
  return {
    number,
    id: idOf("transfer", transfer.uuid),
    at: transfer.at.toISOString(),
    kind: kindOf(transfer),
    from: { account: transfer.debitKind, owner: ownerId(transfer.debitKind, transfer.debitOwner) },
    to: { account: transfer.creditKind, owner: ownerId(transfer.creditKind, transfer.creditOwner) },
    amount: moneyText({ minor: transfer.amountMinor, currency }),
    conversion_id: transfer.conversion && idOf("conversion", transfer.conversion),
    payout_id: transfer.payout && idOf("payout", transfer.payout),
    claw_back_id: transfer.clawBack && idOf("claw_back", transfer.clawBack),
    step: transfer.seq,
  };
}

const isAffiliateAccount = (kind: string): kind is AffiliateAccount =>
  (affiliateAccounts as readonly string[]).includes(kind);

const ownerId = (kind: string, uuid: string): string => idOf(isAffiliateAccount(kind) ? "affiliate" : "campaign", uuid);

const payoutKinds: readonly StatementLine["kind"][] = [
  "payout_made",
  "claw_back_deducted",
  "payout_paid",
  "payout_returned",
  "claw_back_restored",
  "payout_released",
];

function kindOf({ payout, clawBack, creditKind, debitKind, seq }: SealedTransfer): StatementLine["kind"] {
  if (clawBack !== null) return "clawed_back";
  if (payout !== null) return payoutKinds[(seq - 1) % PAYOUT_STEPS] ?? "payout_made";
  if (creditKind === "campaign") return "rejected";
  if (debitKind !== "campaign") return "approved";
  return seq === 1 ? "earned" : "restored";
}

/** The balances after a line, computed from the line alone. */
export function afterLine(balances: Balances, line: StatementLine, currency: Currency): Balances {
  const minor = minorOf(line.amount, currency);
  const change = { ...balances };
  if (isAffiliateAccount(line.from.account)) change[line.from.account] -= minor;
  if (isAffiliateAccount(line.to.account)) change[line.to.account] += minor;
  return change;
}

/** Parses the output of `presentBalances`. Throws on anything it would not have written. */
export function readBalances(written: StatementBalance, currency: Currency): Balances {
  const balances = { ...noBalances } as Record<AffiliateAccount, bigint>;
  for (const account of affiliateAccounts) balances[account] = minorOf(written[account], currency);
  return balances;
}

/** Parses a decimal with exactly as many decimals as its currency has. */
export function minorOf(text: string, currency: Currency): bigint {
  const decimals = decimalsOf(currency);
  const form = decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`);
  if (!form.test(text)) throw new Error(`${text} is not an amount in ${currency}.`);
  return BigInt(text.replace(".", ""));
}

export function currencyOf(statement: Pick<Statement, "currency">): Currency {
  const currency = parseCurrency(statement.currency);
  if (!currency) throw new Error(`${statement.currency} is not a currency.`);
  return currency;
}

/**
 * JSON with sorted keys and no spaces, so every writer produces the same bytes. For strings, integers, booleans and
 * null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}

/**
 * Splits JSON that contains a statement with empty lines at the place where the lines belong. No string inside JSON can
 * match, because its quotes would be escaped.
 */
export function splitAtLines(text: string): readonly [before: string, after: string] {
  const found = /("lines": ?)\[\]/.exec(text);
  if (!found) throw new Error("This text contains no statement without lines.");
  const [whole, name = ""] = found;
  return [text.slice(0, found.index) + name, text.slice(found.index + whole.length)];
}

/** YYYY-MM → the first day of the month and the start of the next one; undefined for anything else. */
export function monthOf(text: string): { first: string; endsAt: Date } | undefined {
  const found = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/.exec(text);
  if (!found) return undefined;
  const endsAt = new Date(Date.UTC(Number(found[1]), Number(found[2]), 1));
  return { first: `${text}-01`, endsAt };
}
