import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/copy.tsx";
import { ButtonLink } from "../../ui/link.tsx";
import { providerWords } from "../../words/providers.ts";
import { guides, scriptTag } from "../connectors/guides.ts";
import { useAccount } from "../shared/account.ts";
import type { Platform } from "./platforms.ts";

type Provider = Exclude<Platform, "backend">;

/** The script with the provider's switch, which carries the click ID to its checkout. */
export function ProviderScript({ provider, origin }: { provider: Provider; origin: string }): ReactNode {
  const { carry, docs } = guides[provider];
  return (
    <Stack gap="xs">
      <Text size="sm" className="prose">
        {carry.text}
      </Text>
      <CodeBlock code={scriptTag(origin, carry.attributes ?? "")} label={`${providerWords[provider]} snippet`} />
      <ShopFile provider={provider} />
      <Group gap="md">
        <Anchor href={docs} size="sm" underline="always">
          {providerWords[provider]} step by step
        </Anchor>
        <Anchor href="/docs/tracking#2-snippet" size="sm" underline="always">
          Consent banners and several domains
        </Anchor>
      </Group>
    </Stack>
  );
}

/** What some shops need besides the script. */
function ShopFile({ provider }: { provider: Provider }): ReactNode {
  if (provider === "woocommerce")
    return (
      <Group gap="xs">
        <Button
          component="a"
          variant="default"
          href="/docs/connectors/tributary-woocommerce.zip"
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download plugin
        </Button>
        <Text size="sm" c="dimmed">
          Upload it in WordPress: Plugins, Add New Plugin, Upload Plugin.
        </Text>
      </Group>
    );
  if (provider === "shopify")
    return (
      <Text size="sm" c="dimmed">
        With Shopify’s cookie banner, use{" "}
        <Anchor href="/docs/connectors/tributary-shopify.liquid" size="sm" underline="always">
          the theme snippet
        </Anchor>{" "}
        instead. It waits for consent.
      </Text>
    );
  return undefined;
}

/** The way to the wizard. Only owners can add connectors. */
export function ConnectProvider({ provider }: { provider: Provider }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const name = providerWords[provider];
  return (
    <Stack gap="xs">
      {isOwner ? (
        <ButtonLink
          to="/dashboard/$accountId/connectors/new"
          params={{ accountId }}
          search={{ provider }}
          w="fit-content"
        >
          Connect {name}
        </ButtonLink>
      ) : (
        <Text size="sm">Ask an owner of the account to add a connector for {name}.</Text>
      )}
      <Text size="sm" c="dimmed" className="prose">
        You paste a URL and a secret, which takes about five minutes. Do not also send these orders through the API:
        they would count twice.
      </Text>
    </Stack>
  );
}
