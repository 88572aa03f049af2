import type { ProviderName } from "tributary-sdk/words";
import { genericSampler } from "./generic-sample.ts";
import { lemonSqueezySampler } from "./lemon-squeezy-sample.ts";
import { paddleSampler } from "./paddle-sample.ts";
import type { Sampler } from "./sample.ts";
import { shopifySampler } from "./shopify-sample.ts";
import { stripeSampler } from "./stripe-sample.ts";
import { woocommerceSampler } from "./woocommerce-sample.ts";

const samplers: Readonly<Record<ProviderName, Sampler>> = {
  stripe: stripeSampler,
  shopify: shopifySampler,
  woocommerce: woocommerceSampler,
  paddle: paddleSampler,
  lemonsqueezy: lemonSqueezySampler,
  generic: genericSampler,
};

export const samplerOf = (provider: ProviderName): Sampler => samplers[provider];
