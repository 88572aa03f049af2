import type { CampaignPart } from "./cast.ts";
import type { Dice } from "./dice.ts";
import type { Item } from "./stage.ts";

const SHIPPING = 4.9;

export interface Basket {
  readonly amount: number;
  readonly items?: readonly Item[];
}

/** What a customer buys: products and shipping, the same box as every month, or any amount. */
export function fillBasket({ basket, products, isSubscription }: CampaignPart, dice: Dice): Basket {
  if (isSubscription) return { amount: basket };
  if (!products) return { amount: cents(basket * dice.skewed()) };
  const chosen = new Set(Array.from({ length: dice.whole(1, 2) }, () => dice.pick(products)));
  const items = [...chosen].map(({ sku, category, price }): Item => {
    const quantity = price < 100 ? dice.whole(1, 3) : 1;
    return { sku, category, quantity, amount: cents(price * quantity) };
  });
  return { amount: cents(items.reduce((sum, { amount }) => sum + amount, SHIPPING)), items };
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;
