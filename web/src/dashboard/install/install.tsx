import { Button, Group, Stack, Text } from "@mantine/core";
import { IconExternalLink, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { CLICKS_READ_MAX } from "tributary-sdk/limits";
import type { TrackingResponse } from "tributary-sdk/pages";
import { setupQuery, trackingQuery } from "../../api/developers.ts";
import { numberText } from "../../format/numbers.ts";
import { CopyField } from "../../ui/copy.tsx";
import { lazily } from "../../ui/lazy.ts";
import { AnchorLink, ButtonLink } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState, Lines, Loaded } from "../../ui/states.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { providerWords } from "../../words/providers.ts";
import { useAccount } from "../shared/account.ts";
import { CampaignFilter } from "../shared/filters.tsx";
import { useFollow } from "../shared/follow-conversions.ts";
import type { InstallFacts } from "./code.ts";
import { OrderCode, ScriptCode } from "./examples.tsx";
import { Light } from "./light.tsx";
import { platforms, type Platform } from "./platforms.ts";

const ConnectProvider = lazily(() => import("./provider-steps.tsx"), "ConnectProvider");
const ProviderScript = lazily(() => import("./provider-steps.tsx"), "ProviderScript");

interface InstallProps {
  /** The chosen campaign; the newest by default. */
  readonly campaignId: string | undefined;
  readonly onCampaign: (id: string | undefined) => void;
  readonly platform: Platform;
  readonly onPlatform: (platform: Platform) => void;
}

const platformTabs = platforms.map((value) => ({
  value,
  label: value === "backend" ? "Own backend" : providerWords[value],
}));

/** Three steps from the shop's page to the first order. Each shows whether it works. */
export function Install({ campaignId, onCampaign, platform, onPlatform }: InstallProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(setupQuery(accountId));
  // Not in the steps, which start afresh with another campaign or platform.
  const [newKey, setNewKey] = useState<string>();
  return (
    <Loaded query={query}>
      {({ campaign, key }) => {
        const chosen = campaignId ?? campaign?.id;
        return chosen === undefined ? (
          <NoCampaign />
        ) : (
          <Stack gap="lg">
            <Group align="flex-end">
              <CampaignFilter value={chosen} onChange={onCampaign} required />
            </Group>
            <PageTabs label="Platforms" tabs={platformTabs} value={platform} onChange={onPlatform} isInner>
              <InstallSteps
                campaignId={chosen}
                keys={{ key: newKey, knownKey: key }}
                platform={platform}
                onKey={setNewKey}
              />
            </PageTabs>
          </Stack>
        );
      }}
    </Loaded>
  );
}

function NoCampaign(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  return (
    <EmptyState
      icon={IconSpeakerphone}
      title="No campaigns yet"
      text="Create a campaign first. The code to install tracking then appears here."
      action={
        canManage && (
          <ButtonLink to="/dashboard/$accountId/campaigns/new" params={{ accountId }}>
            Create campaign
          </ButtonLink>
        )
      }
    />
  );
}

interface Chosen extends Pick<InstallProps, "platform"> {
  readonly keys: Pick<InstallFacts, "key" | "knownKey">;
  readonly onKey: (key: string) => void;
}

function InstallSteps({ campaignId, ...chosen }: { campaignId: string } & Chosen): ReactNode {
  const { id: accountId } = useAccount();
  const refetchInterval = useFollow();
  const query = useQuery({ ...trackingQuery(accountId, campaignId), refetchInterval });
  return <Loaded query={query}>{(tracking) => <Steps tracking={tracking} {...chosen} />}</Loaded>;
}

function Steps({ tracking, keys, platform, onKey }: { tracking: TrackingResponse } & Chosen): ReactNode {
  const { campaign, click, conversion, script_seen_at: seenAt } = tracking;
  const facts: InstallFacts = {
    origin: window.location.origin,
    campaignId: campaign.id,
    currency: campaign.currency,
    clickId: click?.id,
    ...keys,
  };
  const host = new URL(campaign.target_url).host;
  return (
    <Stack gap="xl">
      <Section title="1. Store the click ID" note={firstNote(platform, host)}>
        <Light label="Script seen" at={seenAt}>
          {seenAt === null ? `No check has found the script on ${host} yet.` : `Script seen on ${host}`}
        </Light>
        {platform === "backend" ? (
          <ScriptCode facts={facts} />
        ) : (
          <Suspense fallback={<Lines />}>
            <ProviderScript provider={platform} origin={facts.origin} />
          </Suspense>
        )}
        <Group gap="xs">
          <Button
            component="a"
            variant="default"
            href={tracking.check_url}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            Check my page
          </Button>
          <Text size="sm" c="dimmed">
            Opens {host}. The script on it reports back once.
          </Text>
        </Group>
      </Section>
      <Section title="2. Click an affiliate link" note="Open the link as a customer would. It leads to your shop.">
        <Light label="Click received" at={click?.at ?? null} isUnknown={tracking.click_may_be_missed}>
          {click === null ? missingClickText(tracking) : "Click received"}
        </Light>
        <TestLink affiliate={tracking.affiliate} />
      </Section>
      <Section {...lastStep(platform)}>
        <Light label="Order received" at={conversion?.at ?? null}>
          {conversion === null ? "No order in this campaign yet." : <Received conversion={conversion} />}
        </Light>
        {platform === "backend" ? (
          <OrderCode facts={facts} onKey={onKey} />
        ) : (
          <Suspense fallback={<Lines />}>
            <ConnectProvider provider={platform} />
          </Suspense>
        )}
      </Section>
    </Stack>
  );
}

const firstNote = (platform: Platform, host: string): string =>
  platform === "backend"
    ? `Add this to every page of ${host}.`
    : `The script stores the click ID and hands it to ${providerWords[platform]} with the order.`;

const lastStep = (platform: Platform): { title: string; note: string } =>
  platform === "backend"
    ? { title: "3. Report the order", note: "When an order is paid, your backend sends it with the click ID." }
    : {
        title: `3. Connect ${providerWords[platform]}`,
        note: `${providerWords[platform]} then reports orders, renewals and refunds automatically.`,
      };

const missingClickText = ({ click_may_be_missed: mayBeMissed }: TrackingResponse): string =>
  mayBeMissed
    ? `No click among the newest ${numberText(CLICKS_READ_MAX)} on this server. Open the link again to check.`
    : "No click in the last 15 minutes.";

function TestLink({ affiliate }: Pick<TrackingResponse, "affiliate">): ReactNode {
  const { id: accountId, canManage } = useAccount();
  if (affiliate)
    return (
      <Stack gap={4}>
        <Text size="sm">{affiliate.name}’s link:</Text>
        <CopyField value={affiliate.link} what="link" />
        <Button
          component="a"
          variant="default"
          w="fit-content"
          href={affiliate.link}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          Open link
        </Button>
      </Stack>
    );
  return (
    <Text size="sm">
      This campaign has no active affiliate yet.
      {canManage && (
        <>
          {" "}
          <AnchorLink to="/dashboard/$accountId/affiliates" params={{ accountId }} search={{ invite: "yes" }} size="sm">
            Invite an affiliate
          </AnchorLink>
          , for example a second address of your own.
        </>
      )}
    </Text>
  );
}

function Received({ conversion }: { conversion: NonNullable<TrackingResponse["conversion"]> }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <>
      <AnchorLink
        to="/dashboard/$accountId/conversions/$conversionId"
        params={{ accountId, conversionId: conversion.id }}
        size="sm"
        underline="always"
      >
        {conversion.external_id}
      </AnchorLink>{" "}
      received {conversion.has_click ? "with its click" : "without a click"}
    </>
  );
}
