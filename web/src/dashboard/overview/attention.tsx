import { Group, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCashOff,
  IconCircleCheck,
  IconClockExclamation,
  IconCoins,
  IconGauge,
  IconHourglass,
  IconMessageQuestion,
  IconPlugConnectedX,
  IconUserQuestion,
  IconWebhook,
  type Icon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { linkOptions, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ATTENTION_MAX } from "tributary-sdk/limits";
import type { MoneySummaryResponse, OverviewResponse } from "tributary-sdk/pages";
import { moneySummaryQuery } from "../../api/balances.ts";
import { countText, moneyText, numberText } from "../../format/numbers.ts";
import { blockedText, readyText, waitingLongText } from "../../money/stuck-money.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { Lines, ProblemState } from "../../ui/states.tsx";
import { RemindButton } from "../payouts/remind-button.tsx";
import { useAccount } from "../shared/account.ts";

interface Item {
  readonly id: string;
  readonly icon: Icon;
  readonly text: string;
  readonly link: LinkOptions;
  /** What can be done about it right here. */
  readonly action?: ReactNode;
}

/** Work that is waiting for a member, with links to it. */
export function Attention({ overview }: { overview: OverviewResponse }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const money = useQuery(moneySummaryQuery(accountId));
  const items = [...moneyItems(money.data, { accountId, canManage }), ...itemsOf(overview, accountId)];
  return (
    <Section title="Needs attention">
      {money.data === undefined && money.error && (
        <ProblemState error={money.error} onRetry={() => void money.refetch()} />
      )}
      {money.isPending ? (
        <Lines count={2} />
      ) : items.length === 0 ? (
        money.data && (
          <Group gap="xs" wrap="nowrap">
            <IconCircleCheck size={18} stroke={1.6} aria-hidden />
            <Text size="sm">Nothing needs your attention right now.</Text>
          </Group>
        )
      ) : (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label="Needs attention">
          {items.map(({ id, icon: ItemIcon, text, link, action }) => (
            <Group component="li" key={id} gap="xs" wrap="nowrap" align="flex-start">
              <ItemIcon size={18} stroke={1.6} aria-hidden style={{ flex: "none", marginTop: 2 }} />
              <Group gap="xs">
                <AnchorLink {...link} size="sm">
                  {text}
                </AnchorLink>
                {action}
              </Group>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** Money that can be paid, and money that is stuck. */
function moneyItems(
  summary: MoneySummaryResponse | undefined,
  { accountId, canManage }: { accountId: string; canManage: boolean },
): Item[] {
  if (!summary) return [];
  const params = { accountId };
  const items: (Omit<Item, "text"> & { readonly text: string | undefined })[] = [
    {
      id: "ready",
      icon: IconCoins,
      text: readyText(summary),
      link: linkOptions({ to: "/dashboard/$accountId/payouts", params, search: { state: "payable" } }),
    },
    {
      id: "blocked",
      icon: IconCashOff,
      text: blockedText(summary),
      link: linkOptions({ to: "/dashboard/$accountId/payouts", params, search: { state: "no_payout_details" } }),
      action: <RemindButton summary={summary} />,
    },
    {
      id: "waiting-long",
      icon: IconClockExclamation,
      text: waitingLongText(summary),
      link: linkOptions({ to: "/dashboard/$accountId/conversions", params, search: { status: "pending" } }),
      action: canManage && (
        <AnchorLink to="/dashboard/$accountId/campaigns" params={params} size="sm" underline="always">
          Turn on automatic approval
        </AnchorLink>
      ),
    },
  ];
  return items.flatMap(({ text, ...item }) => (text === undefined ? [] : { ...item, text }));
}

const many = (count: number, one: string, more: string): string =>
  count > ATTENTION_MAX ? `More than ${ATTENTION_MAX} ${more}` : `${numberText(count)} ${count === 1 ? one : more}`;

function itemsOf({ attention, waiting }: OverviewResponse, accountId: string): Item[] {
  const params = { accountId };
  const counted: (Item & { readonly count: number })[] = [
    {
      id: "waiting",
      count: waiting.total,
      icon: IconHourglass,
      text: `${countText(waiting.total, "conversion")} pending review`,
      link: linkOptions({ to: "/dashboard/$accountId/conversions", params, search: { status: "pending" } }),
    },
    {
      id: "suspicious",
      count: attention.suspicious_conversions,
      icon: IconAlertTriangle,
      text: many(
        attention.suspicious_conversions,
        "pending conversion flagged for review",
        "pending conversions flagged for review",
      ),
      link: linkOptions({
        to: "/dashboard/$accountId/conversions",
        params,
        search: { status: "pending", warning_sign: "any" },
      }),
    },
    {
      id: "applicants",
      count: attention.applicants,
      icon: IconUserQuestion,
      text: many(attention.applicants, "affiliate to approve", "affiliates to approve"),
      link: linkOptions({ to: "/dashboard/$accountId/affiliates", params, search: { status: "pending" } }),
    },
    {
      id: "applications",
      count: attention.applications,
      icon: IconUserQuestion,
      text: many(attention.applications, "applicant needs a link", "applicants need a link"),
      link: linkOptions({ to: "/dashboard/$accountId/affiliates", params, search: { tab: "invitations" } }),
    },
    {
      id: "claims",
      count: attention.open_claims,
      icon: IconMessageQuestion,
      text: many(attention.open_claims, "open claim", "open claims"),
      link: linkOptions({ to: "/dashboard/$accountId/claims", params, search: { state: "open" } }),
    },
    {
      id: "endpoints",
      count: attention.endpoints_off,
      icon: IconPlugConnectedX,
      text: many(attention.endpoints_off, "webhook endpoint is disabled", "webhook endpoints are disabled"),
      link: linkOptions({ to: "/dashboard/$accountId/developers", params, search: { tab: "webhooks" } }),
    },
    {
      id: "silent-connectors",
      count: attention.connectors_silent,
      icon: IconPlugConnectedX,
      text: many(attention.connectors_silent, "connector has gone silent", "connectors have gone silent"),
      link: linkOptions({ to: "/dashboard/$accountId/connectors", params }),
    },
    {
      id: "receipts",
      count: attention.receipts_failed,
      icon: IconPlugConnectedX,
      text: many(
        attention.receipts_failed,
        "event from your shop failed in the last 7 days",
        "events from your shop failed in the last 7 days",
      ),
      link: linkOptions({ to: "/dashboard/$accountId/connectors", params }),
    },
    {
      id: "deliveries",
      count: attention.deliveries_failed,
      icon: IconWebhook,
      text: many(
        attention.deliveries_failed,
        "webhook delivery failed in the last 7 days",
        "webhook deliveries failed in the last 7 days",
      ),
      link: linkOptions({
        to: "/dashboard/$accountId/developers",
        params,
        search: { tab: "deliveries", status: "failed" },
      }),
    },
  ];
  const budgets = attention.tight_budgets.map(({ campaign_id: campaignId, name, currency, spend, budget }) => ({
    id: campaignId,
    icon: IconGauge,
    text: `${name}: ${moneyText(Math.max(0, budget - spend), currency)} of ${moneyText(budget, currency)} budget left`,
    link: linkOptions({ to: "/dashboard/$accountId/campaigns/$campaignId", params: { accountId, campaignId } }),
  }));
  return [...counted.filter(({ count }) => count > 0), ...budgets];
}
