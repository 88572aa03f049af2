import type { PortalPayoutRow } from "tributary-sdk/pages";
import { calendarDay } from "../format/dates.ts";
import { countText, moneyText } from "../format/numbers.ts";
import type { Fact } from "../ui/facts.tsx";
import { When } from "../ui/when.tsx";

type Amounts = Pick<
  PortalPayoutRow,
  "amount" | "currency" | "earned" | "conversions" | "clawed_back" | "claw_backs" | "paid_on" | "created_at"
>;

/** How the amount of a payout adds up, for merchants and affiliates. */
export function payoutFacts(payout: Amounts): readonly Fact[] {
  const { currency } = payout;
  return [
    { label: "Amount", value: moneyText(payout.amount, currency) },
    {
      label: "Commissions",
      value: moneyText(payout.earned, currency),
      note: countText(payout.conversions, "conversion"),
    },
    {
      label: payout.clawed_back < 0 ? "Deductions returned" : "Deductions",
      value: moneyText(payout.clawed_back === 0 ? 0 : -payout.clawed_back, currency),
      note: payout.claw_backs === 0 ? "none" : countText(payout.claw_backs, "line"),
    },
    payout.paid_on === null
      ? { label: "Created", value: <When at={payout.created_at} /> }
      : { label: "Paid on", value: calendarDay(payout.paid_on) },
  ];
}
