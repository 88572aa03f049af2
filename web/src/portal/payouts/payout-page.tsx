import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalPayoutRow } from "tributary-sdk/pages";
import { ownPayoutLinesQuery, ownPayoutQuery } from "../../api/portal-money.ts";
import { payoutFacts } from "../../money/payout-facts.tsx";
import { PayoutLines } from "../../money/payout-lines.tsx";
import { destinationText } from "../../words/payouts.ts";
import { CopyField } from "../../ui/copy.tsx";
import { FactList, FactStrip } from "../../ui/facts.tsx";
import { moneyText } from "../../format/numbers.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { sortingOf, useList } from "../../ui/table/listed.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { payoutTones } from "../../words/tones.ts";

const FROM = "/portal/earnings/payouts/$payoutId";

export function PayoutPage(): ReactNode {
  const { payoutId } = useParams({ from: FROM });
  const query = useQuery(ownPayoutQuery(payoutId));
  const row = query.data?.payout;
  return (
    <Page
      title={row ? `${moneyText(row.amount, row.currency)} from ${row.merchant_name}` : "Payout"}
      beside={row && <StatusBadge tone={payoutTones[row.status]}>{row.status}</StatusBadge>}
      note={row && stateText(row)}
      back={{ label: "Payouts", link: { to: "/portal/earnings/payouts" } }}
    >
      <Loaded query={query}>{({ payout }) => <Details payout={payout} />}</Loaded>
    </Page>
  );
}

function stateText({ status, merchant_name: merchant }: PortalPayoutRow): string {
  const sentences: Readonly<Record<PortalPayoutRow["status"], string>> = {
    created: `${merchant} has created this payout but not marked it as paid yet.`,
    paid: `${merchant} has marked this payout as paid.`,
    failed: "This payout failed. Its commission can go into the next payout.",
    cancelled: `${merchant} cancelled this payout. Its commission can go into the next payout.`,
  };
  return sentences[status];
}

function Details({ payout }: { payout: PortalPayoutRow }): ReactNode {
  return (
    <Stack gap="xl">
      <FactStrip facts={payoutFacts(payout)} />
      <Section title="Details">
        <FactList
          facts={[
            { label: "To", value: destinationText(payout.method, payout.account_hint) },
            { label: "Reference", value: payout.reference ?? "none yet" },
            { label: "Payout ID", value: <CopyField value={payout.id} what="payout ID" /> },
          ]}
        />
      </Section>
      <Section title="What's included">
        <Lines payout={payout} />
      </Section>
    </Stack>
  );
}

function Lines({ payout }: { payout: PortalPayoutRow }): ReactNode {
  const { filter, onFilter } = useFilter(FROM);
  const query = useList(ownPayoutLinesQuery(payout.id, filter));
  return (
    <PayoutLines
      query={query}
      currency={payout.currency}
      linkOf={(conversionId) => ({ to: "/portal/conversions/$conversionId", params: { conversionId } })}
      sorting={sortingOf(filter.sort, onFilter)}
      onOffset={(offset, step) => onFilter({ offset }, step)}
    />
  );
}
