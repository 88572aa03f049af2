import { ITEM_QUANTITY_MAX, ORDER_ITEMS_MAX, SKU_MAX } from "tributary-sdk/limits";
import type { PaidItem } from "../../domain/connectors/fact.ts";

/** The items of an order. If there are more than an order can have, they are unknown, and the order's rate applies. */
export function knownItems(items: readonly PaidItem[]): readonly PaidItem[] {
  const isTooLarge = items.length > ORDER_ITEMS_MAX || items.some(({ quantity }) => quantity > ITEM_QUANTITY_MAX);
  if (isTooLarge) return [];
  return items.map((item) => ({
    ...item,
    sku: cut(item.sku),
    productId: item.productId === null ? null : cut(item.productId),
    category: item.category === null ? null : cut(item.category),
  }));
}

const cut = (text: string): string => text.slice(0, SKU_MAX).toWellFormed();
