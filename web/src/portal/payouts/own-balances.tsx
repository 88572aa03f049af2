import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PortalBalancesResponse } from "tributary-sdk/pages";
import { ownBalancesQuery, ownMaturingQuery } from "../../api/portal-money.ts";
import { BalanceFacts } from "../../money/balance-facts.tsx";
import { MaturingDays } from "../../money/maturing-days.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";

type Row = PortalBalancesResponse["balances"][number];

/** The balance with each merchant in each currency. */
export function OwnBalances(): ReactNode {
  const query = useQuery(ownBalancesQuery);
  return (
    <Section title="Balances" action={<MoneyLinks />}>
      <Loaded query={query}>
        {({ balances }) =>
          balances.length === 0 ? (
            <Text size="sm" c="dimmed">
              Your balance appears here with your first commission.
            </Text>
          ) : (
            <Stack gap="lg">
              {balances.map((row) => (
                <OwnBalance key={`${row.affiliate_id} ${row.currency}`} row={row} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function MoneyLinks(): ReactNode {
  return (
    <Group gap="md">
      <AnchorLink to="/portal/earnings/payouts" size="sm">
        Payouts
      </AnchorLink>
      <AnchorLink to="/portal/earnings/statements" size="sm">
        Statements
      </AnchorLink>
    </Group>
  );
}

function OwnBalance({ row }: { row: Row }): ReactNode {
  const question = { affiliate_id: row.affiliate_id, currency: row.currency };
  const maturing = useQuery({ ...ownMaturingQuery(question), enabled: row.maturing > 0 });
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {row.merchant_name} · {row.currency}
      </Text>
      <BalanceFacts balance={row} reader="affiliate" />
      {row.state === "no_payout_details" && (
        <AnchorLink to="/portal/profile" size="sm" w="fit-content">
          Add payout details
        </AnchorLink>
      )}
      {maturing.data && <MaturingDays days={maturing.data.maturing} currency={row.currency} />}
    </Stack>
  );
}
