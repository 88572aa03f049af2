import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalConversionResponse, PortalConversionRow } from "tributary-sdk/pages";
import { ownConversionQuery } from "../../api/portal.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { useNow } from "../../ui/clock.ts";
import { CopyField } from "../../ui/copy.tsx";
import { calendarMonth, dayOf, exactTime } from "../../format/dates.ts";
import { FactList, FactStrip, type Fact } from "../../ui/facts.tsx";
import { History } from "../../ui/history.tsx";
import { moneyText } from "../../format/numbers.ts";
import { Calculation } from "../../ui/calculation.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { kindText, readyText } from "../../words/commission.ts";
import {
  deductionText,
  firstWorth,
  noteOf,
  refundedParts,
  refundNotes,
  tellHistory,
  type Words,
} from "../../words/refunds.ts";

export function ConversionPage(): ReactNode {
  const { conversionId } = useParams({ from: "/portal/conversions/$conversionId" });
  const query = useQuery(ownConversionQuery(conversionId));
  const row = query.data?.conversion;
  return (
    <Page
      title={row ? titleOf(row) : "Conversion"}
      beside={row && <StatusBadge tone={conversionTones[row.status]}>{conversionWords[row.status]}</StatusBadge>}
      note={row && `${row.campaign_name} by ${row.merchant_name}`}
      back={{ label: "Conversions", link: { to: "/portal/conversions" } }}
    >
      <Loaded query={query}>{(answer) => <Details {...answer} />}</Loaded>
    </Page>
  );
}

function Details(response: PortalConversionResponse): ReactNode {
  const { conversion, click, explanation, history, claw_back: deduction } = response;
  const now = useNow();
  const rejected = conversion.status === "rejected";
  const isBonus = conversion.kind === "bonus";
  const told = tellHistory(conversion, history, conversion.kind === "bonus" ? { ...words, track: "Added" } : words);
  const notes = refundNotes(conversion, response, now);
  const changes = told.flatMap(({ sentence }) => sentence ?? []);
  return (
    <Stack gap="xl">
      <FactStrip
        facts={[
          {
            label: "Commission",
            value: moneyText(conversion.commission, conversion.commission_currency),
            note: notes.commission,
          },
          ...(isBonus
            ? []
            : [{ label: "Amount", value: moneyText(conversion.amount, conversion.currency), note: notes.amount }]),
          { label: isBonus ? "Added" : "Ordered", value: <When at={conversion.created_at} /> },
          { label: "Ready", value: readyText(conversion) },
        ]}
      />
      {rejected ? (
        <Alert color="red" variant="light" title="Rejected">
          <Text size="sm" className="breakable">
            {conversion.state}
          </Text>
        </Alert>
      ) : deduction ? (
        <Deduction {...response} />
      ) : (
        <Text size="sm" className="prose">
          {conversion.state}
        </Text>
      )}
      <Parts {...response} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Stack gap="xl">
          <Section title="How this was calculated">
            <Calculation
              conversion={conversion}
              first={{ ...firstWorth(conversion, history), isPart: response.part_of !== null }}
              facts={explanation}
              lines={response.lines}
              plan={response.plan}
              changes={response.budget_short ? [...changes, "The campaign's budget had no room for more."] : changes}
            />
          </Section>
          <Section title="Details">
            <FactList facts={factsOf(conversion, { click, explanation })} />
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
              // The alert above shows the reason of the deduction.
              note: reason === deduction?.reason ? undefined : noteOf(reason),
            }))}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

/** The deductions of a conversion, less what was returned. Replaces the sentence about its status. */
function Deduction({
  conversion,
  claw_back: deduction,
  deductions,
  lowered_amount: lowered,
}: PortalConversionResponse): ReactNode {
  const now = useNow();
  if (!deduction) return null;
  const { currency, payout_id: payoutId } = deduction;
  const { later } = refundedParts(conversion, lowered, now);
  const reason = noteOf(deduction.reason);
  const what =
    later > 0
      ? `${moneyText(later, conversion.currency)} of this order was refunded`
      : `${conversion.merchant_name} deducted commission on ${dayOf(deduction.at)}`;
  return (
    <Alert color="orange" variant="light" title={deductionText(deductions, currency)}>
      <Text size="sm" className="breakable">
        {what}. {effectText(deductions, currency)}
        {payoutId !== null && `Deducted from payout ${payoutId}.`}
        {reason !== undefined && ` “${reason}”`}
      </Text>
    </Alert>
  );
}

function effectText({ open }: PortalConversionResponse["deductions"], currency: string): string {
  if (open === 0) return "";
  return `Your next payout is ${moneyText(Math.abs(open), currency)} ${open > 0 ? "lower" : "higher"}.`;
}

/** An order that changed after it was paid has several conversions. Each one links to the others. */
function Parts({ part_of: firstId, parts }: PortalConversionResponse): ReactNode {
  if (parts.length === 0) return null;
  const linkTo = (conversionId: string, text: string): ReactNode => (
    <AnchorLink to="/portal/conversions/$conversionId" params={{ conversionId }} size="sm" underline="always">
      {text}
    </AnchorLink>
  );
  return firstId === null ? (
    <div>
      {parts.map((id) => (
        <Text key={id} size="sm">
          {linkTo(id, "Another conversion")} was added when this order changed after it was paid.
        </Text>
      ))}
    </div>
  ) : (
    <Text size="sm">Added when {linkTo(firstId, "the first conversion")} of this order had already been paid.</Text>
  );
}

/** A bonus has no order. */
function titleOf(row: PortalConversionRow): string {
  if (row.kind === "bonus") return kindText(row) ?? "Bonus";
  return `${row.kind === "renewal" ? "Renewal" : "Order"} from ${dayOf(row.created_at)}`;
}

type Attributed = Pick<PortalConversionResponse, "click" | "explanation">;

function factsOf(conversion: PortalConversionRow, attributed: Attributed): Fact[] {
  const { customer, counts_for: month } = conversion;
  return [
    {
      label: "Campaign",
      value: (
        <AnchorLink to="/portal/campaigns/$campaignId" params={{ campaignId: conversion.campaign_id }} size="sm">
          {conversion.campaign_name}
        </AnchorLink>
      ),
    },
    ...attributionFacts(attributed),
    ...(customer === undefined ? [] : [{ label: "Customer", value: customer }]),
    ...(month === undefined ? [] : [{ label: "Counts for", value: `${calendarMonth(month)}, when it was paid` }]),
    { label: "On hold until", value: exactTime(conversion.matures_at) },
    { label: "Conversion ID", value: <CopyField value={conversion.id} what="conversion ID" /> },
    ...(conversion.payout_id === null
      ? []
      : [{ label: "Payout", value: <CopyField value={conversion.payout_id} what="payout ID" /> }]),
  ];
}

function attributionFacts({ click, explanation }: Attributed): Fact[] {
  const { attributed_by: by, coupon_code: code } = explanation;
  const coupon = code === undefined ? [] : [{ label: "Coupon", value: <CopyField value={code} what="coupon code" /> }];
  if (by === "bonus") return [];
  if (by === "customer")
    return [{ label: "Attributed by", value: "The customer's first order, which was yours" }, ...coupon];
  if (by === "coupon") return [{ label: "Attributed by", value: "Your coupon" }, ...coupon, ...clickFacts(click)];
  if (click === null) return [{ label: "Attributed by", value: "Your code, sent by the shop" }, ...coupon];
  return [...clickFacts(click), ...coupon];
}

const clickFacts = (click: Attributed["click"]): Fact[] =>
  click === null
    ? []
    : [
        { label: "Click", value: <When at={click.clicked_at} /> },
        { label: "Link label", value: click.sub ?? "none" },
      ];

const words: Words = {
  track: "Tracked",
  approve: "Approved",
  reject: "Rejected",
  unreject: "Returned to review",
};
