import type { AuditAction, AuditActor, AuditFacts } from "tributary-sdk/pages";
import { exactTime } from "../format/dates.ts";

const actionWords: Readonly<Record<AuditAction, string>> = {
  "account.created": "Account opened",
  "account.renamed": "Account renamed",
  "account.plan_changed": "Plan changed",
  "account.payer_set": "Payer changed",
  "account.payer_removed": "Payer removed",
  "account.schedule_set": "Monthly batch changed",
  "account.schedule_removed": "Monthly batch ended",
  "account.list_downloaded": "CSV downloaded",
  "member.invited": "Member invited",
  "member.invitation_withdrawn": "Member's invitation withdrawn",
  "member.joined": "Member joined",
  "member.role_changed": "Member's role changed",
  "member.removed": "Member removed",
  "member.left": "Member left",
  "user.reset": "Password of a member reset",
  "user.signed_in": "Member signed in",
  "user.locked_out": "Sign-in limit reached for a member",
  "user.password_changed": "Member's password changed",
  "user.second_factor_on": "Member's second factor turned on",
  "user.second_factor_off": "Member's second factor turned off",
  "user.recovery_codes_made": "Member's recovery codes made anew",
  "campaign.created": "Campaign created",
  "campaign.updated": "Campaign changed",
  "invitation.created": "Affiliate invited",
  "invitation.withdrawn": "Invitation withdrawn",
  "affiliate.payout_details_changed": "Affiliate's payout details changed",
  "affiliate.payout_details_removed": "Affiliate's payout details removed",
  "affiliation.joined": "Affiliate joined",
  "affiliation.approved": "Affiliate approved",
  "affiliation.rejected": "Affiliate rejected",
  "affiliation.suspended": "Affiliate suspended",
  "affiliation.restored": "Affiliate restored",
  "affiliation.removed": "Affiliate removed",
  "affiliation.left": "Affiliate left",
  "conversion.approved": "Conversion approved",
  "conversion.rejected": "Conversion rejected",
  "conversion.unrejected": "Conversion restored to pending",
  "conversion.clawed_back": "Conversion clawed back",
  "claim.answered": "Claim answered",
  "claim.converted": "Claim turned into a conversion",
  "batch.created": "Batch made",
  "batch.file_written": "Payment file written",
  "batch.file_downloaded": "Payment file downloaded",
  "payout.created": "Payout made",
  "payout.paid": "Payout marked as paid",
  "payout.failed": "Payout marked as failed",
  "payout.cancelled": "Payout cancelled",
  "key.created": "API key made",
  "key.revoked": "API key revoked",
  "endpoint.created": "Endpoint added",
  "endpoint.updated": "Endpoint changed",
  "endpoint.rotated": "Signing secret rotated",
  "endpoint.deleted": "Endpoint deleted",
  "endpoint.tested": "Test event sent",
  "delivery.resent": "Delivery sent again",
  "delivery.failed_resent": "Failed deliveries sent again",
};

export const auditActions = Object.keys(actionWords) as AuditAction[];
export const actionText = (action: AuditAction): string => actionWords[action];

const unnamed: Readonly<Record<AuditActor["kind"], string>> = {
  user: "Somebody",
  key: "An API key",
  operator: "Operator, at the command line",
  system: "Tributary",
};

export function actorText({ kind, name }: AuditActor): string {
  if (name === null) return unnamed[kind];
  return kind === "key" ? `API key ${name}` : name;
}

/** `max_budget` → `Max budget`. */
export function factName(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replace(/\b(id|url|iban)\b/g, (word) => (word === "id" ? word : word.toUpperCase()));
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export function factText(fact: AuditFacts[string] | undefined): string {
  if (fact === undefined || fact === null) return "none";
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if (typeof fact === "object") return fact.join(", ");
  return typeof fact === "string" && TIME.test(fact) ? exactTime(fact) : String(fact);
}
