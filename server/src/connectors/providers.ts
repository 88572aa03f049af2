import type { ProviderName } from "tributary-sdk/words";
import type { Provider } from "./provider.ts";
import { stripe } from "./stripe.ts";

/** Every provider whose webhooks we understand. */
const providers: readonly Provider[] = [stripe];

const byName: ReadonlyMap<ProviderName, Provider> = new Map(providers.map((provider) => [provider.name, provider]));

export function providerNamed(name: ProviderName): Provider {
  const provider = byName.get(name);
  if (!provider) throw new Error(`There is no connector for ${name}.`);
  return provider;
}
