import { Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { SUB_MAX } from "tributary-sdk/limits";
import type { PortalCampaignResponse } from "tributary-sdk/pages";
import { CodeBlock, CopyWide } from "../../ui/copy.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { Section } from "../../ui/section.tsx";
import { deepLinkTo } from "../../format/deep-link.ts";
import { readyLines } from "../../words/ready-lines.ts";

type Campaign = PortalCampaignResponse["campaign"];

/** Builds a link to the shop or any of its pages, with an optional label. QR code and texts use the same link. */
export function LinkBuilder({ campaign }: { campaign: Campaign }): ReactNode {
  const [page, setPage] = useState("");
  const [label, setLabel] = useState("");
  const built = deepLinkTo(campaign, { page, label });
  const problem = "problem" in built ? built.problem : undefined;
  const link = "link" in built ? built.link : campaign.unique_link;
  const leadsTo = "link" in built ? built.leadsTo : campaign.target_url;
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Section title="Your link" note={`Opens ${leadsTo}`}>
          <CodeBlock code={link} label="tracking link" wrap />
          {link !== campaign.unique_link && (
            <Group gap="sm">
              <CopyWide value={link} label="Copy this link" />
            </Group>
          )}
          <Stack gap="md" mt="xs">
            <TextInput
              label="Link to a specific page (optional)"
              description={`The URL or path of a page on ${new URL(campaign.target_url).host}.`}
              placeholder="/shoes/red"
              value={page}
              onChange={(event) => setPage(event.currentTarget.value)}
              error={problem}
            />
            <TextInput
              label="Label (optional)"
              description="To tell your channels apart. Only you see it, on each conversion."
              placeholder="newsletter-march"
              maxLength={SUB_MAX}
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          </Stack>
        </Section>
        <Section title="QR code" note="Opens your link. Use the SVG for print.">
          <QrCode text={link} name={`${campaign.affiliate_code}-qr`} label={`QR code of ${link}`} />
        </Section>
      </SimpleGrid>
      <Section title="Ready to post" note={'Includes the "paid link" notice most countries require.'}>
        <Stack gap="md">
          {readyLines({ link, name: campaign.name, merchant: campaign.merchant_name }).map(({ channel, text }) => (
            <Stack key={channel} gap={4}>
              <Text size="sm" fw={500}>
                {channel}
              </Text>
              <CodeBlock code={text} label={`text for ${channel.toLowerCase()}`} wrap />
            </Stack>
          ))}
        </Stack>
      </Section>
    </>
  );
}
