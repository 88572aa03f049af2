import type { AuditAction, AuditActor, AuditFacts } from "tributary-sdk/pages";
import { exactTime } from "../format/dates.ts";
import { sentenceCase } from "../format/sentence-case.ts";

const actionWords: Readonly<Record<AuditAction, string>> = {
  "account.created": "Account created",
  "account.renamed": "Account renamed",
  "account.branding_changed": "Branding changed",
  "account.plan_changed": "Plan changed",
  "account.payer_set": "Payer updated",
  "account.payer_removed": "Payer removed",
  "account.schedule_set": "Monthly batch scheduled",
  "account.schedule_removed": "Monthly batch cancelled",
  "account.list_downloaded": "CSV downloaded",
  "member.invited": "Member invited",
  "member.invitation_withdrawn": "Member invitation withdrawn",
  "member.joined": "Member joined",
  "member.role_changed": "Member role changed",
  "member.removed": "Member removed",
  "member.left": "Member left",
  "user.reset": "Member password reset",
  "user.signed_in": "Member signed in",
  "user.locked_out": "Member reached the sign-in limit",
  "user.password_changed": "Member password changed",
  "user.second_factor_on": "Two-factor authentication turned on",
  "user.second_factor_off": "Two-factor authentication turned off",
  "user.recovery_codes_made": "Recovery codes replaced",
  "campaign.created": "Campaign created",
  "campaign.updated": "Campaign updated",
  "campaign.plan_changed": "Commission plan changed",
  "group.created": "Group created",
  "group.renamed": "Group renamed",
  "group.plan_changed": "Group's commission plan changed",
  "group.deleted": "Group deleted",
  "coupon.created": "Coupon created",
  "coupon.moved": "Coupon moved to another affiliate",
  "coupon.ended": "Coupon ended",
  "invitation.created": "Affiliate invited",
  "invitation.withdrawn": "Invitation withdrawn",
  "affiliate.payout_details_changed": "Affiliate payout details changed",
  "affiliate.payout_details_removed": "Affiliate payout details removed",
  "affiliate.payout_reminded": "Affiliate reminded to add payout details",
  "affiliation.joined": "Affiliate joined",
  "affiliation.approved": "Affiliate approved",
  "affiliation.rejected": "Affiliate rejected",
  "affiliation.suspended": "Affiliate suspended",
  "affiliation.restored": "Affiliate restored",
  "affiliation.removed": "Affiliate removed",
  "affiliation.left": "Affiliate left",
  "affiliation.plan_set": "Affiliate's own plan set",
  "affiliation.plan_removed": "Affiliate's own plan removed",
  "affiliation.moved_to_group": "Affiliate moved to another group",
  "conversion.approved": "Conversion approved",
  "conversion.rejected": "Conversion rejected",
  "conversion.unrejected": "Conversion returned to review",
  "conversion.clawed_back": "Commission deducted",
  "conversion.claw_back_undone": "Deduction undone",
  "conversion.refunded": "Refund recorded",
  "conversion.refund_cancelled": "Refund cancelled",
  "conversion.order_edited": "Order total changed",
  "claim.answered": "Missing-sale claim answered",
  "claim.converted": "Missing-sale claim converted",
  "batch.created": "Payout batch created",
  "batch.file_written": "Payment file created",
  "batch.file_downloaded": "Payment file downloaded",
  "payout.created": "Payout created",
  "payout.paid": "Payout marked as paid",
  "payout.failed": "Payout marked as failed",
  "payout.cancelled": "Payout cancelled",
  "account.clock_advanced": "Test clock advanced",
  "account.reset": "Test account reset",
  "account.deleted": "Test account deleted",
  "key.created": "API key created",
  "key.revoked": "API key revoked",
  "connector.created": "Connector added",
  "connector.updated": "Connector updated",
  "connector.secret_set": "Connector secret replaced",
  "connector.rotated": "Connector secret rotated",
  "connector.deleted": "Connector deleted",
  "connector.coupons_named": "Coupon names imported",
  "connector.replayed": "Events replayed from a file",
  "receipt.run_again": "Receipt run again",
  "endpoint.created": "Webhook endpoint added",
  "endpoint.updated": "Webhook endpoint updated",
  "endpoint.rotated": "Signing secret rotated",
  "endpoint.deleted": "Webhook endpoint deleted",
  "endpoint.tested": "Test event sent",
  "delivery.resent": "Delivery resent",
  "delivery.failed_resent": "Failed deliveries resent",
};

export const auditActions = Object.keys(actionWords) as AuditAction[];
export const actionText = (action: AuditAction): string => actionWords[action];

const unnamed: Readonly<Record<AuditActor["kind"], string>> = {
  user: "Unknown user",
  key: "Unknown API key",
  operator: "Operator (command line)",
  system: "Tributary",
};

export function actorText({ kind, name }: AuditActor): string {
  if (name === null) return unnamed[kind];
  return kind === "key" ? `API key ${name}` : name;
}

const factWords: Readonly<Record<string, string>> = {
  attribution_window: "Attribution window (days)",
  claw_back_id: "Deduction ID",
  claw_backs: "Deductions",
  external_id: "Order ID",
  maturation_days: "Hold period (days)",
};

/** `max_budget` → `Max budget`. */
export const factName = (name: string): string =>
  factWords[name] ??
  sentenceCase(name.replaceAll("_", " ").replaceAll(/\b(id|url|iban)\b/g, (word) => word.toUpperCase()));

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export function factText(fact: AuditFacts[string] | undefined): string {
  if (fact === undefined || fact === null) return "none";
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if (typeof fact === "object") return fact.join(", ");
  return typeof fact === "string" && TIME.test(fact) ? exactTime(fact) : String(fact);
}
