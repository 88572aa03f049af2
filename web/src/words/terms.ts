import type { Campaign } from "tributary-sdk";
import type { CommissionPlan } from "tributary-sdk/plan";
import type { Rebind } from "tributary-sdk/words";
import { countText, moneyText, percentText } from "../format/numbers.ts";
import { percentageOf } from "./commission.ts";

const SAMPLE = 120;

type Offer = Pick<
  Campaign,
  "commission_type" | "commission_value" | "currency" | "attribution_window" | "maturation_days"
> & { readonly plan?: CommissionPlan | undefined; readonly rebind?: Rebind | undefined };

/** What an affiliate agrees to, in sentences. */
export function termsOf(campaign: Offer): Readonly<Record<"commission" | "attribution" | "hold", string>> {
  return { commission: commissionTerm(campaign), attribution: attributionTerm(campaign), hold: holdTerm(campaign) };
}

function commissionTerm({ commission_type: type, commission_value: value, currency }: Offer): string {
  if (type === "fixed") return `${moneyText(value, currency)} for each order, regardless of its amount.`;
  const pays = moneyText(percentageOf(SAMPLE, value, currency), currency);
  return `${percentText(value)} of each order: an order of ${moneyText(SAMPLE, currency)} pays you ${pays}.`;
}

function attributionTerm({ attribution_window: days, plan, rebind }: Offer): string {
  const first = `You earn on orders within ${countText(days, "day")} of a click on your link, unless the customer clicks another affiliate's link later.`;
  if (!plan || plan.repeat?.pay === "none") return first;
  const end = rebind === "click" ? ", until they click another affiliate's link" : "";
  return `${first} If the shop reports who ordered, a customer's later orders stay yours without a new click${end}.`;
}

const holdTerm = ({ maturation_days: days }: Offer): string =>
  days === 0
    ? "None. Commission is ready as soon as it is approved."
    : `${countText(days, "day")} after the order. Approved commission is ready to pay after that.`;
