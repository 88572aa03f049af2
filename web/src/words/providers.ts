import type { ProviderName } from "tributary-sdk/words";

export const providerWords: Readonly<Record<ProviderName, string>> = {
  stripe: "Stripe",
  shopify: "Shopify",
  woocommerce: "WooCommerce",
  paddle: "Paddle",
  lemonsqueezy: "Lemon Squeezy",
  generic: "Any other shop",
};
