import type { StatementLine } from "tributary-sdk/pages";
import { affiliateAccounts, type SealedTransfer } from "tributary-sdk/statement";
import type { Currency } from "./values/currency.ts";
import { idOf } from "./ids.ts";
import { PAYOUT_STEPS } from "./ledger.ts";
import { moneyText } from "./values/money.ts";

export type { Statement, StatementLine } from "tributary-sdk/pages";

/** A transfer in an affiliate's chain. */
interface Line extends SealedTransfer {
  readonly number: number;
  /** Whether a refund or an edit changed what the conversion is worth. */
  readonly adjusts: boolean;
}

export function presentLine(transfer: Line, currency: Currency): StatementLine {
  return {
    number: transfer.number,
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

const isAffiliateAccount = (kind: string): boolean => (affiliateAccounts as readonly string[]).includes(kind);

const ownerId = (kind: string, uuid: string): string => idOf(isAffiliateAccount(kind) ? "affiliate" : "campaign", uuid);

const payoutKinds: readonly StatementLine["kind"][] = [
  "payout_made",
  "claw_back_deducted",
  "payout_paid",
  "payout_returned",
  "claw_back_restored",
  "payout_released",
];

/** If a payout returns more claw-backs than it deducts, their steps go the other way. */
function payoutKind(step: number, debitKind: string): StatementLine["kind"] {
  const kind = payoutKinds[step] ?? "payout_made";
  if (kind === "claw_back_deducted" && debitKind === "receivable") return "return_added";
  return kind === "claw_back_restored" && debitKind === "in_payout" ? "return_withdrawn" : kind;
}

function kindOf({ payout, clawBack, creditKind, debitKind, seq, adjusts }: Line): StatementLine["kind"] {
  if (clawBack !== null) return debitKind === "recovered" ? "claw_back_returned" : "clawed_back";
  if (adjusts) return creditKind === "campaign" ? "refunded" : "increased";
  if (payout !== null) return payoutKind((seq - 1) % PAYOUT_STEPS, debitKind);
  if (creditKind === "campaign") return "rejected";
  if (debitKind !== "campaign") return "approved";
  return seq === 1 ? "earned" : "restored";
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
