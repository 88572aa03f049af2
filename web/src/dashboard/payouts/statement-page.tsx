import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { statementHref, statementQuery } from "../../api/statements.ts";
import { StatementActions, StatementSheet } from "../../money/statement-sheet.tsx";
import { monthTitle } from "../../words/statements.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";

const FROM = "/dashboard/$accountId/payouts/statements/$affiliateId/$currency/$month";

export function StatementPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { affiliateId, currency, month } = useParams({ from: FROM });
  const of = { affiliateId, currency, month };
  const query = useQuery(statementQuery(accountId, of));
  return (
    <Page
      title={monthTitle(month)}
      back={{
        label: query.data?.affiliate_name ?? "Affiliate",
        link: { to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId } },
      }}
      action={query.data && <StatementActions fileHref={statementHref(accountId, of)} />}
    >
      <Loaded query={query}>
        {(data) => (
          <StatementSheet
            answer={data}
            links={{
              conversion: (conversionId) => ({
                to: "/dashboard/$accountId/conversions/$conversionId",
                params: { accountId, conversionId },
              }),
              payout: (payoutId) => ({
                to: "/dashboard/$accountId/payouts/$payoutId",
                params: { accountId, payoutId },
              }),
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
