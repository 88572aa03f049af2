import { Stack, Text } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "../shared/account.ts";
import { Ageing } from "./ageing.tsx";
import { BalanceList } from "./balance-list.tsx";
import { BatchList } from "./batch-list.tsx";
import { ClawBackList } from "./claw-back-list.tsx";
import { PayoutList } from "./payout-list.tsx";
import type { PayoutsSearch } from "./search.ts";

const FROM = "/dashboard/$accountId/payouts";
const tabs = [
  { value: "balances", label: "To pay" },
  { value: "payouts", label: "Payouts" },
  { value: "batches", label: "Batches" },
  { value: "claw-backs", label: "Claw-backs" },
] as const;

export function PayoutsPage(): ReactNode {
  const { isOwner } = useAccount();
  const { tab = "balances", ...search } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const go = (next: object): void => void navigate({ search: { tab, ...next } as PayoutsSearch, replace: true });
  return (
    <Page title="Payouts" {...(isOwner ? { action: <Actions /> } : { note: <OwnersPay /> })}>
      <PageTabs label="Parts" tabs={tabs} value={tab} onChange={(value) => go({ tab: value })}>
        <Stack gap="lg">
          {tab === "balances" && (
            <>
              <BalanceList filter={search} onFilter={go} />
              <Ageing />
            </>
          )}
          {tab === "payouts" && <PayoutList filter={search} onFilter={go} />}
          {tab === "batches" && <BatchList offset={search.offset} onOffset={(offset) => go({ offset })} />}
          {tab === "claw-backs" && <ClawBackList filter={search} onFilter={go} />}
        </Stack>
      </PageTabs>
    </Page>
  );
}

/** Whoever cannot pay is told so once, instead of finding buttons that refuse. */
function OwnersPay(): ReactNode {
  return (
    <Text component="span" inherit>
      Owners of the account make payouts and claw back. You see everything, with bank accounts masked.
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
        Prepare a batch
      </ButtonLink>
    </>
  );
}
