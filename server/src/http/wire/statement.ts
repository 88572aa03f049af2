import type { StatementsResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { ListedMonth } from "../../usecases/statements/list-statements.ts";

export const statements: z.ZodType<StatementsResponse> = z.object({
  statements: z.array(
    z.object({
      affiliate_id: z.string(),
      currency: z.string(),
      month: z.string(),
      complete: z.boolean(),
      lines: z.number(),
    }),
  ),
});

export const presentMonth = ({ affiliateId, currency, month, complete, lines }: ListedMonth) => ({
  affiliate_id: affiliateId,
  currency,
  month: month.slice(0, 7),
  complete,
  lines,
});
