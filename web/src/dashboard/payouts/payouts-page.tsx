import { Stack, Text } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { moneySummaryQuery } from "../../api/balances.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "../shared/account.ts";
import { Ageing } from "./ageing.tsx";
import { BalanceList } from "./balance-list.tsx";
import { BatchList } from "./batch-list.tsx";
import { ClawBackList } from "./claw-back-list.tsx";
import { MoneySummary } from "./money-summary.tsx";
import { PayoutList } from "./payout-list.tsx";

const tabs = [
  { value: "balances", label: "Balances" },
  { value: "payouts", label: "Payouts" },
  { value: "batches", label: "Batches" },
  { value: "claw-backs", label: "Deductions" },
] as const;

export function PayoutsPage(): ReactNode {
  const { isOwner } = useAccount();
  const list = useFilter("/dashboard/$accountId/payouts");
  const { filter, onFilter } = list;
  const { tab = "balances" } = filter;
  return (
    <Page title="Payouts" {...(isOwner ? { action: <Actions /> } : { note: <OwnersPay /> })}>
      <PageTabs
        label="Payout sections"
        tabs={tabs}
        value={tab}
        onChange={(next) => onFilter({ ...withoutAll(filter), tab: next })}
      >
        <Stack gap="lg">
          {tab === "balances" && <Balances {...list} />}
          {tab === "payouts" && <PayoutList {...list} />}
          {tab === "batches" && <BatchList {...list} />}
          {tab === "claw-backs" && <ClawBackList {...list} />}
        </Stack>
      </PageTabs>
    </Page>
  );
}

/** The list appears once the height of the summary is known. */
function Balances(list: Omit<ComponentProps<typeof BalanceList>, "below">): ReactNode {
  const { id: accountId } = useAccount();
  const summary = useQuery(moneySummaryQuery(accountId));
  return (
    <>
      <MoneySummary />
      {!summary.isPending && <BalanceList {...list} below={<Ageing />} />}
    </>
  );
}

function OwnersPay(): ReactNode {
  return (
    <Text component="span" inherit>
      You have view-only access to payouts, with masked bank accounts. Only owners can create payouts and deductions.
    </Text>
  );
}

function Actions(): ReactNode {
  const { id: accountId } = useAccount();
  const params = { accountId };
  return (
    <>
      <ButtonLink
        to="/dashboard/$accountId/payouts/import"
        params={params}
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
      >
        Import bank results
      </ButtonLink>
      <ButtonLink
        to="/dashboard/$accountId/payouts/new"
        params={params}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        Prepare batch
      </ButtonLink>
    </>
  );
}
