/** The guides in docs/ that the service shows, in the order of the navigation. */
export const guides = {
  tracking: {
    title: "Tracking",
    about: "Four ways to get the click ID from an affiliate's link to the shop's backend",
  },
  connectors: {
    title: "Connectors",
    about:
      "Orders and refunds from Stripe, Shopify, WooCommerce, Paddle, Lemon Squeezy or any other shop, without code",
  },
  "connectors/stripe": { title: "Stripe", about: "Connect Payment Links, Checkout, invoices and subscriptions" },
  "connectors/shopify": { title: "Shopify", about: "Connect a Shopify store, without an app" },
  "connectors/woocommerce": { title: "WooCommerce", about: "Connect WooCommerce, with a small plugin" },
  "connectors/paddle": { title: "Paddle", about: "Connect Paddle Billing" },
  "connectors/lemon-squeezy": { title: "Lemon Squeezy", about: "Connect a Lemon Squeezy store" },
  "connectors/generic": { title: "Any other shop", about: "Connect anything that sends signed JSON" },
  webhooks: { title: "Webhooks", about: "Events, signatures, retries, and receivers in four languages" },
  sdk: { title: "SDK", about: "The JavaScript client: requests, retries, errors" },
  testing: { title: "Testing", about: "Test an integration in CI, with a clock that you move" },
  payouts: { title: "Payouts and statements", about: "Balances, batches, payment files, bank results, statements" },
  refunds: { title: "Refunds", about: "Refunds and changed orders, before and after payout" },
  plans: { title: "Commission plans", about: "Recurring commission, rates by product, groups, steps, bonuses" },
  coupons: { title: "Coupons", about: "Codes of affiliates, links against coupons, leaked codes" },
  recruiting: { title: "Recruiting", about: "Invitations, and a public page where people apply" },
  branding: { title: "Branding", about: "Your logo, colour and sender name on pages and emails for affiliates" },
  members: { title: "Members", about: "Roles, invitations and two-factor authentication" },
  "audit-log": { title: "Audit log", about: "Who changed what, and for how long it is kept" },
  configuration: { title: "Configuration", about: "Every environment variable of the service" },
  operations: { title: "Operations", about: "Proxy, database, backups, monitoring, upgrades" },
  scale: { title: "Growing", about: "What a machine carries, and the order in which to grow" },
  moving: { title: "Export and import", about: "Take your data with you, or move it to your own PostgreSQL" },
} as const;
export type GuideName = keyof typeof guides;

export const guideGroups: readonly { readonly title: string; readonly names: readonly GuideName[] }[] = [
  {
    title: "Guides",
    names: [
      "tracking",
      "webhooks",
      "sdk",
      "testing",
      "payouts",
      "refunds",
      "plans",
      "coupons",
      "recruiting",
      "branding",
      "members",
      "audit-log",
    ],
  },
  {
    title: "Connectors",
    names: [
      "connectors",
      "connectors/stripe",
      "connectors/shopify",
      "connectors/woocommerce",
      "connectors/paddle",
      "connectors/lemon-squeezy",
      "connectors/generic",
    ],
  },
  { title: "For operators", names: ["configuration", "operations", "scale", "moving"] },
];
