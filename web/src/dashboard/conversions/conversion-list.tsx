import { IconArrowsExchange } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { conversionsQuery } from "../../api/conversions.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { selectionOf } from "../../ui/table/selection.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useAccount } from "../shared/account.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useConversionColumns, type Hidden } from "./columns.tsx";
import { ConversionFilters } from "./filters.tsx";
import { conversionsQueryOf, type ConversionsSearch } from "./search.ts";

interface ConversionListProps {
  /** What is filtered by, fixed or from the address. */
  readonly search: ConversionsSearch;
  /** The part that is fixed here, and so no filter of the reader's. */
  readonly within?: Hidden;
  readonly onSearch: (search: ConversionsSearch) => void;
}

const nobody: ReadonlySet<string> = new Set();

/** A list of conversions with its filters, bulk actions and file; the same everywhere. */
export function ConversionList({ search, within, onSearch }: ConversionListProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const [selected, setSelected] = useState(nobody);
  const { offset: _offset, ...filter } = search;
  const query = useQuery({
    ...conversionsQuery(accountId, conversionsQueryOf(search)),
    placeholderData: keepPreviousData,
  });
  const columns = useConversionColumns(within);
  const rows = query.data?.conversions;
  const filterBy = (next: ConversionsSearch): void => {
    setSelected(nobody);
    onSearch(next);
  };
  return (
    <>
      <ConversionFilters search={search} within={within} onSearch={filterBy} />
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Conversions"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            selection={canManage ? selectionOf({ ids: selected, onChange: setSelected, nameOf }) : undefined}
            empty={<Empty filtered={Object.keys(filter).length > (within ? 1 : 0)} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(next) => filterBy({ ...filter, ...(next > 0 ? { offset: next } : {}) })}
            csvHref={csvHref(accountId, "conversions", conversionsQueryOf(filter))}
          />
        </>
      )}
      <BulkBar
        rows={(rows ?? []).filter(({ id }) => selected.has(id))}
        filter={conversionsQueryOf(filter)}
        total={query.data?.pagination.total ?? 0}
        totalIsAtLeast={query.data?.pagination.total_is_at_least === true}
        allOnPage={rows !== undefined && rows.length > 0 && rows.every(({ id }) => selected.has(id))}
        onClear={() => setSelected(nobody)}
      />
    </>
  );
}

const nameOf = (row: ConversionRow): string => row.external_id;

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No conversion matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="No conversions yet"
      text="They appear here as soon as your backend tracks the first one. The overview has the line to paste."
    />
  );
}
