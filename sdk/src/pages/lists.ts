import type { Pagination } from "../resources.ts";

/** Exact totals cost the same at any size where the books keep them; others are counted up to a bound. */
export interface ListPagination extends Pagination {
  /** True: there are more than `total` matches, which is the bound or, further down, as far as the page reaches. */
  total_is_at_least?: boolean;
}

export interface PageQuery {
  limit?: number;
  offset?: number;
}

export interface Done {
  success: true;
}
