import { DAY_MS } from "./values/day.ts";
import { foldEmail } from "./invitation.ts";
import type { RateRule } from "./rate-limit.ts";

export { notMailedReasons, type NotMailedReason } from "tributary-sdk/words";

/**
 * Invitations go to people who did not ask for them. If several limits are reached, the first in this order is
 * reported.
 */
export const invitationMailRules = {
  already_mailed: { limit: 1, windowMs: DAY_MS },
  account_limit: { limit: 200, windowMs: DAY_MS },
  recipient_limit: { limit: 3, windowMs: DAY_MS },
} as const satisfies Record<string, RateRule>;

/** `name+tag@host` arrives in the mailbox of `name@host`, so both count towards one limit. */
export const mailboxOf = (email: string): string => foldEmail(email).replace(/\+[^@]*(?=@)/, "");
