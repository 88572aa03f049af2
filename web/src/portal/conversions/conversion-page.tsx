import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalConversionResponse } from "tributary-sdk/pages";
import { ownConversionQuery } from "../../api/portal.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { CopyField } from "../../ui/copy.tsx";
import { dayOf, exactTime } from "../../format/dates.ts";
import { FactList, FactStrip, type Fact } from "../../ui/facts.tsx";
import { History, type HistoryItem } from "../../ui/history.tsx";
import { moneyText } from "../../format/numbers.ts";
import { Calculation } from "../../ui/calculation.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { readyText } from "../../words/commission.ts";

export function ConversionPage(): ReactNode {
  const { conversionId } = useParams({ from: "/portal/conversions/$conversionId" });
  const query = useQuery(ownConversionQuery(conversionId));
  const row = query.data?.conversion;
  return (
    <Page
      title={row ? `Order from ${dayOf(row.created_at)}` : "Conversion"}
      beside={row && <StatusBadge tone={conversionTones[row.status]}>{conversionWords[row.status]}</StatusBadge>}
      note={row && `${row.campaign_name} by ${row.merchant_name}`}
      back={{ label: "Conversions", link: { to: "/portal/conversions" } }}
    >
      <Loaded query={query}>{(answer) => <Details {...answer} />}</Loaded>
    </Page>
  );
}

function Details({ conversion, click, explanation, history, claw_back }: PortalConversionResponse): ReactNode {
  const rejected = conversion.status === "rejected";
  return (
    <Stack gap="xl">
      <FactStrip
        facts={[
          { label: "Commission", value: moneyText(conversion.commission, conversion.commission_currency) },
          { label: "Amount", value: moneyText(conversion.amount, conversion.currency) },
          { label: "Ordered", value: <When at={conversion.created_at} /> },
          { label: "Ready", value: readyText(conversion) },
        ]}
      />
      {rejected ? (
        <Alert color="red" variant="light" title="Rejected">
          <Text size="sm" className="breakable">
            {conversion.state}
          </Text>
        </Alert>
      ) : (
        <Text size="sm" className="prose">
          {conversion.state}
        </Text>
      )}
      {claw_back && (
        <Alert color="orange" variant="light" title={`${moneyText(claw_back.amount, claw_back.currency)} deducted`}>
          <Text size="sm" className="breakable">
            {conversion.merchant_name} deducted this commission on {exactTime(claw_back.at)}: {claw_back.reason}
          </Text>
          <Text size="sm">
            {claw_back.payout_id === null
              ? "To be deducted from your next payout."
              : `Deducted from payout ${claw_back.payout_id}.`}
          </Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Stack gap="xl">
          <Section title="How this was calculated">
            <Calculation conversion={conversion} facts={explanation} />
          </Section>
          <Section title="Details">
            <FactList facts={factsOf(conversion, click)} />
          </Section>
        </Stack>
        <Section title="History">
          <History
            label="History"
            entries={history.map((entry, index) => historyItemOf(entry, index, conversion.merchant_name))}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

function factsOf(conversion: PortalConversionResponse["conversion"], click: PortalConversionResponse["click"]): Fact[] {
  const ofClick: Fact[] =
    click === null
      ? [{ label: "Attributed by", value: "Your code, sent by the shop" }]
      : [
          { label: "Click", value: <When at={click.clicked_at} /> },
          { label: "Link label", value: click.sub ?? "none" },
        ];
  return [
    {
      label: "Campaign",
      value: (
        <AnchorLink to="/portal/campaigns/$campaignId" params={{ campaignId: conversion.campaign_id }} size="sm">
          {conversion.campaign_name}
        </AnchorLink>
      ),
    },
    ...ofClick,
    { label: "On hold until", value: exactTime(conversion.matures_at) },
    { label: "Conversion ID", value: <CopyField value={conversion.id} what="conversion ID" /> },
    ...(conversion.payout_id === null
      ? []
      : [{ label: "Payout", value: <CopyField value={conversion.payout_id} what="payout ID" /> }]),
  ];
}

type Entry = PortalConversionResponse["history"][number];

const actionWords: Readonly<Record<Entry["action"], string>> = {
  track: "Tracked",
  approve: "Approved",
  reject: "Rejected",
  unreject: "Returned to review",
  claw_back: "Commission deducted",
};

const historyItemOf = (entry: Entry, index: number, merchant: string): HistoryItem => ({
  id: String(index),
  what: actionWords[entry.action],
  who: merchant,
  at: entry.at,
  note: entry.reason ?? undefined,
});
