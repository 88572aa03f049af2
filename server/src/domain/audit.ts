import type { Id, IdKind } from "./ids.ts";

/** Every word that the audit log knows for what was done: the kind of thing, and what happened to it. */
export const auditActions = [
  "account.created",
  "account.renamed",
  "account.plan_changed",
  "account.payer_set",
  "account.payer_removed",
  "account.schedule_set",
  "account.schedule_removed",
  "account.list_downloaded",
  "member.invited",
  "member.invitation_withdrawn",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "member.left",
  "user.reset",
  "user.signed_in",
  "user.locked_out",
  "user.password_changed",
  "user.second_factor_on",
  "user.second_factor_off",
  "user.recovery_codes_made",
  "campaign.created",
  "campaign.updated",
  "invitation.created",
  "invitation.withdrawn",
  "affiliate.payout_details_changed",
  "affiliate.payout_details_removed",
  "affiliation.joined",
  "affiliation.approved",
  "affiliation.rejected",
  "affiliation.suspended",
  "affiliation.restored",
  "affiliation.removed",
  "affiliation.left",
  "conversion.approved",
  "conversion.rejected",
  "conversion.unrejected",
  "conversion.clawed_back",
  "claim.answered",
  "claim.converted",
  "batch.created",
  "batch.file_written",
  "batch.file_downloaded",
  "payout.created",
  "payout.paid",
  "payout.failed",
  "payout.cancelled",
  "key.created",
  "key.revoked",
  "endpoint.created",
  "endpoint.updated",
  "endpoint.rotated",
  "endpoint.deleted",
  "endpoint.tested",
  "delivery.resent",
  "delivery.failed_resent",
] as const;
export type AuditAction = (typeof auditActions)[number];

export type Fact = string | number | boolean | null | readonly string[];
/** What the log may say about a thing, by the names of the wire. Never a secret, a bank account, or a person's name or address. */
export type Facts = Readonly<Record<string, Fact>>;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject: Id<IdKind>;
  /** What stayed the same and is worth saying all the same: it stands on both sides. */
  readonly about?: Facts | undefined;
  /** Left out where there was nothing. */
  readonly before?: Facts | undefined;
  /** Left out where there is nothing any more. */
  readonly after?: Facts | undefined;
}

export interface Difference {
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** Only what changed; undefined when nothing did. What has no sides at all happened, and is told by its action alone. */
export function differenceOf({ about, before, after }: Omit<AuditEntry, "action" | "subject">): Difference | undefined {
  const said = (facts: Facts | undefined): Facts | null => (facts ? { ...about, ...withoutNulls(facts) } : null);
  if (!before || !after) return { before: said(before), after: said(after) };
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  if (changed.length === 0) return undefined;
  const only = (facts: Facts): Facts => ({
    ...about,
    ...Object.fromEntries(Object.entries(facts).filter(([name]) => changed.includes(name))),
  });
  return { before: only(before), after: only(after) };
}

/** Of a thing that has just begun or ended, what it does not have is not worth a word. */
const withoutNulls = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
