import type { CouponsQuery } from "tributary-sdk/pages";
import { couponSorts, couponStates } from "tributary-sdk/words";
import { oneOf } from "../../format/search-params.ts";
import { given } from "../../format/without-undefined.ts";

interface Searched {
  readonly status?: string;
  readonly search?: string;
  readonly sort?: string;
  readonly offset?: number;
}

/** The filter of a campaign's coupons. The URL may hold the status and the order of another tab. */
export const couponFilter = ({ status, search, sort, offset }: Searched): CouponsQuery =>
  given({ state: oneOf(couponStates)(status), search, sort: oneOf(couponSorts)(sort), offset });
