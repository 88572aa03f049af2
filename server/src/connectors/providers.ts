import type { ProviderName } from "tributary-sdk/words";
import { generic } from "./generic.ts";
import { lemonSqueezy } from "./lemon-squeezy.ts";
import { paddle } from "./paddle.ts";
import type { Provider } from "./provider.ts";
import { shopify } from "./shopify.ts";
import { stripe } from "./stripe.ts";
import { woocommerce } from "./woocommerce.ts";

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
