import type { PlanAffects } from "tributary-sdk/pages";
import type { ConversionKind, PlanSource } from "tributary-sdk/words";
import { calendarMonth, dayOf } from "../format/dates.ts";
import { countText, moneyParts, moneyText, percentText } from "../format/numbers.ts";

/** How the sentences about a plan write amounts, percentages and days. */
export const planFormat = (currency: string) => ({
  money: (value: number): string => moneyText(value, currency),
  percent: percentText,
  date: dayOf,
});

export const currencySymbol = (currency: string): string =>
  moneyParts(0, currency).find(({ type }) => type === "currency")?.value ?? currency;

/** Whose plan decides, for a merchant. */
export function sourceText(source: PlanSource, group: string | undefined): string {
  if (source === "override") return "Own plan";
  return source === "group" && group !== undefined ? `From group ${group}` : "The campaign's plan";
}

export const kindWords: Readonly<Record<ConversionKind, string>> = {
  order: "Order",
  renewal: "Renewal",
  bonus: "Bonus",
};

/** A bonus has no order: its ID ends with its month, and a number if an order had that ID. */
export function orderTitle({
  kind,
  external_id: id,
}: {
  kind?: ConversionKind | undefined;
  external_id: string;
}): string {
  const [, month] = /:(\d{4}-\d{2})(?::\d+)?$/.exec(id) ?? [];
  return kind === "bonus" && month !== undefined ? `Bonus for ${calendarMonth(month)}` : id;
}

/** Customers keep an earlier version of the same plan. Those who ordered under another plan get this one. */
export function customersText(
  forAll: boolean,
  { bound_customers: bound, other_customers: others }: Pick<PlanAffects, "bound_customers" | "other_customers">,
): string {
  if (bound + others === 0) return "No known customers yet, so no one keeps earlier terms.";
  const all = forAll || bound === 0;
  const get = (count: number): string => (count === 1 ? "gets" : "get");
  if (all)
    return `${countText(bound + others, "customer")} who already ordered ${get(bound + others)} the new terms too.`;
  const keep = bound === 1 ? "keeps the terms of the first order" : "keep the terms of their first order";
  const kept = `${countText(bound, "customer")} who already ordered ${keep}.`;
  return others === 0 ? kept : `${kept} ${countText(others, "customer")} of another plan ${get(others)} the new terms.`;
}
