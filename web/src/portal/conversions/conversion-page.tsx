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
import { History } from "../../ui/history.tsx";
import { moneyText } from "../../format/numbers.ts";
import { Calculation } from "../../ui/calculation.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { readyText } from "../../words/commission.ts";
import { noteOf, refundNotes, tellHistory, type Words } from "../../words/refunds.ts";

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
  const told = tellHistory(conversion, history, words);
  const notes = refundNotes(conversion);
  return (
    <Stack gap="xl">
      <FactStrip
        facts={[
          {
            label: "Commission",
            value: moneyText(conversion.commission, conversion.commission_currency),
            note: notes.commission,
          },
          { label: "Amount", value: moneyText(conversion.amount, conversion.currency), note: notes.amount },
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
        <Deduction
          deduction={claw_back}
          conversion={conversion}
          isMixed={history.some(({ action }) => action === "return")}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Stack gap="xl">
          <Section title="How this was calculated">
            <Calculation
              conversion={conversion}
              facts={explanation}
              changes={told.flatMap(({ sentence }) => sentence ?? [])}
            />
          </Section>
          <Section title="Details">
            <FactList facts={factsOf(conversion, click)} />
          </Section>
        </Stack>
        <Section title="History">
          <History
            label="History"
            entries={history.map(({ at, reason }, index) => ({
              id: String(index),
              what: told[index]?.what,
              who: conversion.merchant_name,
              at,
              note: noteOf(reason),
            }))}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

interface DeductionProps {
  readonly deduction: NonNullable<PortalConversionResponse["claw_back"]>;
  readonly conversion: PortalConversionResponse["conversion"];
  /** Something was returned as well. */
  readonly isMixed: boolean;
}

/** The deductions of a conversion, less what was returned. */
function Deduction({ deduction, conversion, isMixed }: DeductionProps): ReactNode {
  const { amount, currency, at, reason, payout_id: payoutId } = deduction;
  const part = amount < conversion.commission ? "part of this commission" : "this commission";
  return (
    <Alert color="orange" variant="light" title={`${moneyText(amount, currency)} deducted`}>
      <Text size="sm" className="breakable">
        {conversion.merchant_name} deducted {part} on {exactTime(at)}: {reason}
      </Text>
      <Text size="sm">
        {payoutId !== null
          ? `Deducted from payout ${payoutId}.`
          : isMixed
            ? "Settled with your next payout."
            : "To be deducted from your next payout."}
      </Text>
    </Alert>
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

const words: Words = {
  track: "Tracked",
  approve: "Approved",
  reject: "Rejected",
  unreject: "Returned to review",
};
