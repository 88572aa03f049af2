import { Alert, Anchor, Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PayoutResponse, PayoutRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { payoutLinesQuery, payoutQuery } from "../../api/payouts.ts";
import { payoutFacts } from "../../money/payout-facts.tsx";
import { PayoutLines } from "../../money/payout-lines.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { destinationText, methodWords } from "../../words/payouts.ts";
import { CopyField } from "../../ui/copy.tsx";
import { FactList, FactStrip } from "../../ui/facts.tsx";
import { History, type HistoryItem } from "../../ui/history.tsx";
import { moneyText } from "../../format/numbers.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { sortingOf, useList } from "../../ui/table/listed.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useAccount } from "../shared/account.ts";
import { AuditLink } from "../audit/audit-link.tsx";
import { usePayoutActions } from "./payout-actions.tsx";
import { payoutTones } from "../../words/tones.ts";

const FROM = "/dashboard/$accountId/payouts/$payoutId";

export function PayoutPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { payoutId } = useParams({ from: FROM });
  const query = useQuery(payoutQuery(accountId, payoutId));
  const row = query.data?.payout;
  return (
    <Page
      title={row ? `${moneyText(row.amount, row.currency)} to ${row.affiliate_name}` : "Payout"}
      beside={row && <StatusBadge tone={payoutTones[row.status]}>{row.status}</StatusBadge>}
      back={{
        label: "Payouts",
        link: { to: "/dashboard/$accountId/payouts", params: { accountId }, search: { tab: "payouts" } },
      }}
      action={row && <Actions row={row} />}
    >
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Page>
  );
}

function Actions({ row }: { row: PayoutRow }): ReactNode {
  const { dialog, actionsOf } = usePayoutActions();
  return (
    <>
      {actionsOf(row).map(({ kind, label, run }) => (
        <Button key={kind} variant={kind === "mark_paid" ? "filled" : "default"} onClick={() => void run()}>
          {label}
        </Button>
      ))}
      {dialog}
    </>
  );
}

function Details({ payout, payee, history }: PayoutResponse): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <Stack gap="xl">
      <FactStrip facts={payoutFacts(payout)} />
      {payout.reason !== null && (
        <Alert color="red" variant="light" title={payout.status === "failed" ? "Failed" : "Cancelled"}>
          <Text size="sm" className="breakable">
            {payout.reason}
          </Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "xl", md: 48 }}>
        <Section title="Details">
          <DetailList payout={payout} payee={payee} />
        </Section>
        <Section title="History" action={<AuditLink subject={payout.id}>Audit log</AuditLink>}>
          <History label="History" entries={history.map(historyItemOf)} />
        </Section>
      </SimpleGrid>
      <Section
        title="What's included"
        action={
          <Anchor href={csvHref(accountId, `payouts/${payout.id}/lines`, {})} download size="sm">
            Download CSV
          </Anchor>
        }
      >
        <Lines payout={payout} />
      </Section>
    </Stack>
  );
}

function DetailList({ payout, payee }: Pick<PayoutResponse, "payout" | "payee">): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const { affiliate_id: affiliateId, batch_id: batchId } = payout;
  const account =
    payee === null
      ? [{ label: "To", value: masked(payout, isOwner) }]
      : [
          { label: "Payee", value: payee.name },
          {
            label: methodWords[payout.method],
            value: <CopyField value={payee.account} what="account" />,
          },
        ];
  return (
    <FactList
      facts={[
        {
          label: "Affiliate",
          value: (
            <AnchorLink
              to="/dashboard/$accountId/affiliates/$affiliateId"
              params={{ accountId, affiliateId }}
              size="sm"
            >
              {payout.affiliate_name}
            </AnchorLink>
          ),
        },
        ...account,
        { label: "Reference", value: payout.reference ?? "None yet" },
        {
          label: "Batch",
          value: (
            <AnchorLink to="/dashboard/$accountId/payouts/batches/$batchId" params={{ accountId, batchId }} size="sm">
              View batch and payment files
            </AnchorLink>
          ),
        },
        { label: "In a payment file", value: payout.in_file ? "Yes" : "Not yet" },
        { label: "Payout ID", value: <CopyField value={payout.id} what="payout ID" /> },
      ]}
    />
  );
}

function masked(payout: PayoutRow, isOwner: boolean): string {
  const shown = destinationText(payout.method, payout.account_hint);
  return isOwner ? `${shown}. This person's data was erased.` : `${shown}. Only owners see the full account.`;
}

function Lines({ payout }: { payout: PayoutRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter(FROM);
  const query = useList(payoutLinesQuery(accountId, payout.id, filter));
  return (
    <PayoutLines
      query={query}
      currency={payout.currency}
      linkOf={(conversionId) => ({
        to: "/dashboard/$accountId/conversions/$conversionId",
        params: { accountId, conversionId },
      })}
      sorting={sortingOf(filter.sort, onFilter)}
      onOffset={(offset, step) => onFilter({ offset }, step)}
    />
  );
}

type Entry = PayoutResponse["history"][number];

const actionText: Readonly<Record<Entry["action"], string>> = {
  create: "Created",
  mark_paid: "Marked as paid",
  mark_failed: "Marked as failed",
  cancel: "Cancelled",
};

function historyItemOf(entry: Entry): HistoryItem {
  const kinds = { user: "A former member", key: "A former API key", system: "Tributary" };
  const afterFile = entry.action === "cancel" && entry.after_file ? " although it was in a payment file" : "";
  const reference = entry.action === "mark_paid" && entry.reference !== null ? `, reference ${entry.reference}` : "";
  return {
    id: `${entry.at} ${entry.action}`,
    what: `${actionText[entry.action]}${reference}${afterFile}`,
    who: entry.actor.name ?? kinds[entry.actor.kind],
    at: entry.at,
    note: entry.reason ?? undefined,
  };
}
