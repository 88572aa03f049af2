import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ownStatementHref, ownStatementQuery } from "../../api/statements.ts";
import { StatementActions, StatementSheet, type StatementLinks } from "../../money/statement-sheet.tsx";
import { monthTitle } from "../../words/statements.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";

const FROM = "/portal/earnings/statements/$affiliateId/$currency/$month";

const links: StatementLinks = {
  conversion: (conversionId) => ({ to: "/portal/conversions/$conversionId", params: { conversionId } }),
  payout: (payoutId) => ({ to: "/portal/earnings/payouts/$payoutId", params: { payoutId } }),
};

export function StatementPage(): ReactNode {
  const of = useParams({ from: FROM });
  const query = useQuery(ownStatementQuery(of));
  return (
    <Page
      title={monthTitle(of.month)}
      back={{ label: "Statements", link: { to: "/portal/earnings/statements" } }}
      action={query.data && <StatementActions fileHref={ownStatementHref(of)} />}
    >
      <Loaded query={query}>{(answer) => <StatementSheet answer={answer} links={links} />}</Loaded>
    </Page>
  );
}
