import { Anchor, List, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { setupQuery } from "../../api/developers.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { keyLine, pageTag, trackByClick, trackByCode, verifySignature, type SnippetFacts } from "./code.ts";

/** Lines to paste that already hold this installation's address and the account's own ids. */
export function Snippets(): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(setupQuery(accountId));
  return (
    <Loaded query={query}>
      {({ campaign, affiliate, key }) => (
        <Blocks
          facts={{
            origin: window.location.origin,
            campaignId: campaign?.id ?? "YOUR_CAMPAIGN_ID",
            affiliateCode: affiliate?.code,
            key,
          }}
        />
      )}
    </Loaded>
  );
}

function Blocks({ facts }: { facts: SnippetFacts }): ReactNode {
  return (
    <Stack gap="xl">
      <Section title="Your key" note="The whole key is shown once, when it is created.">
        <CodeBlock code={keyLine(facts)} label="key line" />
      </Section>
      <Section title="On your site" note="Keeps the click that brought the visitor, in a cookie of your own domain.">
        <CodeBlock code={pageTag(facts)} label="page tag" />
      </Section>
      <Section title="When an order is paid" note="From your backend: the click decides whose commission it is.">
        <CodeBlock code={trackByClick(facts)} label="track by click" />
      </Section>
      <Section title="Try it from a terminal" note="By the affiliate's code, without a click.">
        <CodeBlock code={trackByCode(facts)} label="track by code" />
      </Section>
      <Section title="Check a webhook's signature">
        <CodeBlock code={verifySignature()} label="signature check" />
      </Section>
      <Section title="Read on">
        <List size="sm">
          <List.Item>
            <Anchor size="sm" href="/docs" target="_blank" rel="noreferrer">
              The API, with every field and error
            </Anchor>
          </List.Item>
          <List.Item>
            <Anchor size="sm" href="/openapi.json" target="_blank" rel="noreferrer">
              The same for machines: openapi.json
            </Anchor>
          </List.Item>
        </List>
      </Section>
    </Stack>
  );
}
