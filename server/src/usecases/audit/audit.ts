import type { Tx } from "../../db/database.ts";
import { differenceOf, type AuditEntry } from "../../domain/audit.ts";
import { insertAuditEntries } from "../../store/audit.ts";
import type { ActingContext } from "../context.ts";

/**
 * Last in the transaction of every change that a member, a key, the operator or the service makes in an account. A change
 * that changed nothing is none. What many rows went through together is written together.
 */
export async function audit(
  tx: Tx,
  { accountId, actor, origin, clock, random }: Omit<ActingContext, "db">,
  entry: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const at = clock.now();
  const entries = [entry].flat().flatMap(({ action, subject, ...sides }) => {
    const difference = differenceOf(sides);
    return difference ? { id: random.uuid(at), action, subject, ...difference } : [];
  });
  if (entries.length > 0) await insertAuditEntries(tx, { accountId, actor, origin, at }, entries);
}
