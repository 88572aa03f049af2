import { ownClawBackSorts, ownPayoutSorts, payoutStatuses } from "tributary-sdk/words";
import { offset, oneOf, searchSchema } from "../../format/search-params.ts";
import { given } from "../../format/without-undefined.ts";

export const ownPayoutsSearch = searchSchema({
  status: oneOf(payoutStatuses),
  sort: oneOf(ownPayoutSorts),
  offset,
  /** Of the deductions. */
  deduction_sort: oneOf(ownClawBackSorts),
  deduction_offset: offset,
});
export type OwnPayoutsSearch = ReturnType<typeof ownPayoutsSearch>;

export const payoutsQueryOf = ({ status, sort, offset: page }: OwnPayoutsSearch) =>
  given({ status, sort, offset: page });

export const deductionsQueryOf = ({ deduction_sort: sort, deduction_offset: page }: OwnPayoutsSearch) =>
  given({ sort, offset: page });
