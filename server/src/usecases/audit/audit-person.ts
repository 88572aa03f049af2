import type { Tx } from "../../db/database.ts";
import type { AuditAction, Facts } from "../../domain/audit.ts";
import type { UserId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { listMemberships } from "../../store/people/members.ts";
import type { ActingContext, PersonContext } from "../context.ts";
import { auditAcross } from "./audit.ts";

/** What guards a person guards every account that they are a member of: each log has it. Of affiliates alone none does. */
export async function auditPerson(
  tx: Tx,
  context: Omit<ActingContext, "db" | "accountId">,
  entry: { action: AuditAction; subject: UserId; after?: Facts },
): Promise<void> {
  const memberships = await listMemberships(tx, entry.subject);
  const entries = memberships.map(({ accountId }) => ({ ...entry, accountId }));
  await auditAcross(tx, context, entries);
}

/** By the person themselves. */
export const auditSelf = (
  tx: Tx,
  context: PersonContext,
  { action, origin }: { action: AuditAction; origin: Visitor },
): Promise<void> => auditPerson(tx, { ...context, actor: context.userId, origin }, { action, subject: context.userId });
