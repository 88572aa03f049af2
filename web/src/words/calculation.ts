import type { Explanation } from "tributary-sdk/pages";
import { clockTimeOf } from "../format/dates.ts";
import { countText, moneyText, percentText } from "../format/numbers.ts";

interface Calculated {
  readonly amount: number;
  readonly currency: string;
  readonly commission: number;
  readonly commission_currency: string;
  readonly original_amount?: number | undefined;
  readonly original_commission?: number | undefined;
  readonly created_at: string;
}

/** Why the conversion belongs to its affiliate. */
export function attributionText({ click }: Explanation, { created_at }: Calculated, now: number): string {
  if (!click)
    return "Attributed by the affiliate's code, which the shop sent with the order. No valid click ID was sent.";
  const later = spanText(Date.parse(created_at) - Date.parse(click.clicked_at));
  return `Attributed to a click on ${clockTimeOf(click.clicked_at, now)}. Ordered ${later} later (${click.window_days}-day window).`;
}

/** Of the whole order: refunds are told separately. */
export function commissionText({ rule }: Explanation, conversion: Calculated): string {
  const { original_amount: amount = conversion.amount, original_commission: whole = conversion.commission } =
    conversion;
  const paid = moneyText(whole, conversion.commission_currency);
  if (rule.type === "fixed") return `Each conversion pays ${paid}.`;
  return `${percentText(rule.value)} of ${moneyText(amount, conversion.currency)}, rounded half up, is ${paid}.`;
}

const MINUTE_MS = 60_000;

function spanText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return countText(Math.max(0, Math.floor(ms / 1000)), "second");
  if (minutes < 120) return countText(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? countText(hours, "hour") : countText(Math.floor(hours / 24), "day");
}
