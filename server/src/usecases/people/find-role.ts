import type { AccountId, UserId } from "../../domain/ids.ts";
import type { Role } from "../../domain/roles.ts";
import { findRole as findStoredRole } from "../../store/people/members.ts";
import type { Services } from "../context.ts";

/** undefined if the person is not a member, or the account does not exist. */
export function findRole({ db }: Services, accountId: AccountId, userId: UserId): Promise<Role | undefined> {
  return findStoredRole(db, accountId, userId);
}
