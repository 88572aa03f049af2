import { z } from "zod";
import type { Page, Total } from "../../usecases/listing.ts";

export const pagination = z
  .object({
    limit: z.number().describe("The page size that was used.").meta({ example: 50 }),
    offset: z.number().describe("How many items were skipped.").meta({ example: 0 }),
    total: z.number().describe("How many items match in all.").meta({ example: 2 }),
  })
  .meta({ id: "Pagination", description: "Where a page stands in its list." });

/** Counting a long list stops at a limit. Pages say so; the public API counts exactly. */
export const listPagination = pagination.extend({ total_is_at_least: z.boolean().optional() });

export const paginationOf = ({ count, atLeast }: Total, { limit, offset }: Page): z.infer<typeof listPagination> => ({
  limit,
  offset,
  total: count,
  ...(atLeast ? { total_is_at_least: true } : {}),
});
