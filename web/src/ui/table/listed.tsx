import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import type { Step } from "../filter/use-filter.ts";
import { EmptyState, ProblemState } from "../states.tsx";
import type { DataTableProps, Sorting } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import { TableFoot, type Span } from "./table-foot.tsx";

/** For a list with pages but no filters. */
export interface PagedProps<Sort extends string> {
  /** The sort key may belong to another list on the page. */
  readonly filter: { readonly offset?: number; readonly sort?: string };
  readonly onFilter: (changes: { offset?: number; sort?: Sort | undefined }, step?: Step) => void;
}

export type OnOffset = (offset: number, step?: Step) => void;

interface ListedProps<Row> extends Omit<DataTableProps<Row>, "busy" | "rowId"> {
  readonly query: Pick<UseQueryResult<object>, "data" | "error" | "refetch" | "isPlaceholderData">;
  /**
   * Hidden over an empty list. Shown even when the list fails to load, so that a filter that causes the error can be
   * removed.
   */
  readonly filters?: ReactNode;
  /** The active filters, the plural noun for "No matching conversions", and what to say in place of that. */
  readonly filtered?: { readonly by: object; readonly noun: string; readonly empty?: ReactNode };
  readonly rowId?: (row: Row) => string;
  /** Without it, there is only one page. */
  readonly onOffset?: OnOffset;
  readonly csvHref?: string;
}

/** A list with filters, loading and error states, paging and CSV download. */
export function Listed<Row>(props: ListedProps<Row>): ReactNode {
  const { query, filters, filtered, onOffset, csvHref, empty, rowId = idOf, ...table } = props;
  useLastPage(spanOf(query.data), table.rows?.length, onOffset);
  const isFiltered = filtered !== undefined && Object.keys(filtered.by).length > 0;
  const hasNothing = filtered !== undefined && !isFiltered && !query.error && table.rows?.length === 0;
  return (
    <>
      {!hasNothing && filters}
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            {...table}
            rowId={rowId}
            busy={query.isPlaceholderData}
            empty={isFiltered ? (filtered.empty ?? <NoMatch noun={filtered.noun} />) : empty}
          />
          {onOffset && <TableFoot span={spanOf(query.data)} onOffset={onOffset} csvHref={csvHref} />}
        </>
      )}
    </>
  );
}

/** An offset beyond the end, from an old link or after rows left the list, becomes the last page. */
function useLastPage(span: Span | undefined, rows: number | undefined, onOffset: OnOffset | undefined) {
  const isBeyond = span !== undefined && rows === 0 && span.offset > 0;
  useEffect(() => {
    if (!isBeyond) return;
    const isKnown = span.total_is_at_least !== true && span.total > 0;
    // Replaces the URL, because the back button would return to the wrong page, and from there to here.
    onOffset?.(isKnown ? Math.floor((span.total - 1) / span.limit) * span.limit : 0, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per wrong page
  }, [isBeyond]);
}

const spanOf = (data: object | undefined): Span | undefined => (data as { pagination?: Span } | undefined)?.pagination;

const idOf = (row: unknown): string => (row as { id: string }).id;

function NoMatch({ noun }: { noun: string }): ReactNode {
  return <EmptyState title={`No matching ${noun}`} text="Remove a filter to see more results." />;
}

/** The order in a page's filter, for its table. */
export const sortingOf = <Sort extends string>(
  by: Sort | undefined,
  onFilter: (changes: { sort: Sort | undefined }) => void,
): Sorting => ({ by, onSort: (sort) => onFilter({ sort: sort as Sort | undefined }) });

/** A page of a list. The rows on screen stay until the next ones have loaded. */
export const useList = <Data,>(options: UseQueryOptions<Data, Error, Data, QueryKey>): UseQueryResult<Data> =>
  useQuery({ ...options, placeholderData: keepPreviousData });
