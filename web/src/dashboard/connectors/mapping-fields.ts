/** A field of an order or refund, and where it is by default. */
interface MappedField {
  readonly name: string;
  readonly label: string;
  /** The names of our own API, which need no mapping. */
  readonly usual: string;
  readonly help?: string;
}

export interface MappedGroup {
  readonly title: string;
  /** Its paths start at an item of the order. */
  readonly ofItems?: boolean;
  readonly fields: readonly MappedField[];
}

export const mappedGroups: readonly MappedGroup[] = [
  {
    title: "Event",
    fields: [
      { name: "topic", label: "Event type", usual: "type" },
      {
        name: "order_topics",
        label: "Order event types",
        usual: "order.paid, order.completed, order.updated",
        help: "Words, separated by commas.",
      },
      {
        name: "refund_topics",
        label: "Refund event types",
        usual: "refund.created, refund.succeeded, order.refunded",
        help: "Words, separated by commas.",
      },
      { name: "money", label: "Amounts", usual: "major", help: "major: 12.30 is 12.30. minor: 1230 is 12.30." },
      {
        name: "currency",
        label: "Default currency",
        usual: "EUR",
        help: "For orders that name none. Refunds are in the currency of their order.",
      },
      { name: "test", label: "Test event", usual: "test" },
    ],
  },
  {
    title: "Order",
    fields: [
      { name: "order.id", label: "Order ID", usual: "external_id" },
      { name: "order.amount", label: "Amount", usual: "amount" },
      { name: "order.currency", label: "Currency", usual: "currency" },
      { name: "order.paid_at", label: "Paid at", usual: "paid_at" },
      { name: "order.updated_at", label: "Updated at", usual: "updated_at" },
      { name: "order.click_id", label: "Click ID", usual: "click_id" },
      { name: "order.coupon", label: "Coupon", usual: "coupon_code" },
      { name: "order.customer_id", label: "Customer ID", usual: "customer_id" },
      { name: "order.customer_email", label: "Customer email", usual: "customer_email" },
      { name: "order.subscription_id", label: "Subscription ID", usual: "subscription_id" },
      { name: "order.renewal", label: "Renewal", usual: "renewal" },
      { name: "order.country", label: "Country", usual: "country" },
      { name: "order.items", label: "List of items", usual: "items" },
    ],
  },
  {
    title: "Each item",
    ofItems: true,
    fields: [
      { name: "item.id", label: "Item ID", usual: "id" },
      { name: "item.sku", label: "SKU", usual: "sku" },
      { name: "item.product_id", label: "Product ID", usual: "product_id" },
      { name: "item.category", label: "Category", usual: "category" },
      { name: "item.quantity", label: "Quantity", usual: "quantity" },
      { name: "item.amount", label: "Item amount", usual: "amount" },
    ],
  },
  {
    title: "Refund",
    fields: [
      { name: "refund.id", label: "Refund ID", usual: "refund_id" },
      { name: "refund.order_id", label: "Refunded order ID", usual: "order_id" },
      { name: "refund.amount", label: "Refunded amount", usual: "amount" },
      { name: "refund.currency", label: "Refund currency", usual: "currency" },
      { name: "refund.occurred_at", label: "Refunded at", usual: "occurred_at" },
    ],
  },
];

/** Fields with words instead of paths. */
export const wordFields: ReadonlySet<string> = new Set(["order_topics", "refund_topics", "money", "currency"]);

export const exampleEvent = `{
  "type": "order.paid",
  "data": {
    "external_id": "1001",
    "amount": 49.90,
    "currency": "EUR",
    "paid_at": "2026-11-16T09:30:00Z",
    "click_id": "clk_…",
    "coupon_code": "SPRING10",
    "customer_id": "42",
    "items": [{ "sku": "MUG-1", "quantity": 2, "amount": 49.90 }]
  }
}`;
