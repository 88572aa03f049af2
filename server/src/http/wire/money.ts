import { z } from "zod";
import type { Currency } from "../../domain/values/currency.ts";
import { majorOf } from "../../domain/values/money.ts";

export const currency = z.string().meta({ example: "EUR" });

export const major = (minor: bigint, currency: Currency): number => majorOf({ minor, currency });

export const byCurrencyOf = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema);

/** Amounts by currency code. */
export const byCurrency = <Item extends { readonly currency: Currency }, Wire>(
  items: readonly Item[],
  wireOf: (item: Item) => Wire,
): Record<string, Wire> => Object.fromEntries(items.map((item) => [item.currency, wireOf(item)]));
