import { providerNames, type ProviderName } from "tributary-sdk/words";

/** Who takes the order: the merchant's own backend through the API, or a provider through a connector. */
export const platforms = ["backend", ...providerNames.filter((name) => name !== "generic")] as const;
export type Platform = "backend" | Exclude<ProviderName, "generic">;
