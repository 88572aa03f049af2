import type { ProviderName } from "tributary-sdk/words";
import { generic } from "./generic.ts";
import { lemonSqueezy } from "./lemon-squeezy.ts";
import type { Provider } from "./provider.ts";
import { shopify } from "./shopify.ts";
import { stripe } from "./stripe.ts";
import { woocommerce } from "./woocommerce.ts";

/** Every provider whose webhooks we understand. */
const providers: readonly Provider[] = [stripe, shopify, woocommerce, lemonSqueezy, generic];

const byName: ReadonlyMap<ProviderName, Provider> = new Map(providers.map((provider) => [provider.name, provider]));

export function providerNamed(name: ProviderName): Provider {
  const provider = byName.get(name);
  if (!provider) throw new Error(`There is no connector for ${name}.`);
  return provider;
}
