import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { BalanceRow } from "tributary-sdk/pages";
import { balancesQuery, maturingQuery } from "../../api/balances.ts";
import { statementsQuery } from "../../api/statements.ts";
import { BalanceFacts } from "../../money/balance-facts.tsx";
import { MaturingDays } from "../../money/maturing-days.tsx";
import { StatementList } from "../../money/statement-list.tsx";
import { moneyText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import type { Sorting } from "../../ui/table/columns.ts";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { PayButton } from "./pay-button.tsx";

/** Balances of one affiliate, one per currency, and their statements. */
export function AffiliateMoney({ affiliateId, sorting }: { affiliateId: string; sorting: Sorting }): ReactNode {
  const { id: accountId } = useAccount();
  const balances = useQuery(balancesQuery(accountId, { affiliate_id: affiliateId }));
  const statements = useQuery(statementsQuery(accountId, affiliateId));
  return (
    <>
      <Section
        title="Balances"
        action={
          <AnchorLink
            to="/dashboard/$accountId/payouts"
            params={{ accountId }}
            search={{ tab: "payouts", affiliate_id: affiliateId }}
            size="sm"
          >
            Payouts to this affiliate
          </AnchorLink>
        }
      >
        <Loaded query={balances}>
          {({ balances: rows }) =>
            rows.length === 0 ? (
              <Text size="sm" c="dimmed">
                No commission yet.
              </Text>
            ) : (
              <Stack gap="lg">
                {rows.map((row) => (
                  <BalanceOf key={row.currency} row={row} />
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Section>
      <Section title="Statements" note="Every entry of a month (UTC), with the balance before and after.">
        <StatementList
          query={statements}
          sorting={sorting}
          linkOf={({ currency, month }) => ({
            to: "/dashboard/$accountId/payouts/statements/$affiliateId/$currency/$month",
            params: { accountId, affiliateId, currency, month },
          })}
        />
      </Section>
    </>
  );
}

function BalanceOf({ row }: { row: BalanceRow }): ReactNode {
  const { id: accountId } = useAccount();
  const filter = { affiliate_id: row.affiliate_id, currency: row.currency };
  const maturing = useQuery({ ...maturingQuery(accountId, filter), enabled: row.maturing > 0 });
  return (
    <Stack gap="xs">
      <BalanceFacts balance={row} reader="merchant" />
      <Group gap="sm">
        <PayButton row={row} label={`Pay ${moneyText(row.payable, row.currency)}`} />
        {row.maturing > 0 && maturing.data && <MaturingDays days={maturing.data.maturing} currency={row.currency} />}
      </Group>
    </Stack>
  );
}
