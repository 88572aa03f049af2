import type { ConversionKind, PlanSource } from "tributary-sdk/words";
import { calendarMonth, dayOf } from "../format/dates.ts";
import { moneyParts, moneyText, percentText } from "../format/numbers.ts";

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
