import type { Tx } from "../../db/database.ts";
import { differenceOf, type AuditEntry } from "../../domain/audit.ts";
import type { AccountId } from "../../domain/ids.ts";
import { insertAuditEntries } from "../../store/audit/audit.ts";
import type { ActingContext } from "../context.ts";

/**
 * Called last in the transaction of every change that a member, a key, the operator or the service makes in an account.
 * A change without a difference is not recorded. Entries of a bulk change are written together.
 */
export function audit(
  tx: Tx,
  context: Omit<ActingContext, "db">,
  entry: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const { accountId } = context;
  const entries = [entry].flat().map((each) => ({ ...each, accountId }));
  return auditAcross(tx, context, entries);
}

/**
 * For changes that concern several accounts: writes all entries in one statement, which is sent along with the next one.
 */
export async function auditAcross(
  tx: Tx,
  { actor, origin, clock, random }: Pick<ActingContext, "actor" | "origin" | "clock" | "random">,
  entries: readonly (AuditEntry & { readonly accountId: AccountId })[],
): Promise<void> {
  const at = clock.now();
  const changes = entries.flatMap(({ accountId, action, subject, ...sides }) => {
    const difference = differenceOf(sides);
    return difference ? { id: random.uuid(at), accountId, action, subject, ...difference } : [];
  });
  if (changes.length > 0) insertAuditEntries(tx, { actor, origin, at }, changes);
}
