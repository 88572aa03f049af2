import { Stack } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownBalancesQuery } from "../../api/portal-money.ts";
import { ownStatementsQuery } from "../../api/statements.ts";
import { StatementList } from "../../money/statement-list.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { sortingOf } from "../../ui/table/listed.tsx";

export function StatementsPage(): ReactNode {
  const query = useQuery(ownBalancesQuery);
  return (
    <Page
      title="Statements"
      note="Every line of a month, with opening and closing balance. Complete statements are signed and never change."
      back={{ label: "Earnings", link: { to: "/portal/earnings" } }}
    >
      <Loaded query={query}>
        {({ balances }) => {
          const merchants = new Map(balances.map((row) => [row.affiliate_id, row.merchant_name]));
          if (merchants.size === 0)
            return (
              <EmptyState
                icon={IconFileText}
                title="No statements yet"
                text="A statement appears here for each month in which you earn commission."
              />
            );
          return (
            <Stack gap="xl">
              {[...merchants].map(([affiliateId, name]) => (
                <Section key={affiliateId} title={name}>
                  <OwnStatements affiliateId={affiliateId} />
                </Section>
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

function OwnStatements({ affiliateId }: { affiliateId: string }): ReactNode {
  const { filter, onFilter } = useFilter("/portal/earnings/statements");
  return (
    <StatementList
      query={useQuery(ownStatementsQuery(affiliateId))}
      sorting={{ ...sortingOf(filter.sort, onFilter), inPage: true }}
      linkOf={({ currency, month }) => ({
        to: "/portal/earnings/statements/$affiliateId/$currency/$month",
        params: { affiliateId, currency, month },
      })}
    />
  );
}
