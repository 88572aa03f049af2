import type { Pagination } from "../resources.ts";

/** Exact totals cost the same at any size where the books keep them; other filters are counted up to 10,000. */
export interface ListPagination extends Pagination {
  /** True: there are more than `total` (10,000) matches. */
  total_is_at_least?: boolean;
}

export interface PageQuery {
  limit?: number;
  offset?: number;
}

export interface Done {
  success: true;
}
