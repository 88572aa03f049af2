import { payoutStatuses } from "tributary-sdk/words";
import { offset, oneOf, searchSchema } from "../../format/search-params.ts";

export const ownPayoutsSearch = searchSchema({ status: oneOf(payoutStatuses), offset });
export type OwnPayoutsSearch = ReturnType<typeof ownPayoutsSearch>;
