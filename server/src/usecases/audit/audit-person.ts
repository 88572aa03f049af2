import type { Tx } from "../../db/database.ts";
import type { AuditAction, Facts } from "../../domain/audit.ts";
import type { UserId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { listMemberships } from "../../store/people/members.ts";
import type { ActingContext, PersonContext } from "../context.ts";
import { auditAcross } from "./audit.ts";

/**
 * Changes to a person's sign-in affect every account they are a member of, so each account's log records them. Nothing
 * is recorded for someone who is only an affiliate.
 */
export async function auditPerson(
  tx: Tx,
  context: Omit<ActingContext, "db" | "accountId">,
  entry: { action: AuditAction; subject: UserId; after?: Facts },
): Promise<void> {
  const memberships = await listMemberships(tx, entry.subject);
  const entries = memberships.map(({ accountId }) => ({ ...entry, accountId }));
  await auditAcross(tx, context, entries);
}

/** Records an action of the person themselves. */
export const auditSelf = (
  tx: Tx,
  context: PersonContext,
  { action, origin }: { action: AuditAction; origin: Visitor },
): Promise<void> => auditPerson(tx, { ...context, actor: context.userId, origin }, { action, subject: context.userId });
