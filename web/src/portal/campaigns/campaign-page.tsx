import { Alert, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalCampaignAnswer } from "tributary-sdk/pages";
import { leaveCampaign, ownCampaignQuery, portalKey } from "../../api/portal.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { CopyWide } from "../../ui/copy.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { amountsText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useChangeOf } from "../../ui/notice/change.ts";
import { LinkBuilder } from "./link-builder.tsx";
import { affiliationTones } from "../../words/tones.ts";

type Campaign = PortalCampaignAnswer["campaign"];

export function CampaignPage(): ReactNode {
  const { campaignId } = useParams({ from: "/portal/campaigns/$campaignId" });
  const query = useQuery(ownCampaignQuery(campaignId));
  const campaign = query.data?.campaign;
  return (
    <Page
      title={campaign?.name ?? "Campaign"}
      beside={
        campaign && (
          <StatusBadge tone={affiliationTones[campaign.affiliation_status]}>{campaign.affiliation_status}</StatusBadge>
        )
      }
      note={
        campaign && (
          <>
            By {campaign.merchant_name} · joined <When at={campaign.joined_at} />
          </>
        )
      }
      back={{ label: "Campaigns", link: { to: "/portal/campaigns" } }}
      action={
        campaign && (
          <>
            <CopyWide value={campaign.unique_link} label="Copy link" />
            <Leave campaign={campaign} />
          </>
        )
      }
    >
      <Loaded query={query}>{(answer) => <Details campaign={answer.campaign} />}</Loaded>
    </Page>
  );
}

function Details({ campaign }: { campaign: Campaign }): ReactNode {
  const sumsOf = (part: "pending" | "approved"): string =>
    amountsText(
      Object.fromEntries(Object.entries(campaign.by_currency).map(([currency, sums]) => [currency, sums[part]])),
      "–",
    );
  return (
    <Stack gap="xl">
      {campaign.notice !== null && (
        <Alert color="orange" variant="light" icon={<IconInfoCircle size={18} aria-hidden />}>
          {campaign.notice}
        </Alert>
      )}
      <FactStrip
        facts={[
          { label: "Clicks", value: numberText(campaign.stats.clicks) },
          { label: "Conversions", value: numberText(campaign.stats.conversions), note: "not rejected" },
          { label: "Pending", value: sumsOf("pending") },
          { label: "Approved", value: sumsOf("approved") },
        ]}
      />
      <LinkBuilder campaign={campaign} />
      <Section title="Terms">
        <Terms campaign={campaign} />
      </Section>
    </Stack>
  );
}

function Terms({ campaign: { terms } }: { campaign: Campaign }): ReactNode {
  return (
    <Stack gap={6} className="prose">
      {[terms.commission, terms.attribution, terms.maturation, terms.approval].map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Stack>
  );
}

function Leave({ campaign }: { campaign: Campaign }): ReactNode {
  const confirm = useConfirm();
  const change = useChangeOf(portalKey());
  const navigate = useNavigate();
  if (campaign.affiliation_status === "left") return null;
  const leave = {
    label: "Leave this campaign",
    dangerous: true,
    run: () =>
      confirm({
        title: `Leave ${campaign.name}?`,
        body: "Your link stops counting at once. What you have earned stays yours. Coming back needs a new invitation by the merchant; your link is then the same.",
        action: "Leave the campaign",
        dangerous: true,
        run: async () => {
          await change(leaveCampaign(campaign.id), () => `You have left ${campaign.name}.`);
          await navigate({ to: "/portal/campaigns" });
        },
      }),
  };
  return <RowMenu of={campaign.name} actions={[leave]} />;
}
