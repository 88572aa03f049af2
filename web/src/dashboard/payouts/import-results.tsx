import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { ImportResult } from "tributary-sdk/pages";
import type { Column } from "../../ui/columns.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { numberText } from "../../ui/numbers.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table-foot.tsx";
import { useAccount } from "../account.ts";

/** All of it is here already, but a table of ten thousand rows would hold the page up. */
const PAGE = 100;

interface ImportResultsProps {
  readonly results: readonly ImportResult[];
  readonly done: boolean;
}

/** What becomes of each line, what needs a look first. */
export function ImportResults({ results, done }: ImportResultsProps): ReactNode {
  const [offset, setOffset] = useState(0);
  const columns = useColumns(done);
  const sorted = results.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
  return (
    <>
      <DataTable
        label="What becomes of each line"
        columns={columns}
        rows={sorted.slice(offset, offset + PAGE)}
        rowId={({ line }) => String(line)}
        empty={<Text size="sm">There are no lines.</Text>}
      />
      <TableFoot span={{ limit: PAGE, offset, total: results.length }} onOffset={setOffset} />
    </>
  );
}

const rank = ({ outcome }: ImportResult): number => ["refused", "change", "unchanged"].indexOf(outcome);

function useColumns(done: boolean): readonly Column<ImportResult>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "line",
      header: "Line",
      cell: ({ line }) => <span className="number">{numberText(line)}</span>,
    },
    {
      id: "payout",
      header: "Payout",
      cell: ({ payout_id: payoutId, outcome }) => {
        if (outcome === "refused") return payoutId;
        const link = { to: "/dashboard/$accountId/payouts/$payoutId", params: { accountId, payoutId } };
        return (
          <Anchor component={Link} {...(link as object)} size="sm" className="breakable">
            {payoutId}
          </Anchor>
        );
      },
    },
    { id: "outcome", header: "Outcome", cell: (result) => <Outcome result={result} done={done} /> },
  ];
}

function Outcome({ result, done }: { result: ImportResult; done: boolean }): ReactNode {
  if (result.outcome === "refused")
    return (
      <>
        <StatusBadge tone="bad">refused</StatusBadge>{" "}
        <Text span size="sm">
          {result.error}
        </Text>
      </>
    );
  if (result.outcome === "unchanged") return <StatusBadge tone="quiet">{`is ${result.status} already`}</StatusBadge>;
  const tone = result.status === "paid" ? "good" : "bad";
  return <StatusBadge tone={tone}>{done ? result.status : `will be ${result.status}`}</StatusBadge>;
}
