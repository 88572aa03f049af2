import { Alert, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { BatchRow } from "tributary-sdk/pages";
import { batchQuery } from "../../api/payouts.ts";
import { originWords } from "../../words/payouts.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { FactStrip } from "../../ui/facts.tsx";
import { countText, moneyText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { BatchFiles } from "./batch-files.tsx";
import { useMarkBatch } from "./mark-batch.tsx";
import { PayoutList } from "./payout-list.tsx";

const FROM = "/dashboard/$accountId/payouts/batches/$batchId";

export function BatchPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { batchId } = useParams({ from: FROM });
  const query = useQuery(batchQuery(accountId, batchId));
  const batch = query.data?.batch;
  const mark = useMarkBatch(batch);
  return (
    <Page
      title={batch ? `${originWords[batch.origin]} in ${batch.currency}` : "Batch"}
      beside={batch?.status === "making" && <StatusBadge tone="waiting">creating payouts</StatusBadge>}
      action={mark.action}
      note={batch && <Terms batch={batch} />}
      back={{
        label: "Batches",
        link: { to: "/dashboard/$accountId/payouts", params: { accountId }, search: { tab: "batches" } },
      }}
    >
      <Loaded query={query}>{(data) => <Details batch={data.batch} suggestion={mark.suggestion} />}</Loaded>
      {mark.dialog}
    </Page>
  );
}

function Terms({ batch }: { batch: BatchRow }): ReactNode {
  const minimum = batch.minimum > 0 ? ` · at least ${moneyText(batch.minimum, batch.currency)} each` : "";
  return (
    <>
      Created <When at={batch.created_at} />
      {minimum}
    </>
  );
}

function Details({ batch, suggestion }: { batch: BatchRow; suggestion: ReactNode }): ReactNode {
  const list = useFilter(FROM);
  return (
    <Stack gap="xl">
      <FactStrip
        facts={[
          total(batch, "created", "Open"),
          total(batch, "paid", "Paid"),
          total(batch, "failed", "Failed"),
          total(batch, "cancelled", "Cancelled"),
        ]}
      />
      {/* Above the files: further down, the notice about a created file would cover its button. */}
      {suggestion}
      {batch.skipped_without_details > 0 && (
        <Alert color="orange" variant="light" title="Skipped">
          <Text size="sm">
            {countText(batch.skipped_without_details, "affiliate")} without payout details could not be paid. Their
            balances carry over.
          </Text>
        </Alert>
      )}
      {batch.status === "making" ? (
        <Alert color="orange" variant="light" title="Creating payouts">
          <Text size="sm">Large batches take a moment. You can create payment files once all payouts exist.</Text>
        </Alert>
      ) : (
        <Section
          title="Payment files"
          note="A file contains the same payouts every time you download it. If some of them are already paid, Tributary asks first."
        >
          <BatchFiles batch={batch} />
        </Section>
      )}
      <Section title="Payouts">
        <PayoutList {...list} batchId={batch.id} />
      </Section>
    </Stack>
  );
}

function total(batch: BatchRow, status: keyof BatchRow["totals"], label: string) {
  const { payouts, amount } = batch.totals[status];
  return { label, value: moneyText(amount, batch.currency), note: countText(payouts, "payout") };
}
