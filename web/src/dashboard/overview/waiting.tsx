import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { waitingQuery } from "../../api/conversions.ts";
import { Listed } from "../../ui/table/listed.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";
import { useConversionColumns } from "../conversions/columns.tsx";

/** The newest that ask for a decision, with the buttons to decide. */
export function Waiting(): ReactNode {
  const { id: accountId } = useAccount();
  const pending = useQuery(waitingQuery(accountId));
  const columns = useConversionColumns(undefined);
  return (
    <Section title="Conversions that wait for you">
      <Listed
        label="Pending conversions"
        query={pending}
        columns={columns}
        rows={pending.data?.conversions}
        empty="Nothing waits. New conversions appear here as they are tracked."
      />
    </Section>
  );
}
