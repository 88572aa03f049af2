import { Alert, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalCampaignResponse } from "tributary-sdk/pages";
import { leaveCampaign, ownCampaignQuery, portalKey } from "../../api/portal.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { CopyWide } from "../../ui/copy.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { amountsText, numberText } from "../../format/numbers.ts";
import { Accented, isBranded, Letterhead } from "../../ui/merchant-brand.tsx";
import { Page } from "../../ui/page.tsx";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { ShareButton } from "../../ui/share.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Terms } from "../../ui/terms.tsx";
import { When } from "../../ui/when.tsx";
import { useChangeOf } from "../../ui/notice/change.ts";
import { Customers } from "./customers.tsx";
import { LinkBuilder } from "./link-builder.tsx";
import { OwnCoupons } from "./own-coupons.tsx";
import { ThisMonth } from "./this-month.tsx";
import { termsOf } from "../../words/terms.ts";
import { affiliationTones } from "../../words/tones.ts";

type Campaign = PortalCampaignResponse["campaign"];

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
          <Stack gap="xs">
            <span>
              By {campaign.merchant_name} · joined <When at={campaign.joined_at} />
            </span>
            {isBranded(campaign.brand) && <Letterhead name={campaign.merchant_name} brand={campaign.brand} />}
          </Stack>
        )
      }
      back={{ label: "Campaigns", link: { to: "/portal/campaigns" } }}
      action={
        campaign && (
          <>
            <Accented accent={campaign.brand.accent}>
              <CopyWide value={campaign.unique_link} label="Copy link" primary />
            </Accented>
            <ShareButton title={`${campaign.name} at ${campaign.merchant_name}`} url={campaign.unique_link} />
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
  const { plan } = campaign;
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
          { label: "Conversions", value: numberText(campaign.stats.conversions), note: "excluding rejected" },
          { label: "Pending review", value: sumsOf("pending") },
          { label: "Approved", value: sumsOf("approved") },
        ]}
      />
      {plan && <ThisMonth plan={plan} currency={campaign.currency} />}
      {plan && <CampaignTerms campaign={campaign} title="Your terms" />}
      <OwnCoupons campaign={campaign} />
      <LinkBuilder campaign={campaign} />
      {!plan && <CampaignTerms campaign={campaign} title="Terms" />}
      {plan && <Customers plan={plan} />}
    </Stack>
  );
}

function CampaignTerms({ campaign, title }: { campaign: Campaign; title: string }): ReactNode {
  const plan = campaign.plan?.plan;
  const { commission, attribution, hold } = termsOf({ ...campaign, plan });
  const earned = plan ? <PlanTerms plan={plan} currency={campaign.currency} /> : commission;
  return (
    <Section title={title}>
      <Terms
        terms={[
          ["You earn", earned],
          ["Attribution", attribution],
          ["Hold period", hold],
          ["Approval", `${campaign.merchant_name} approves or rejects each order.`],
        ]}
      />
    </Section>
  );
}

function Leave({ campaign }: { campaign: Campaign }): ReactNode {
  const confirm = useConfirm();
  const change = useChangeOf(portalKey());
  const navigate = useNavigate();
  if (campaign.affiliation_status === "left") return null;
  const leave = {
    label: "Leave campaign",
    dangerous: true,
    run: () =>
      confirm({
        title: `Leave ${campaign.name}?`,
        body: "Your link stops earning commission immediately. You keep what you have earned. To rejoin, you need a new invitation; your link stays the same.",
        action: "Leave campaign",
        dangerous: true,
        run: async () => {
          await change(leaveCampaign(campaign.id), () => `You have left ${campaign.name}.`);
          await navigate({ to: "/portal/campaigns" });
        },
      }),
  };
  return <RowMenu of={campaign.name} actions={[leave]} />;
}
