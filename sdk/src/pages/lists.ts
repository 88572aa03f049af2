import type { Pagination } from "../resources.ts";

/** Totals are exact where stored totals exist; other lists are counted up to a limit. */
export interface ListPagination extends Pagination {
  /**
   * True: there are more than `total` matches. The count stopped at its limit or, on later pages, at the end of the
   * page.
   */
  total_is_at_least?: boolean;
}

export interface PageQuery {
  limit?: number;
  offset?: number;
}

/** Without `sort`, newest first unless stated otherwise. The CSV ignores it. */
export interface SortedPageQuery<Sorts extends readonly string[]> extends PageQuery {
  sort?: Sorts[number];
}

export interface Done {
  success: true;
}
