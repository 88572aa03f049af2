import { providerNames, type ProviderName } from "tributary-sdk/words";
import { providerWords } from "../../words/connectors.ts";

/** Who takes the order: the merchant's own backend through the API, or a provider through a connector. */
export const platforms = ["backend", ...providerNames.filter((name) => name !== "generic")] as const;
export type Platform = "backend" | Exclude<ProviderName, "generic">;

export const platformTabs = platforms.map((value) => ({
  value,
  label: value === "backend" ? "Own backend" : providerWords[value],
}));
