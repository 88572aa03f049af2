import {
  countRefusedCalls,
  listRefusedCalls,
  REFUSED_CALLS_KEPT,
  type NumberedCall,
  type RefusedCallFilter,
} from "../../store/webhooks/refused-calls.ts";
import type { Listing } from "../listing.ts";

export type { NumberedCall } from "../../store/webhooks/refused-calls.ts";

/** The log is small enough to be read at once. */
export const browseRefusedCalls: Listing<RefusedCallFilter, NumberedCall> = {
  async page({ db, accountId }, { sort }, page) {
    const [rows, total] = await Promise.all([
      listRefusedCalls(db, accountId, { ...page, sort }),
      countRefusedCalls(db, accountId),
    ]);
    return { rows, total };
  },
  async *batches({ reads, accountId }) {
    yield await reads.run((db) => listRefusedCalls(db, accountId, { limit: REFUSED_CALLS_KEPT, offset: 0 }));
  },
};
