import type { PlanPay } from "./plan-format.ts";

/** How the sentences write amounts (in the campaign's currency), percentages (20 for 20%), days and counts. */
export interface PlanFormat {
  money(this: void, value: number): string;
  percent(this: void, value: number): string;
  date(this: void, iso: string): string;
  /** Default: plain digits. */
  count?: (this: void, value: number) => string;
}

export const numberText = (value: number, format: PlanFormat): string => (format.count ?? String)(value);

/** `1 order`, `12 orders` */
export const countText = (value: number, noun: string, format: PlanFormat): string =>
  `${numberText(value, format)} ${noun}${value === 1 ? "" : "s"}`;

/** `11th` */
export function ordinalText(value: number, format: PlanFormat): string {
  const teens = value % 100 > 10 && value % 100 < 14;
  const ending = teens ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
  return `${numberText(value, format)}${ending}`;
}

/** `A`, `A or B`, `A, B or C`, and `A, B, C, D, E or 3 others` */
export function listText(values: readonly string[], word: "and" | "or"): string {
  const shown = values.length > 6 ? [...values.slice(0, 5), `${values.length - 5} others`] : values;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const paysNothing = (pay: PlanPay): boolean => pay.type === "none" || pay.value === 0;

/** `20%`, `€50.00`, `nothing` */
export function payText(pay: PlanPay, format: PlanFormat): string {
  if (pay.type === "none" || pay.value === 0) return "nothing";
  return pay.type === "fixed" ? format.money(pay.value) : format.percent(pay.value);
}

/** `20% of orders`, `€50.00 for each order`, `Orders pay nothing` */
export function paysFor(pay: PlanPay, { one, many }: { one: string; many: string }, format: PlanFormat): string {
  if (paysNothing(pay)) return `${capital(many)} pay nothing`;
  const text = payText(pay, format);
  return pay.type === "fixed" ? `${text} for each ${one}` : `${text} of ${many}`;
}
