import type { PayoutsQuery } from "tributary-sdk/pages";
import {
  balanceSorts,
  balanceStates,
  batchSorts,
  clawBackSorts,
  payoutLineSorts,
  payoutSorts,
  payoutStatuses,
  previewSorts,
} from "tributary-sdk/words";
import { momentsOf } from "../../format/dates.ts";
import { given } from "../../format/without-undefined.ts";
import { currency, day, listSearch, offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

/** Days are in the reader's time zone, both inclusive. */
export const payoutsSearch = searchSchema({
  affiliate_id: text,
  search: text,
  currency,
  tab: oneOf(["balances", "payouts", "batches", "claw-backs"]),
  status: oneOf(payoutStatuses),
  state: oneOf(balanceStates),
  open: oneOf(["true", "false"]),
  from: day,
  to: day,
  /** Each tab ignores the keys of the others. */
  sort: oneOf([...payoutSorts, ...balanceSorts, ...batchSorts]),
  offset,
});
export type PayoutsSearch = ReturnType<typeof payoutsSearch>;

export const payoutSort = oneOf(payoutSorts);
export const balanceSort = oneOf(balanceSorts);
export const batchSort = oneOf(batchSorts);
export const clawBackSort = oneOf(clawBackSorts);

/** The lines of a payout. */
export const payoutSearch = listSearch(payoutLineSorts);
export type PayoutSearch = ReturnType<typeof payoutSearch>;

export const newBatchSearch = searchSchema({
  currency,
  minimum: (value) => {
    const minimum = Number(value);
    return Number.isFinite(minimum) && minimum > 0 ? minimum : undefined;
  },
  sort: oneOf(previewSorts),
  offset,
});
export type NewBatchSearch = ReturnType<typeof newBatchSearch>;

export type PayoutFilter = Pick<
  PayoutsSearch,
  "status" | "affiliate_id" | "currency" | "from" | "to" | "sort" | "offset"
>;

export const payoutFilterOf = (filter: PayoutFilter): PayoutFilter => {
  const { status, affiliate_id, currency: code, from, to, sort, offset: page } = filter;
  return given({ status, affiliate_id, currency: code, from, to, sort, offset: page });
};

export const payoutsQueryOf = ({ from, to, sort, ...more }: PayoutFilter): PayoutsQuery =>
  given({ ...more, ...momentsOf({ from, to }), sort: payoutSort(sort) });
