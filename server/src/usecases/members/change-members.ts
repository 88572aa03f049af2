import type { Tx } from "../../db/database.ts";
import { AppError } from "../../domain/errors.ts";
import { parseId, type UserId } from "../../domain/ids.ts";
import { assertOwnerStays } from "../../domain/member.ts";
import type { Account } from "../../domain/person.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { withdrawMemberInvitationsBy } from "../../store/people/member-invitations.ts";
import { findRole, listOwners } from "../../store/people/members.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

/** An account whose members are locked for a change. */
export interface OpenAccount {
  readonly tx: Tx;
  readonly account: Account;
  readonly owner: UserId;
}

/**
 * For owners only. The role is checked again once the account is locked: if two owners demote each other at once, the
 * second one is no longer an owner.
 */
export async function changeMembers<Result>(
  context: MerchantContext,
  work: (open: OpenAccount) => Promise<Result>,
): Promise<Result> {
  requireRole(context, "owner");
  if (context.twin !== null)
    throw new AppError("invalid_request", { text: "Members belong to the live account. Switch to it to change them." });
  const owner = parseId("user", context.actor);
  if (!owner) throw new AppError("role_required");
  return context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, context.accountId);
    const role = await findRole(tx, context.accountId, owner);
    if (!account || !role) throw new AppError("account_not_found");
    requireRole({ role }, "owner");
    return work({ tx, account, owner });
  });
}

/**
 * Called while the account is locked, when an owner leaves or loses the role: another owner must remain, and the
 * invitations they sent are withdrawn.
 */
export async function endOwnership(
  tx: Tx,
  { account, userId }: { account: Account; userId: UserId },
  now: Date,
): Promise<void> {
  assertOwnerStays(await listOwners(tx, account.id), userId);
  await withdrawMemberInvitationsBy(tx, { accountId: account.id, userId }, now);
}
