import { DAY_MS } from "./day.ts";
import { foldEmail } from "./invitation.ts";
import type { RateRule } from "./rate-limit.ts";

/** Invitations go to people who did not ask for them. The order is the order in which a used-up limit is reported. */
export const invitationMailRules = {
  already_mailed: { limit: 1, windowMs: DAY_MS },
  account_limit: { limit: 200, windowMs: DAY_MS },
  recipient_limit: { limit: 3, windowMs: DAY_MS },
} as const satisfies Record<string, RateRule>;

/** Why an invitation was created without an email. Its link works all the same. */
export const notMailedReasons = [
  "mail_off",
  "sender_unverified",
  "already_mailed",
  "account_limit",
  "recipient_limit",
] as const;
export type NotMailedReason = (typeof notMailedReasons)[number];

/** `name+tag@host` arrives in the mailbox of `name@host`, so both count towards one limit. */
export const mailboxOf = (email: string): string => foldEmail(email).replace(/\+[^@]*(?=@)/, "");
