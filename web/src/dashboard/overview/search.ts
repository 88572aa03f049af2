import { searchSchema, spanIn, text, type RawSearch } from "../../format/search-params.ts";
import { rangeOf, spanField, type SpanSearch } from "../shared/numbers/span.ts";

export type OverviewSearch = SpanSearch;

const fields = searchSchema({ currency: text, span: spanField });

/** Also reads `from` and `to`, which older URLs contain. */
export function overviewSearch(raw: RawSearch): OverviewSearch {
  const { from, to } = spanIn(raw);
  return { ...fields(raw), ...(from !== undefined && to !== undefined ? { span: rangeOf({ from, to }) } : {}) };
}
