import type { AccountId, UserId } from "../../domain/ids.ts";
import { findAccess as findStoredAccess, type Access } from "../../store/people/members.ts";
import type { Services } from "../context.ts";

/** undefined if the person is not a member, or the account does not exist. */
export function findAccess({ db }: Services, accountId: AccountId, userId: UserId): Promise<Access | undefined> {
  return findStoredAccess(db, accountId, userId);
}
