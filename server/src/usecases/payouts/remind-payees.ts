import type { NotMailedReason } from "../../domain/mail-limit.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { orRefuse } from "../../domain/errors.ts";
import { findAccount } from "../../store/people/accounts.ts";
import { countBlocked, takeRemindable } from "../../store/payouts/due-now.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { isSenderVerified } from "../mail/mail-invitation.ts";
import { payoutReminderMail } from "../mail/mail-texts.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { requireRole } from "../require-role.ts";

const EVERY_DAYS = 7;
/** One transaction queues them all. */
const EMAILS_AT_ONCE = 200;

export interface Reminded {
  /** Includes people who unsubscribed: the merchant does not learn who did. */
  readonly reminded: number;
  /** Reminded less than seven days ago. */
  readonly skipped: number;
  /** Not reminded yet, because one request sends a limited number of emails. */
  readonly left: number;
  /** Why no email could be sent at all. */
  readonly notMailed: Extract<NotMailedReason, "mail_off" | "sender_unverified"> | null;
}

/** Asks affiliates who are owed money to add their missing payout details. */
export async function remindPayees(context: MerchantContext, limit = EMAILS_AT_ONCE): Promise<Reminded> {
  requireRole(context, "manager");
  const { db, accountId, clock, settings } = context;
  const nobody = { reminded: 0, skipped: 0, left: 0 };
  if (!settings.mailIsSent) return { ...nobody, notMailed: "mail_off" };
  if (!(await isSenderVerified(db, context))) return { ...nobody, notMailed: "sender_unverified" };
  const { name } = orRefuse(await findAccount(db, accountId), "account_not_found");
  const now = clock.now();
  const since = new Date(now.getTime() - EVERY_DAYS * DAY_MS);
  return db.transaction(async (tx) => {
    const people = await takeRemindable(tx, accountId, { now, since, limit });
    for (const { affiliateId, email, amounts } of people) {
      const content = payoutReminderMail(settings, { merchantName: name, amounts });
      await queueMail(tx, context, { to: email, content, merchantId: accountId });
      await audit(tx, context, { action: "affiliate.payout_reminded", subject: affiliateId });
    }
    const { blocked, remindable } = await countBlocked(tx, accountId, { now, since });
    const skipped = Math.max(0, blocked - remindable - people.length);
    return { reminded: people.length, skipped, left: remindable, notMailed: null };
  });
}
