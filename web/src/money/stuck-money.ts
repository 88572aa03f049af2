import type { MoneySummaryResponse } from "tributary-sdk/pages";
import { listText } from "../format/list-text.ts";
import { countText, moneyText } from "../format/numbers.ts";

type Sums = readonly { readonly currency: string; readonly amount: number }[];

const amountsOf = (sums: Sums): string => listText(sums.map(({ amount, currency }) => moneyText(amount, currency)));

/** `€449.19 ready to pay`; undefined if there is nothing. */
export const readyText = ({ ready }: MoneySummaryResponse): string | undefined =>
  ready.length === 0 ? undefined : `${amountsOf(ready)} ready to pay`;

/** `€1,091.75 blocked: 4 affiliates without payout details` */
export const blockedText = ({ blocked, blocked_affiliates: people }: MoneySummaryResponse): string | undefined =>
  people === 0 ? undefined : `${amountsOf(blocked)} blocked: ${countText(people, "affiliate")} without payout details`;

/** `€12.00 can't be paid: 1 affiliate deleted their account.` */
export function unpayableText({ unpayable, unpayable_affiliates: people }: MoneySummaryResponse): string | undefined {
  if (people === 0) return undefined;
  return `${amountsOf(unpayable)} can't be paid: ${countText(people, "affiliate")} deleted their account${people === 1 ? "" : "s"}.`;
}

/** `55 conversions pending review for more than 60 days, €255.10 and £6.33` */
export function waitingLongText({ waiting_long: waiting }: MoneySummaryResponse): string | undefined {
  const conversions = waiting.reduce((sum, each) => sum + each.conversions, 0);
  if (conversions === 0) return undefined;
  const amounts = amountsOf(waiting.map(({ commission, currency }) => ({ amount: commission, currency })));
  return `${countText(conversions, "conversion")} pending review for more than 60 days, ${amounts}`;
}
