import { planTerms } from "tributary-sdk/plan";
import type { AffiliationStatus } from "./affiliation.ts";
import type { Campaign } from "./campaign.ts";
import { commissionValueOf, type CommissionRule } from "./values/commission.ts";
import type { Conversion } from "./conversion.ts";
import { DAY_MS } from "./values/day.ts";
import { moneyOf, moneyText } from "./values/money.ts";
import { planJson } from "./plan/plan-json.ts";
import { isOnlyBase, type Plan } from "./plan/plan.ts";
import { isPartial, type Deduction } from "./withdrawable.ts";

/** The terms that an affiliate agrees to, as sentences. */
export interface Terms {
  readonly commission: string;
  readonly attribution: string;
  readonly maturation: string;
  readonly approval: string;
}

/** `plan`: the one that decides for the affiliate, if there is one. */
export function termsOf(campaign: Campaign, plan?: Plan): Terms {
  return {
    commission: plan ? planTerm(plan) : commissionTerm(campaign.commission),
    attribution: `A click on your link counts for ${days(campaign.attributionWindowDays)}. You earn commission on orders in that time, unless the customer follows another affiliate's link later.${laterOrders(campaign, plan)}`,
    maturation:
      campaign.maturationDays === 0
        ? "Commission is ready to pay as soon as it is approved."
        : `Commission is ready to pay ${days(campaign.maturationDays)} after the order, once it is approved.`,
    approval: "The merchant reviews each conversion and approves or rejects it.",
  };
}

function commissionTerm(rule: CommissionRule): string {
  if (rule.type === "fixed") return `Each conversion pays ${moneyText(rule.fixed)} ${rule.fixed.currency}.`;
  return `Each conversion pays ${commissionValueOf(rule)}% of the order amount.`;
}

/** Customers belong to an affiliate from their first order on. */
function laterOrders({ rebind }: Campaign, plan: Plan | undefined): string {
  if (!plan || plan.repeat.pay === "none") return "";
  const end = rebind === "click" ? ", until they follow another affiliate's link" : "";
  return ` If the shop reports who ordered, a customer's later orders stay yours without a new click${end}.`;
}

function planTerm(plan: Plan): string {
  const { currency } = plan;
  const sentences = planTerms(planJson(plan), {
    money: (value) => `${moneyText(moneyOf(value, currency))} ${currency}`,
    percent: (value) => `${value}%`,
    date: (iso) => iso.slice(0, 10),
  });
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

/** Whether a plan has more than its base, so that the base alone does not say what orders pay. */
export const variesFromBase = (plan: Plan): boolean =>
  !isOnlyBase(plan) || plan.repeat.pay !== "every" || plan.bonuses.length > 0;

/** Why clicks on the link are not recorded now; null while they are. */
export function linkNotice(status: AffiliationStatus, campaign: Pick<Campaign, "status">): string | null {
  if (status !== "active") return affiliationNotices[status];
  return campaign.status === "active" ? null : campaignNotices[campaign.status];
}

const affiliationNotices: Readonly<Record<Exclude<AffiliationStatus, "active">, string>> = {
  pending: "The merchant has not approved you yet. Your link leads to the shop, but clicks do not count until then.",
  rejected: "The merchant has rejected your application. Your link leads to the shop, but clicks do not count.",
  suspended: "The merchant has suspended you. Your link leads to the shop, but clicks do not count.",
  removed:
    "You are no longer in this campaign. Your link leads to the shop, but clicks do not count. You keep what you have earned.",
};

const campaignNotices: Readonly<Record<Exclude<Campaign["status"], "active">, string>> = {
  paused: "The campaign is paused, so new clicks do not count. Orders from earlier clicks still do.",
  archived: "The campaign has ended, so clicks no longer count. You keep what you have earned.",
};

/** Whole days, rounded up; 0 once mature. */
export const daysToMaturation = ({ maturesAt }: Pick<Conversion, "maturesAt">, now: Date): number =>
  Math.max(0, Math.ceil((maturesAt.getTime() - now.getTime()) / DAY_MS));

/** The current state and what happens next, for the affiliate. */
export function stateOf(conversion: Conversion, deduction: Deduction | null, now: Date): string {
  if (conversion.status === "rejected")
    return conversion.rejectionReason === null
      ? "Rejected by the merchant. No reason was given."
      : `Rejected by the merchant: ${conversion.rejectionReason}`;
  const isPending = conversion.status === "pending";
  if (conversion.commission.minor === 0n)
    return `${isPending ? "Pending review" : "Approved"}. This conversion earns no commission.`;
  const left = daysToMaturation(conversion, now);
  if (isPending)
    return left === 0
      ? "Pending review. Ready to pay as soon as the merchant approves it."
      : `Pending review. Once approved, it is ready to pay in ${days(left)}.`;
  if (deduction) return deductedState(conversion, deduction);
  if (conversion.payoutId !== null) return "Approved and included in a payout.";
  return left === 0 ? "Approved and ready to pay in the next payout." : `Approved. Ready to pay in ${days(left)}.`;
}

/** The commission and its deduction can be in different payouts, and either payout can fail. */
function deductedState(conversion: Conversion, deduction: Deduction): string {
  const { payoutId: settledBy, reason } = deduction;
  const isPaid = conversion.payoutId !== null;
  const texts = isPartial(deduction, conversion) ? partTexts(deduction, conversion) : wholeTexts;
  const text = settledBy === null ? (isPaid ? texts.dueNext : texts.open) : isPaid ? texts.settled : texts.before;
  return `${text}: ${reason}`;
}

interface DeductedTexts {
  readonly open: string;
  readonly dueNext: string;
  readonly before: string;
  readonly settled: string;
}

const wholeTexts: DeductedTexts = {
  open: "To be deducted",
  dueNext: "Included in a payout. To be deducted from the next one",
  before: "Ready to pay in the next payout. Already deducted in another payout",
  settled: "Included in a payout and deducted",
};

function partTexts({ amount }: Deduction, { commission }: Conversion): DeductedTexts {
  const part = `${moneyText(amount)} ${amount.currency} of ${moneyText(commission)} ${commission.currency}`;
  return {
    open: `Ready to pay in the next payout. ${part} is to be deducted`,
    dueNext: `Included in a payout. ${part} is to be deducted from the next one`,
    before: `Ready to pay in the next payout. ${part} was already deducted in another payout`,
    settled: `Included in a payout. ${part} was deducted`,
  };
}

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);
