import { Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { ImportResult, PayoutStatus } from "tributary-sdk/pages";
import { AnchorLink } from "../../ui/link.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { sortingOf } from "../../ui/table/listed.tsx";
import { sortedRows } from "../../ui/table/sorting.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { numberText } from "../../format/numbers.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useAccount } from "../shared/account.ts";

/** All rows are already loaded, but rendering thousands of them would freeze the page. */
const PAGE = 100;

interface ImportedResultsProps {
  readonly results: readonly ImportResult[];
  readonly done: boolean;
}

/** The result of each line. Lines that need attention come first, unless the reader sorts them. */
export function ImportedResults({ results, done }: ImportedResultsProps): ReactNode {
  const [offset, setOffset] = useState(0);
  const columns = useColumns(done);
  const { filter, onFilter } = useFilter("/dashboard/$accountId/payouts/import");
  const sorting = sortingOf(filter.sort, (changes) => {
    setOffset(0);
    onFilter(changes);
  });
  const ranked = results.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
  const sorted = sortedRows(ranked, columns, { ...sorting, inPage: true }) ?? [];
  return (
    <>
      <DataTable
        label="Results by line"
        columns={columns}
        rows={sorted.slice(offset, offset + PAGE)}
        rowId={({ line }) => String(line)}
        sorting={sorting}
        empty={<Text size="sm">The file has no lines below its header.</Text>}
      />
      <TableFoot span={{ limit: PAGE, offset, total: results.length }} onOffset={setOffset} />
    </>
  );
}

const order = ["refused", "change", "superseded", "unchanged"];
const rank = ({ outcome }: ImportResult): number => order.indexOf(outcome);

function useColumns(done: boolean): readonly Column<ImportResult>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "line",
      header: "Line",
      sort: "line",
      sortValue: ({ line }) => line,
      cell: ({ line }) => <span className="number">{numberText(line)}</span>,
    },
    {
      id: "payout",
      header: "Payout",
      sort: "payout",
      sortValue: (result) => result.payout_id,
      cell: (result) => {
        const { payout_id: payoutId } = result;
        if (!isKnown(result)) return <span className="breakable">{payoutId}</span>;
        return (
          <AnchorLink
            to="/dashboard/$accountId/payouts/$payoutId"
            params={{ accountId, payoutId }}
            size="sm"
            className="breakable"
          >
            {payoutId}
          </AnchorLink>
        );
      },
    },
    {
      id: "outcome",
      header: "Result",
      sort: "result",
      sortValue: rank,
      cell: (result) => <Outcome result={result} done={done} />,
    },
  ];
}

/** Whether the payout can have a page. */
const isKnown = (result: ImportResult): boolean =>
  /^po_\w{26}$/.test(result.payout_id) && !(result.outcome === "refused" && result.code === "payout_not_found");

function Outcome({ result, done }: { result: ImportResult; done: boolean }): ReactNode {
  switch (result.outcome) {
    case "refused":
      return (
        <>
          <StatusBadge tone="bad">refused</StatusBadge>{" "}
          <Text span size="sm" className="breakable">
            {result.error}
          </Text>
        </>
      );
    case "superseded":
      return <StatusBadge tone="quiet">{`replaced by line ${numberText(result.by)}`}</StatusBadge>;
    case "unchanged":
      return <StatusBadge tone="quiet">{`already ${result.status}`}</StatusBadge>;
    case "change":
      return (
        <>
          <StatusBadge tone={result.status === "paid" ? "good" : "bad"}>
            {done ? result.status : `will be ${result.status}`}
          </StatusBadge>{" "}
          <Text span size="sm">
            {noteOf(result)}
          </Text>
        </>
      );
  }
}

/** Explains unusual changes. */
function noteOf({ from, status }: { from: PayoutStatus; status: "paid" | "failed" }): string {
  if (status === "failed") return from === "paid" ? "Returned by the bank. Its conversions can be paid again." : "";
  return from === "created" ? "" : `Previously ${from}. Its conversions now count as paid.`;
}
