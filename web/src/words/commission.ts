import type { CommissionType } from "tributary-sdk/words";
import type { Campaign } from "tributary-sdk";
import type { PortalCampaignRow, PortalConversionRow } from "tributary-sdk/pages";
import { calendarMonth } from "../format/dates.ts";
import { countText, majorOf, minorOf, moneyText, percentText } from "../format/numbers.ts";

export interface RuleDraft {
  readonly type: CommissionType;
  readonly value: number;
  readonly currency: string;
  readonly maturationDays: number;
}

const SAMPLES = [20, 120, 499.9];
const PARTS = 10_000n;

/** What the rule pays on sample orders, calculated like the server: in minor units, rounded half up. */
export function commissionSentence(rule: RuleDraft): string {
  const when =
    rule.maturationDays === 0
      ? "Ready to pay once it is approved."
      : `Ready to pay ${countText(rule.maturationDays, "day")} later, once it is approved.`;
  if (rule.type === "fixed")
    return `Each order pays ${moneyText(rule.value, rule.currency)}, regardless of its amount. ${when}`;
  const parts = SAMPLES.map((amount, index) => {
    const order = moneyText(amount, rule.currency);
    const paid = moneyText(percentageOf(amount, rule.value, rule.currency), rule.currency);
    return index === 0 ? `An order of ${order} pays ${paid}` : `${order} pays ${paid}`;
  });
  return `${parts.join(", ")}. ${when}`;
}

export function percentageOf(amount: number, percentage: number, currency: string): number {
  const rate = BigInt(Math.round(percentage * Number(PARTS)));
  const whole = 100n * PARTS;
  return majorOf((2n * minorOf(amount, currency) * rate + whole) / (2n * whole), currency);
}

type Ruled = "commission_type" | "commission_value" | "currency";

export const ruleText = (campaign: Pick<Campaign, Ruled>): string =>
  campaign.commission_type === "percentage"
    ? percentText(campaign.commission_value)
    : moneyText(campaign.commission_value, campaign.currency);

/** What a campaign pays its affiliate, in short. Under a plan with rules it is only the base. */
export const rateText = (row: Pick<PortalCampaignRow, Ruled | "commission_varies">): string =>
  row.commission_varies === true ? `${ruleText(row)} base rate` : ruleText(row);

/** What sets a conversion apart from an ordinary order; undefined if nothing does. */
export function kindText({
  kind,
  bonus_month: month,
}: Pick<PortalConversionRow, "kind" | "bonus_month">): string | undefined {
  if (kind === "bonus") return month === undefined ? "Bonus" : `Bonus for ${calendarMonth(month)}`;
  return kind === "renewal" ? "Renewal" : undefined;
}

/** When the commission is ready to pay. */
export function readyText(row: PortalConversionRow): string {
  if (row.status === "rejected") return "Never";
  if (row.commission === 0) return "No commission";
  if (row.withdrawable) return "Now";
  if (row.deducted) return "Deducted";
  if (row.payout_id !== null) return "In a payout";
  if (row.days_to_maturation === 0) return "Once approved";
  const left = `In ${countText(row.days_to_maturation, "day")}`;
  return row.status === "pending" ? `${left}, once approved` : left;
}
