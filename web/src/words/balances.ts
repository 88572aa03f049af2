import type { Balance } from "tributary-sdk/pages";
import { dayOf } from "../format/dates.ts";
import { moneyText } from "../format/numbers.ts";

export type Reader = "merchant" | "affiliate";

/** Why a balance can or cannot be paid now, in the reader's language of numbers and dates. */
export function balanceSentence(balance: Balance, reader: Reader): string {
  const money = (amount: number): string => moneyText(amount, balance.currency);
  const since =
    balance.withdrawable_since === null ? "" : `, the oldest part since ${dayOf(balance.withdrawable_since)}`;
  const next = balance.next_matures_at === null ? "its maturation" : dayOf(balance.next_matures_at);
  const owed = money(balance.owed_back);
  const sentences: Readonly<Record<Balance["state"], string>> = {
    payable: `${money(balance.payable)} can be paid${since}.`,
    no_payout_details:
      reader === "merchant"
        ? `${money(balance.payable)} could be paid, but the affiliate has not said where to.`
        : `${money(balance.payable)} could be paid, but you have not said where to. Fill in your payout details.`,
    owes_more: `${owed} is to be deducted from ${money(balance.withdrawable)} in commission. Nothing is left to pay, so both carry over.`,
    maturing: `${money(balance.maturing)} is approved and matures; the next part on ${next}.`,
    pending: `${money(balance.pending)} waits for approval.`,
    in_payout: `${money(balance.in_payout)} is in payouts on their way.`,
    nothing: balance.owed_back > 0 ? `${owed} is owed back; the next payouts take it into account.` : "Nothing is due.",
  };
  return sentences[balance.state];
}
