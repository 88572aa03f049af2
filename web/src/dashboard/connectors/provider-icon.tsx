import {
  IconBrandStripe,
  IconBrandWordpress,
  IconKayak,
  IconLemon,
  IconShoppingBag,
  IconWebhook,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ProviderName } from "tributary-sdk/words";
import classes from "./connectors.module.css";

const icons: Readonly<Record<ProviderName, Icon>> = {
  stripe: IconBrandStripe,
  shopify: IconShoppingBag,
  woocommerce: IconBrandWordpress,
  paddle: IconKayak,
  lemonsqueezy: IconLemon,
  generic: IconWebhook,
};

/** Decorative: the provider's name is next to it. */
export function ProviderIcon({ provider }: { provider: ProviderName }): ReactNode {
  const Sign = icons[provider];
  return (
    <span className={classes["icon"]} aria-hidden>
      <Sign size={20} stroke={1.6} />
    </span>
  );
}
