import { uuidOf } from "../../domain/ids.ts";
import { countKeys, listKeysSlice, type ApiKey } from "../../store/people/api-keys.ts";
import { listing, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

export type { ApiKey } from "../../store/people/api-keys.ts";

/** Revoked ones too: their last use is what one looks for after a leak. */
export const browseKeys: Listing<object, ApiKey> = listing({
  read: async (context, _filter, slice) => {
    requireRole(context, "owner");
    return listKeysSlice(context.db, context.accountId, slice);
  },
  count: ({ db, accountId }) => countKeys(db, accountId),
  position: ({ createdAt, id }) => ({ at: createdAt, uuid: uuidOf(id) }),
});
