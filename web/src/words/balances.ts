import type { Balance } from "tributary-sdk/pages";
import { dayOf } from "../format/dates.ts";
import { moneyText } from "../format/numbers.ts";

export type Reader = "merchant" | "affiliate";

/** Why a balance can or cannot be paid now. */
export function balanceSentence(balance: Balance, reader: Reader): string {
  const money = (amount: number): string => moneyText(amount, balance.currency);
  const since =
    balance.withdrawable_since === null ? "" : `, the oldest part since ${dayOf(balance.withdrawable_since)}`;
  const next = balance.next_matures_at === null ? "" : `; the next part is ready on ${dayOf(balance.next_matures_at)}`;
  const owed = money(balance.owed_back);
  const sentences: Readonly<Record<Balance["state"], string>> = {
    payable: `${money(balance.payable)} is ready to pay${since}.`,
    no_payout_details:
      reader === "merchant"
        ? `${money(balance.payable)} is ready to pay, but payout details are missing.`
        : `${money(balance.payable)} is ready, but your payout details are missing. Add them to get paid.`,
    owes_more: `${owed} is to be deducted from ${money(balance.withdrawable)} in commission. Nothing is left to pay, so both carry over.`,
    maturing: `${money(balance.maturing)} is approved and on hold${next}.`,
    pending: `${money(balance.pending)} is pending review.`,
    in_payout: `${money(balance.in_payout)} is on its way in a payout.`,
    nothing: balance.owed_back > 0 ? `${owed} is to be deducted from the next payouts.` : "Nothing is due.",
  };
  return sentences[balance.state];
}
