import { z } from "zod";
import type { Page, Total } from "../../usecases/listing.ts";

export const pagination = z
  .object({
    limit: z.number().describe("The page size used.").meta({ example: 50 }),
    offset: z.number().describe("The offset used.").meta({ example: 0 }),
    total: z.number().describe("Total number of matching items.").meta({ example: 2 }),
  })
  .meta({ id: "Pagination", description: "The position of this page in the list." });

/** Counting a long list stops at a limit. Pages say so; the public API counts exactly. */
export const listPagination = pagination.extend({ total_is_at_least: z.boolean().optional() });

export const paginationOf = ({ count, atLeast }: Total, { limit, offset }: Page): z.infer<typeof listPagination> => ({
  limit,
  offset,
  total: count,
  ...(atLeast ? { total_is_at_least: true } : {}),
});
