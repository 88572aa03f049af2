import { Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { SUB_MAX } from "tributary-sdk/limits";
import type { PortalCampaignAnswer } from "tributary-sdk/pages";
import { CodeBlock, CopyWide } from "../../ui/copy.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { Section } from "../../ui/section.tsx";
import { deepLinkTo } from "../../format/deep-link.ts";
import { readyLines } from "../../words/ready-lines.ts";

type Campaign = PortalCampaignAnswer["campaign"];

/** The link, to the shop's front or to any of its pages, with a label if one likes; the picture and the lines follow it. */
export function LinkBuilder({ campaign }: { campaign: Campaign }): ReactNode {
  const [page, setPage] = useState("");
  const [label, setLabel] = useState("");
  const made = deepLinkTo(campaign, { page, label });
  const problem = "problem" in made ? made.problem : undefined;
  const link = "link" in made ? made.link : campaign.unique_link;
  const leadsTo = "link" in made ? made.leadsTo : campaign.target_url;
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Section title="Your link" note={`Leads to ${leadsTo}`}>
          <CodeBlock code={link} label="tracking link" wrap />
          {link !== campaign.unique_link && (
            <Group gap="sm">
              <CopyWide value={link} label="Copy this link" />
            </Group>
          )}
          <Stack gap="md" mt="xs">
            <TextInput
              label="Another page of the shop"
              description={`A page on ${new URL(campaign.target_url).host}: its address or its path. Optional.`}
              placeholder="/shoes/red"
              value={page}
              onChange={(event) => setPage(event.currentTarget.value)}
              error={problem}
            />
            <TextInput
              label="Label"
              description="For you alone, to tell places apart: it shows beside the click of a conversion. Optional."
              placeholder="newsletter-march"
              maxLength={SUB_MAX}
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          </Stack>
        </Section>
        <Section title="QR code" note="Opens the link beside it. For print, take the SVG.">
          <QrCode text={link} name={`${campaign.affiliate_code}-qr`} label={`QR code of ${link}`} />
        </Section>
      </SimpleGrid>
      <Section
        title="Ready-made lines"
        note="With the link above. In most countries you must say that you are paid: they do."
      >
        <Stack gap="md">
          {readyLines({ link, name: campaign.name, merchant: campaign.merchant_name }).map(({ place, text }) => (
            <Stack key={place} gap={4}>
              <Text size="sm" fw={500}>
                {place}
              </Text>
              <CodeBlock code={text} label={`line for ${place.toLowerCase()}`} wrap />
            </Stack>
          ))}
        </Stack>
      </Section>
    </>
  );
}
