import type { Explanation } from "tributary-sdk/pages";
import { clockTimeOf } from "../format/dates.ts";
import { countText, moneyText, percentText } from "../format/numbers.ts";

interface Calculated {
  readonly currency: string;
  readonly commission_currency: string;
  readonly created_at: string;
}

/** Why the conversion belongs to its affiliate. */
export function attributionText(facts: Explanation, conversion: Calculated, now: number): string {
  return [decidedText(facts, conversion, now), ...besidesText(facts)].join(" ");
}

function decidedText(
  { click, attributed_by: otherwise, coupon_code: code }: Explanation,
  { created_at }: Calculated,
  now: number,
): string {
  if (otherwise === "bonus") return "Added for the affiliate's orders in that month. A bonus has no order of its own.";
  if (otherwise === "customer")
    return "Attributed through the customer's first order. Repeat orders need no new click.";
  const clicked = click && {
    on: clockTimeOf(click.clicked_at, now),
    later: spanText(Date.parse(created_at) - Date.parse(click.clicked_at)),
  };
  if (otherwise === "coupon")
    return `Attributed by coupon${code === undefined ? "" : ` ${code}`}. ${
      clicked
        ? `The customer also followed the affiliate's link on ${clicked.on}.`
        : "The customer used it without a click on the affiliate's link."
    }`;
  if (!clicked)
    return "Attributed by the affiliate's code, which the shop sent with the order. No valid click ID was sent.";
  return `Attributed to a click on ${clicked.on}. Ordered ${clicked.later} later (${click.window_days}-day window).`;
}

/** What the order carried besides what decided. Never says whose. */
function besidesText({ attributed_by: by, coupon_code: code, other_evidence: other }: Explanation): string[] {
  return [
    ...(by !== "coupon" && code !== undefined ? [`The customer also used the affiliate's coupon ${code}.`] : []),
    ...(other === "click" ? ["Another affiliate's link was followed too, but the campaign put coupons first."] : []),
    ...(other === "coupon" ? ["Another affiliate's coupon was used too, but the campaign put links first."] : []),
  ];
}

/** Of the order as it was tracked: changes are told separately. */
export function commissionText(
  { rule }: Explanation,
  conversion: Calculated,
  { amount, commission, isPart = false }: { amount: number; commission: number; isPart?: boolean },
): string {
  const paid = moneyText(commission, conversion.commission_currency);
  const order = moneyText(amount, conversion.currency);
  if (isPart) return `This part of the order is ${order}, and its commission ${paid}.`;
  if (rule.type === "fixed") return `Each conversion pays ${paid}.`;
  return `${percentText(rule.value)} of ${order}, rounded half up, is ${paid}.`;
}

const MINUTE_MS = 60_000;

function spanText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return countText(Math.max(0, Math.floor(ms / 1000)), "second");
  if (minutes < 120) return countText(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? countText(hours, "hour") : countText(Math.floor(hours / 24), "day");
}
