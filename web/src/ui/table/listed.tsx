import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState, ProblemState } from "../states.tsx";
import type { DataTableProps } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import { TableFoot, type Span } from "./table-foot.tsx";

/** What a list needs that has pages but no filters. */
export interface PagedProps {
  readonly filter: { readonly offset?: number };
  readonly onFilter: (changes: { offset: number }) => void;
}

interface ListedProps<Row> extends Omit<DataTableProps<Row>, "busy" | "rowId"> {
  readonly query: Pick<UseQueryResult<object>, "data" | "error" | "refetch" | "isPlaceholderData">;
  /** Above the list, also when it cannot be loaded: a filter that causes the error can be removed. */
  readonly filters?: ReactNode;
  /** The reader's filters, and what they look for: "No conversion matches". */
  readonly filtered?: { readonly by: object; readonly noun: string };
  readonly rowId?: (row: Row) => string;
  /** Without it, the list has one page. */
  readonly onOffset?: (offset: number) => void;
  readonly csvHref?: string;
}

/** A list with its filters, states, paging and file; the same on every page. */
export function Listed<Row>(props: ListedProps<Row>): ReactNode {
  const { query, filters, filtered, onOffset, csvHref, empty, rowId = idOf, ...table } = props;
  const isFiltered = filtered !== undefined && Object.keys(filtered.by).length > 0;
  return (
    <>
      {filters}
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            {...table}
            rowId={rowId}
            busy={query.isPlaceholderData}
            empty={isFiltered ? <NoMatch noun={filtered.noun} /> : empty}
          />
          {onOffset && <TableFoot span={spanOf(query.data)} onOffset={onOffset} csvHref={csvHref} />}
        </>
      )}
    </>
  );
}

const spanOf = (data: object | undefined): Span | undefined => (data as { pagination?: Span } | undefined)?.pagination;

const idOf = (row: unknown): string => (row as { id: string }).id;

function NoMatch({ noun }: { noun: string }): ReactNode {
  return <EmptyState title={`No ${noun} matches`} text="Remove a filter to see more results." />;
}

/** A page of a list. The rows on screen stay until the next ones have loaded. */
export const useList = <Data,>(options: UseQueryOptions<Data, Error, Data, QueryKey>): UseQueryResult<Data> =>
  useQuery({ ...options, placeholderData: keepPreviousData });
