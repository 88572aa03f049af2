import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ConversionResponse, ConversionRow, Explanation } from "tributary-sdk/pages";
import { conversionQuery } from "../../api/conversions.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useNow } from "../../ui/clock.ts";
import { CopyField } from "../../ui/copy.tsx";
import { FactList, FactStrip, type Fact } from "../../ui/facts.tsx";
import { History } from "../../ui/history.tsx";
import { moneyText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { AuditLink } from "../audit/audit-link.tsx";
import { DeliveryTable } from "../developers/delivery-table.tsx";
import { usePlanOf } from "../plans/plan-of-version.ts";
import { kindWords, orderTitle } from "../../words/plans.ts";
import { refundNotes } from "../../words/refunds.ts";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { attributedBy } from "./attributed-by.tsx";
import { ClawBackButton, ClawedBack } from "./claw-back.tsx";
import { Refunds } from "./refunds.tsx";
import { useConversionActions } from "./conversion-actions.tsx";
import { Flags, Reason, storyOf } from "./evidence.tsx";
import { Calculation } from "../../ui/calculation.tsx";
import { Maturation } from "./maturation.tsx";
import { Parts } from "./parts.tsx";

export function ConversionPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { conversionId } = useParams({ from: "/dashboard/$accountId/conversions/$conversionId" });
  const query = useQuery(conversionQuery(accountId, conversionId));
  const row = query.data?.conversion;
  return (
    <Page
      title={row ? orderTitle(row) : "Conversion"}
      beside={row && <StatusBadge tone={conversionTones[row.status]}>{conversionWords[row.status]}</StatusBadge>}
      back={{ label: "Conversions", link: { to: "/dashboard/$accountId/conversions", params: { accountId } } }}
      note={
        row?.status === "pending" &&
        !canManage &&
        "You have view-only access to conversions. Managers and owners can approve or reject them."
      }
      action={query.data && <Actions {...query.data} />}
    >
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Page>
  );
}

function Actions({ conversion: row, deductions }: ConversionResponse): ReactNode {
  const actions = useConversionActions()(row);
  return (
    <>
      {actions.map(({ kind, label, run }) => (
        <ActionButton key={kind} variant={kind === "approve" ? "filled" : "default"} run={async () => run()}>
          {label}
        </ActionButton>
      ))}
      <ClawBackButton row={row} deductions={deductions} />
    </>
  );
}

function Details(response: ConversionResponse): ReactNode {
  const { conversion, explanation, history, deliveries } = response;
  const now = useNow();
  const { items, first, changes } = storyOf(conversion, history);
  const notes = refundNotes(conversion, response, now);
  const plan = usePlanOf(conversion);
  const isBonus = conversion.kind === "bonus";
  return (
    <Stack gap="xl">
      <FactStrip
        facts={[
          ...(isBonus
            ? []
            : [{ label: "Amount", value: moneyText(conversion.amount, conversion.currency), note: notes.amount }]),
          {
            label: "Commission",
            value: moneyText(conversion.commission, conversion.commission_currency),
            note: notes.commission,
          },
          { label: isBonus ? "Added" : "Tracked", value: <When at={conversion.created_at} /> },
          { label: "Hold period", value: <Maturation conversion={conversion} /> },
        ]}
      />
      <Parts {...response} />
      <Reason conversion={conversion} lowered={response.lowered_amount} />
      <ClawedBack row={conversion} deductions={response.deductions} />
      <Flags conversion={conversion} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Stack gap="xl">
          <Section title="How this was calculated">
            <Calculation
              conversion={conversion}
              first={first}
              facts={explanation}
              lines={conversion.lines}
              plan={plan}
              changes={changes}
            />
          </Section>
          <Section title="Details">
            <DetailList conversion={conversion} other={explanation.other_evidence} />
          </Section>
        </Stack>
        <Section title="History" action={<AuditLink subject={conversion.id}>Audit log</AuditLink>}>
          <History label="History" entries={items} />
        </Section>
      </SimpleGrid>
      {!isBonus && <Refunds row={conversion} />}
      <Section title="Webhook deliveries">
        {deliveries.length === 0 ? (
          <Text size="sm" c="dimmed">
            No webhook endpoint was subscribed to the events of this conversion.
          </Text>
        ) : (
          <DeliveryTable rows={deliveries} />
        )}
      </Section>
    </Stack>
  );
}

interface DetailListProps {
  readonly conversion: ConversionRow;
  readonly other: Explanation["other_evidence"];
}

function DetailList({ conversion, other }: DetailListProps): ReactNode {
  const { id: accountId } = useAccount();
  const { campaign_id: campaignId, affiliate_id: affiliateId } = conversion;
  const facts = [
    {
      label: "Campaign",
      value: (
        <AnchorLink to="/dashboard/$accountId/campaigns/$campaignId" params={{ accountId, campaignId }} size="sm">
          {conversion.campaign_name}
        </AnchorLink>
      ),
    },
    {
      label: "Affiliate",
      value: (
        <AnchorLink to="/dashboard/$accountId/affiliates/$affiliateId" params={{ accountId, affiliateId }} size="sm">
          {conversion.affiliate_name}
        </AnchorLink>
      ),
    },
    ...(conversion.kind === "bonus"
      ? []
      : [{ label: "Order ID", value: <CopyField value={conversion.external_id} what="order ID" /> }]),
    { label: "Conversion ID", value: <CopyField value={conversion.id} what="conversion ID" /> },
  ];
  const click =
    conversion.click_id === null
      ? []
      : [{ label: "Click ID", value: <CopyField value={conversion.click_id} what="click ID" /> }];
  const payout =
    conversion.payout_id === null
      ? []
      : [
          {
            label: "Payout",
            value: (
              <AnchorLink
                to="/dashboard/$accountId/payouts/$payoutId"
                params={{ accountId, payoutId: conversion.payout_id }}
                size="sm"
              >
                {conversion.payout_id}
              </AnchorLink>
            ),
          },
        ];
  return (
    <FactList
      facts={[...facts, ...attributedBy(conversion, other), ...planned(conversion, accountId), ...click, ...payout]}
    />
  );
}

/** What a plan knows about the order. */
function planned(
  { kind, customer, plan_version: version, campaign_id: campaignId }: ConversionRow,
  accountId: string,
): Fact[] {
  return [
    ...(kind === undefined ? [] : [{ label: "Kind", value: kindWords[kind] }]),
    ...(customer === undefined ? [] : [{ label: "Customer", value: customer.replace(/^customer /, "") }]),
    ...(version === undefined
      ? []
      : [
          {
            label: "Commission plan",
            value: (
              <AnchorLink
                to="/dashboard/$accountId/campaigns/$campaignId/plan"
                params={{ accountId, campaignId }}
                size="sm"
              >
                {version === 0 ? "Before the first plan" : `Version ${version}`}
              </AnchorLink>
            ),
          },
        ]),
  ];
}
