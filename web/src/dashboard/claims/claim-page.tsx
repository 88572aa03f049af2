import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { linkOptions, useParams, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ClaimResponse, ClaimRow, KnownOrder } from "tributary-sdk/pages";
import { claimQuery } from "../../api/claims.ts";
import { CopyField } from "../../ui/copy.tsx";
import { exactTime } from "../../format/dates.ts";
import { localized } from "../../format/server-text.ts";
import { FactList } from "../../ui/facts.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { claimTones, conversionTones, conversionWords } from "../../words/tones.ts";
import { AnswerForm } from "./answer-form.tsx";
import { ConvertForm } from "./convert-form.tsx";
import { claimStateText } from "./state-text.ts";

export function ClaimPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { claimId } = useParams({ from: "/dashboard/$accountId/claims/$claimId" });
  const query = useQuery(claimQuery(accountId, claimId));
  const claim = query.data?.claim;
  return (
    <Page
      title={claim ? `Missing-sale claim: ${claim.external_id}` : "Missing-sale claim"}
      beside={claim && <StatusBadge tone={claimTones[claim.state]}>{claimStateText[claim.state]}</StatusBadge>}
      note={
        claim && (
          <>
            {claim.affiliate_name} asked <When at={claim.opened_at} />
          </>
        )
      }
      back={{ label: "Missing-sale claims", link: { to: "/dashboard/$accountId/claims", params: { accountId } } }}
    >
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Page>
  );
}

function Details({ claim, told, known }: ClaimResponse): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
      <Stack gap="xl">
        <Section title="Claim">
          {claim.message !== null && (
            <Text size="sm" className="prose breakable" style={{ whiteSpace: "pre-wrap" }}>
              “{claim.message}”
            </Text>
          )}
          <Facts claim={claim} />
        </Section>
        <Section title="Automatic reply to the affiliate">
          <Text size="sm" className="prose">
            {localized(told.text)}
          </Text>
        </Section>
        <Section title="What our records show" note="Only your team sees this.">
          <Known known={known} conversionId={claim.conversion_id} />
        </Section>
      </Stack>
      <Settle claim={claim} recorded={known.conversion !== null} />
    </SimpleGrid>
  );
}

function Facts({ claim }: { claim: ClaimRow }): ReactNode {
  const { id: accountId } = useAccount();
  const toCampaign = linkOptions({
    to: "/dashboard/$accountId/campaigns/$campaignId",
    params: { accountId, campaignId: claim.campaign_id },
  });
  const toAffiliate = linkOptions({
    to: "/dashboard/$accountId/affiliates/$affiliateId",
    params: { accountId, affiliateId: claim.affiliate_id },
  });
  return (
    <FactList
      facts={[
        { label: "Order ID", value: <CopyField value={claim.external_id} what="order ID" /> },
        { label: "Ordered around", value: exactTime(claim.approximate_time) },
        { label: "Campaign", value: <To link={toCampaign}>{claim.campaign_name}</To> },
        { label: "Affiliate", value: <To link={toAffiliate}>{claim.affiliate_name}</To> },
      ]}
    />
  );
}

function To({ link, children }: { link: LinkOptions; children: ReactNode }): ReactNode {
  return (
    <AnchorLink {...link} size="sm">
      {children}
    </AnchorLink>
  );
}

function Known({ known, conversionId }: Pick<ClaimResponse, "known"> & { conversionId: string | null }): ReactNode {
  const { conversion, similar, refusals } = known;
  if (conversionId !== null)
    return (
      <Text size="sm" className="prose">
        This claim was recorded as a conversion.
      </Text>
    );
  if (!conversion && similar.length === 0 && refusals.length === 0)
    return (
      <Text size="sm" className="prose">
        Your shop has not reported this order: no conversion has this order ID, and no request with it was refused in
        the last 90 days.
      </Text>
    );
  return (
    <Stack gap="sm">
      {conversion && (
        <Text size="sm" component="div">
          Recorded for {conversion.affiliate_name}: <ToConversion id={conversion.id}>view conversion</ToConversion>{" "}
          <StatusBadge tone={conversionTones[conversion.status]}>{conversionWords[conversion.status]}</StatusBadge>
        </Text>
      )}
      {similar.length > 0 && <Similar orders={similar} />}
      {refusals.map(({ at, code, text }) => (
        <Text key={`${at} ${code}`} size="sm">
          Refused <When at={at} />: {text}
        </Text>
      ))}
    </Stack>
  );
}

/** A warning, because recording this claim would pay the same order twice. */
function Similar({ orders }: { orders: readonly KnownOrder[] }): ReactNode {
  return (
    <Alert color="orange" variant="light" title="Probably the same order">
      <Stack gap="xs">
        <Text size="sm">
          These order IDs differ from the claimed one only in upper and lower case, spaces or invisible characters.
        </Text>
        {orders.map((order) => (
          <Text key={order.id} size="sm" component="div" className="breakable">
            <ToConversion id={order.id}>{order.external_id}</ToConversion>, recorded for {order.affiliate_name}{" "}
            <StatusBadge tone={conversionTones[order.status]}>{conversionWords[order.status]}</StatusBadge>
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

function ToConversion({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const { id: accountId } = useAccount();
  const link = linkOptions({
    to: "/dashboard/$accountId/conversions/$conversionId",
    params: { accountId, conversionId: id },
  });
  return <To link={link}>{children}</To>;
}

function Settle({ claim, recorded }: { claim: ClaimRow; recorded: boolean }): ReactNode {
  const { canManage } = useAccount();
  return (
    <Stack gap="xl">
      {claim.answer !== null && (
        <Section title="Your answer">
          <Text size="sm" className="prose breakable" style={{ whiteSpace: "pre-wrap" }}>
            {claim.answer}
          </Text>
        </Section>
      )}
      {claim.conversion_id !== null && (
        <Alert color="teal" variant="light" title="Recorded as a conversion">
          <ToConversion id={claim.conversion_id}>View conversion</ToConversion>
        </Alert>
      )}
      {canManage && claim.state === "open" && <AnswerForm claim={claim} />}
      {canManage && claim.state !== "converted" && !recorded && <ConvertForm claim={claim} />}
      {!canManage && claim.state === "open" && (
        <Text size="sm" c="dimmed">
          You have view-only access to claims. Managers and owners can answer them.
        </Text>
      )}
    </Stack>
  );
}
