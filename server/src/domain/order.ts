import type { OrderItem } from "./plan/calculation.ts";

/** What the shop says about an order, beside its amount. */
export interface OrderFacts {
  readonly items: readonly OrderItem[];
  readonly subscriptionId: string | null;
  /** ISO 3166-1, two capital letters. */
  readonly country: string | null;
  readonly paidAt: Date;
  /** Whether the shop says that it renews a subscription, even if we do not know its first order. false: it starts one. */
  readonly isRenewal?: boolean;
}
