import type { ProviderName } from "tributary-sdk/words";
import { generic } from "./generic/generic.ts";
import { lemonSqueezy } from "./lemon-squeezy/lemon-squeezy.ts";
import { paddle } from "./paddle/paddle.ts";
import type { Provider } from "./shared/provider.ts";
import { shopify } from "./shopify/shopify.ts";
import { stripe } from "./stripe/stripe.ts";
import { woocommerce } from "./woocommerce/woocommerce.ts";

/** Every provider whose webhooks we understand. */
const providers: Readonly<Record<ProviderName, Provider>> = {
  stripe,
  shopify,
  woocommerce,
  paddle,
  lemonsqueezy: lemonSqueezy,
  generic,
};

export const providerNamed = (name: ProviderName): Provider => providers[name];
