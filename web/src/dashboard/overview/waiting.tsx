import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { waitingQuery } from "../../api/conversions.ts";
import { Listed } from "../../ui/table/listed.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";
import { useConversionBrief, useConversionColumns } from "../conversions/columns.tsx";
import { DecisionsProvider } from "../conversions/decisions.tsx";
import { useSteadyRows } from "../conversions/steady-rows.ts";

/** The newest conversions pending review, with buttons to approve or reject them. */
export function Waiting(): ReactNode {
  return (
    <DecisionsProvider>
      <WaitingList />
    </DecisionsProvider>
  );
}

function WaitingList(): ReactNode {
  const { id: accountId } = useAccount();
  const pending = useQuery(waitingQuery(accountId));
  const columns = useConversionColumns(undefined);
  const brief = useConversionBrief(undefined);
  const rows = useSteadyRows({ list: accountId, rows: pending.data?.conversions, isPlaceholder: false });
  return (
    <Section title="Ready for review">
      <Listed
        label="Conversions pending review"
        query={pending}
        columns={columns}
        brief={brief}
        rows={rows}
        empty="All caught up. New conversions appear here as they are tracked."
      />
    </Section>
  );
}
