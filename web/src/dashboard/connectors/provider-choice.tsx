import { Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { providerNames, type ProviderName } from "tributary-sdk/words";
import { providerWords } from "../../words/providers.ts";
import { useAccount } from "../shared/account.ts";
import classes from "./connectors.module.css";
import { ProviderIcon } from "./provider-icon.tsx";

const texts: Readonly<Record<ProviderName, string>> = {
  stripe: "Checkout, Payment Links, invoices and subscriptions.",
  shopify: "Orders, edits, cancellations and refunds.",
  woocommerce: "Orders, refunds and subscription renewals.",
  paddle: "Paddle Billing: transactions, renewals and adjustments.",
  lemonsqueezy: "Orders, subscription payments and refunds.",
  generic: "Medusa, Saleor, Chargebee or your own: any shop that can send a signed webhook.",
};

/** Which shops work. Owners continue with one of them. */
export function ProviderChoice(): ReactNode {
  const { isOwner } = useAccount();
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{isOwner ? "Where do you sell?" : "Works with these shops"}</Title>
        <Text size="sm" c="dimmed" className="prose">
          Orders, renewals, refunds and disputes are recorded automatically.{" "}
          {isOwner ? "Setting it up takes about five minutes." : "Ask an owner of the account to add a connector."}
        </Text>
      </div>
      <ul className={classes["choice"]} aria-label="Shops">
        {providerNames.map((provider) => (
          <li key={provider}>
            <Provider provider={provider} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Provider({ provider }: { provider: ProviderName }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const body = (
    <>
      <ProviderIcon provider={provider} />
      <span>
        <Text span fw={600} display="block">
          {providerWords[provider]}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          {texts[provider]}
        </Text>
      </span>
    </>
  );
  return isOwner ? (
    <Link
      to="/dashboard/$accountId/connectors/new"
      params={{ accountId }}
      search={{ provider }}
      className={classes["provider"] ?? ""}
    >
      {body}
    </Link>
  ) : (
    <div className={classes["provider"]}>{body}</div>
  );
}
