import { z } from "zod";
import type {
  AffiliationRow,
  ApiKeyRow,
  ConversionRow,
  HistoryEntry,
  InvitationRow,
  RefusedCallRow,
} from "tributary-sdk/pages";
import { affiliationActions } from "../../domain/affiliation.ts";
import { campaignStatuses } from "../../domain/campaign.ts";
import { conversionStatuses, warningSigns } from "../../domain/conversion.ts";
import { invitationStates } from "../../domain/invitation.ts";
import { notMailedReasons } from "../../domain/mail-limit.ts";
import { reference } from "../wire/fields.ts";
import { affiliate, conversion } from "../v1/schemas.ts";

/** What the pages hear. Each is typed by what the pages were promised, so that neither can change alone. */

export const ofAccount = z.object({ account_id: reference("account_id") });
export const ofOne = ofAccount.extend({ id: reference("id") });

export const affiliationRow: z.ZodType<AffiliationRow> = affiliate.extend({
  campaign_id: z.string(),
  campaign_name: z.string(),
  campaign_status: z.enum(campaignStatuses),
  campaign_currency: z.string(),
  approved_at: z.string().nullable(),
  removed: z.boolean(),
  actions: z.array(z.enum(affiliationActions)),
});

export const invitationRow: z.ZodType<InvitationRow> = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  email: z.string(),
  state: z.enum(invitationStates),
  created_at: z.string(),
  expires_at: z.string(),
  accepted_at: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
  replaced_at: z.string().nullable(),
});

/** Whether an invitation was emailed too, and why not. */
export const mailFields = { mailed: z.boolean(), not_mailed_reason: z.enum(notMailedReasons).nullable() };

export const conversionActions = ["approve", "reject", "unreject"] as const;

export const conversionRow: z.ZodType<ConversionRow> = conversion.extend({
  affiliation_id: z.string(),
  campaign_name: z.string(),
  affiliate_name: z.string(),
  warning_signs: z.array(z.enum(warningSigns)),
  seconds_to_convert: z.number().nullable(),
  payout_id: z.string().nullable(),
  actions: z.array(z.enum(conversionActions)),
});

export const historyEntry: z.ZodType<HistoryEntry> = z.object({
  seq: z.number(),
  action: z.enum(["track", ...conversionActions, "claw_back"]),
  status: z.enum(conversionStatuses),
  actor: z.object({ kind: z.enum(["user", "key", "system"]), id: z.string(), name: z.string().nullable() }),
  reason: z.string().nullable(),
  at: z.string(),
});

export const keyRow: z.ZodType<ApiKeyRow> = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

export const refusedCallRow: z.ZodType<RefusedCallRow> = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  code: z.string(),
  error: z.string(),
  request_id: z.string(),
  key: z.object({ id: z.string(), name: z.string() }),
});

export const refusal = z.object({ error: z.string(), code: z.string() });
