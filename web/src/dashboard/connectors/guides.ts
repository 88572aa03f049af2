import type { ProviderName } from "tributary-sdk/words";

/** What belongs to a step: the URL to copy, the events to select, or the secret to paste here or there. */
export type Slot = "url" | "topics" | "theirSecret" | "ourSecret";

interface Click {
  readonly text: string;
  readonly slot?: Slot;
}

export interface Topic {
  readonly name: string;
  /** The name that the provider's pages show, if it differs. */
  readonly shown?: string;
  readonly note?: string;
}

export interface Guide {
  /** The title of the steps at the provider. */
  readonly title: string;
  /** Where the steps start. */
  readonly link?: { readonly label: string; readonly href: string };
  readonly clicks: readonly Click[];
  readonly topics: readonly Topic[];
  /** How the click ID reaches the order. */
  readonly carry: {
    readonly text: string;
    /** The switches of the script. */
    readonly attributes: string;
    readonly file?: { readonly label: string; readonly href: string };
  };
  /** How to get the first event. */
  readonly first: string;
  readonly docs: string;
}

const paste = (name: string, words: string): Click => ({
  text: `${words} Copy it and paste it here. ${name} signs every event with it.`,
  slot: "theirSecret",
});

export const guides: Readonly<Record<ProviderName, Guide>> = {
  stripe: {
    title: "Add the webhook in Stripe",
    link: { label: "Open Stripe webhooks", href: "https://dashboard.stripe.com/webhooks" },
    clicks: [
      { text: "In Stripe, turn test mode off. Open Workbench, then Webhooks, and click Create new destination." },
      { text: "Choose events from your account, and select these events:", slot: "topics" },
      { text: "Click Continue, choose Webhook endpoint, and paste this as the endpoint URL:", slot: "url" },
      paste("Stripe", "Click Create destination. Stripe now shows the signing secret, which starts with whsec_."),
    ],
    topics: [
      { name: "checkout.session.completed" },
      { name: "checkout.session.async_payment_succeeded" },
      { name: "invoice.paid" },
      { name: "invoice_payment.paid" },
      { name: "refund.created" },
      { name: "refund.updated" },
      { name: "refund.failed" },
      { name: "charge.dispute.created" },
      { name: "charge.dispute.closed" },
      { name: "charge.dispute.funds_reinstated" },
      { name: "customer.subscription.created" },
      { name: "promotion_code.created" },
      { name: "promotion_code.updated" },
      { name: "charge.refunded", note: "only for API versions before 2024-10-28" },
      { name: "charge.refund.updated", note: "only for API versions before 2024-10-28" },
      { name: "payment_intent.succeeded", note: "only if you use neither Checkout nor invoices" },
    ],
    carry: {
      text: "Add this script to the pages with your Payment Links, pricing table or buy button. If your backend creates Checkout sessions, set client_reference_id to the cookie service_id instead.",
      attributes: "data-stripe",
    },
    first:
      "The next payment appears here automatically. A sandbox has its own webhooks and secret, and its events are ignored.",
    docs: "/docs/connectors/stripe",
  },
  shopify: {
    title: "Add the webhooks in Shopify",
    link: { label: "Open Shopify", href: "https://admin.shopify.com" },
    clicks: [
      { text: "In Shopify, open Settings, then Notifications, then Webhooks, and click Create webhook." },
      { text: "Choose the first of these events, and JSON as the format:", slot: "topics" },
      { text: "Paste this as the URL, and save:", slot: "url" },
      { text: "Create a webhook for each of the other events, all with the same URL." },
      paste("Shopify", "Below the list, Shopify shows the key that your webhooks are signed with."),
    ],
    topics: [
      { name: "orders/paid", shown: "Order payment" },
      { name: "refunds/create", shown: "Refund create" },
      { name: "orders/cancelled", shown: "Order cancellation" },
      { name: "orders/edited", shown: "Order edit" },
      { name: "orders/updated", shown: "Order update" },
    ],
    carry: {
      text: "Add this script to your theme: Online Store, Themes, Edit code, theme.liquid, above </head>.",
      attributes: "data-shopify data-keep",
    },
    first:
      "Click Send test notification next to a webhook in Shopify. It arrives here and is ignored, which is enough to check.",
    docs: "/docs/connectors/shopify",
  },
  woocommerce: {
    title: "Add the webhooks in WooCommerce",
    clicks: [
      { text: "In WordPress, open WooCommerce, then Settings, then Advanced, then Webhooks, and click Add webhook." },
      { text: "Set the status to Active, and choose the first of these topics:", slot: "topics" },
      { text: "Paste this as the delivery URL:", slot: "url" },
      { text: "Paste this as the secret:", slot: "ourSecret" },
      { text: "Leave the API version as it is, and save. Then add a webhook for each of the other topics." },
    ],
    topics: [
      { name: "order.updated", shown: "Order updated" },
      { name: "order.created", shown: "Order created" },
      { name: "order.deleted", shown: "Order deleted" },
    ],
    carry: {
      text: "Add this script to every page. Then upload the plugin under Plugins, Add New Plugin. It stores the click with each order. Without it, WooCommerce remembers a click for one session only.",
      attributes: "data-keep",
      file: { label: "Download the plugin", href: "/docs/connectors/tributary-woocommerce.zip" },
    },
    first: "Open any paid order in WooCommerce and click Update. It appears here within a minute.",
    docs: "/docs/connectors/woocommerce",
  },
  paddle: {
    title: "Add the destination in Paddle",
    link: { label: "Open Paddle notifications", href: "https://vendors.paddle.com/notifications" },
    clicks: [
      { text: "In Paddle, open Developer tools, then Notifications, and click New destination." },
      { text: "Choose Webhook as the type, and paste this as the URL:", slot: "url" },
      { text: "Select these events, and save the destination:", slot: "topics" },
      paste("Paddle", "Edit the destination to see its secret key, which starts with pdl_ntfset_."),
    ],
    topics: [
      { name: "transaction.completed" },
      { name: "adjustment.created" },
      { name: "adjustment.updated" },
      { name: "subscription.created" },
      { name: "discount.created" },
      { name: "discount.updated" },
    ],
    carry: { text: "Add this script to the pages that open the Paddle checkout.", attributes: "data-paddle" },
    first:
      "The next transaction appears here automatically. The sandbox is a separate Paddle account: give it its own connector.",
    docs: "/docs/connectors/paddle",
  },
  lemonsqueezy: {
    title: "Add the webhook in Lemon Squeezy",
    link: { label: "Open Lemon Squeezy webhooks", href: "https://app.lemonsqueezy.com/settings/webhooks" },
    clicks: [
      { text: "In Lemon Squeezy, turn test mode off. Open Settings, then Webhooks, and add a webhook." },
      { text: "Paste this as the callback URL:", slot: "url" },
      { text: "Paste this as the signing secret:", slot: "ourSecret" },
      { text: "Select these events, and save the webhook:", slot: "topics" },
    ],
    topics: [
      { name: "order_created" },
      { name: "order_refunded" },
      { name: "subscription_payment_success" },
      { name: "subscription_payment_refunded" },
    ],
    carry: {
      text: "Add this script to the pages with your checkout links and overlays.",
      attributes: "data-lemon",
    },
    first:
      "The next order appears here automatically. To check now, add the same webhook in test mode too and place a test order. It arrives here and is ignored.",
    docs: "/docs/connectors/lemon-squeezy",
  },
  generic: {
    title: "Send events from your shop",
    clicks: [
      { text: "Send a POST request with a JSON body to this URL when an order is paid or refunded:", slot: "url" },
      { text: "Sign it with this secret, as described by Standard Webhooks:", slot: "ourSecret" },
      { text: "If your shop names its fields differently, enter where they are under Field mapping of the connector." },
    ],
    topics: [],
    carry: {
      text: "Add this script to your shop. It keeps the click ID in the cookie service_id. Store it with the order, and send it with the event.",
      attributes: "",
    },
    first: "Send one signed event. It appears here within seconds.",
    docs: "/docs/connectors/generic",
  },
};

/** The script of the page, with the switch of this provider. */
export const scriptTag = (origin: string, attributes: string): string =>
  `<script src="${origin}/t.js"${attributes === "" ? "" : ` ${attributes}`} defer></script>`;
