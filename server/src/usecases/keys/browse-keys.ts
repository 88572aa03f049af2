import { keyList, type ApiKey, type KeyFilter } from "../../store/people/api-keys.ts";
import { listing, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

export type { ApiKey } from "../../store/people/api-keys.ts";

/** Includes revoked keys: after a leak, their last use matters. */
export const browseKeys: Listing<KeyFilter, ApiKey> = listing({
  ...keyList,
  read: async (db, context, part) => {
    requireRole(context, "owner");
    return keyList.read(db, context, part);
  },
});
