import type { Tx } from "../../db/database.ts";
import { payoutReminderRule, type NotMailedReason } from "../../domain/mail-limit.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import { isSwitchedOff } from "../../store/people/mail-outbox.ts";
import { findAccount } from "../../store/people/accounts.ts";
import { takeTogether } from "../../store/people/rate-windows.ts";
import { listBlocked } from "../../store/payouts/due-now.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { windowKey } from "../limits/limit-attempts.ts";
import { isSenderVerified } from "../mail/mail-invitation.ts";
import { payoutReminderMail } from "../mail/mail-texts.ts";
import { addressHashOf, queueMail } from "../mail/queue-mail.ts";
import { requireRole } from "../require-role.ts";

/** Each affiliate takes a separate transaction, so a request sends a limited number of emails. */
const EMAILS_AT_ONCE = 200;
const CHECKED_AT_ONCE = 5_000;

export interface Reminded {
  readonly reminded: number;
  /** Reminded less than seven days ago, or unsubscribed. */
  readonly skipped: number;
  /** Why no email could be sent at all. */
  readonly notMailed: Extract<NotMailedReason, "mail_off" | "sender_unverified"> | null;
}

/** Asks affiliates who are owed money to add their missing payout details. */
export async function remindPayees(context: MerchantContext): Promise<Reminded> {
  requireRole(context, "manager");
  const { db, accountId, clock, settings } = context;
  const nobody = { reminded: 0, skipped: 0 };
  if (!settings.mailIsSent) return { ...nobody, notMailed: "mail_off" };
  if (!(await isSenderVerified(db, context))) return { ...nobody, notMailed: "sender_unverified" };
  const { name } = orRefuse(await findAccount(db, accountId), "account_not_found");
  const blocked = await listBlocked(db, accountId, { now: clock.now(), limit: CHECKED_AT_ONCE });
  let [reminded, skipped] = [0, 0];
  for (const { affiliateId } of blocked) {
    if (reminded === EMAILS_AT_ONCE) break;
    const isSent = await db.transaction((tx) => remindOne(tx, context, { affiliateId, merchantName: name }));
    if (isSent) reminded += 1;
    else skipped += 1;
  }
  return { reminded, skipped, notMailed: null };
}

/** False if the person was reminded recently, unsubscribed, or is no longer blocked. */
async function remindOne(
  tx: Tx,
  context: MerchantContext,
  { affiliateId, merchantName }: { affiliateId: AffiliateId; merchantName: string },
): Promise<boolean> {
  const now = context.clock.now();
  // Read again: payout details may have been added in the meantime.
  const [blocked] = await listBlocked(tx, context.accountId, { now, limit: 1, only: affiliateId });
  if (!blocked) return false;
  const { email, amounts } = blocked;
  if (await isSwitchedOff(tx, addressHashOf(context, email), "payout_reminder")) return false;
  const key = windowKey(context, "payout_reminder", affiliateId);
  if (await takeTogether(tx, [{ key, rule: payoutReminderRule }], now)) return false;
  await queueMail(tx, context, {
    to: email,
    content: payoutReminderMail(context.settings, { merchantName, amounts }),
  });
  await audit(tx, context, { action: "affiliate.payout_reminded", subject: affiliateId });
  return true;
}
