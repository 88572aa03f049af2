import type { Queryable, Tx } from "../../db/database.ts";
import { parseId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { invitationMailRules, mailboxOf, type NotMailedReason } from "../../domain/mail-limit.ts";
import { isSwitchedOff } from "../../store/people/mail-outbox.ts";
import { takeTogether } from "../../store/people/rate-windows.ts";
import { findUser } from "../../store/people/users.ts";
import type { MerchantContext } from "../context.ts";
import { windowKey } from "../limits/limit-attempts.ts";
import { addressHashOf, queueMail, type QueuedMail } from "./queue-mail.ts";

/**
 * Queues the email unless the sender or the recipient has reached a daily limit; returns the reason if not queued. Call
 * it last in the transaction: the recipient's count is shared by all accounts.
 */
export async function mailInvitation(
  tx: Tx,
  context: MerchantContext,
  mail: QueuedMail,
): Promise<NotMailedReason | undefined> {
  const { to } = mail;
  if (!context.settings.mailIsSent) return "mail_off";
  // It only goes to the box of the twin, and counts for nobody.
  if (context.twin !== null) {
    await queueMail(tx, context, mail);
    return undefined;
  }
  if (!(await isSenderVerified(tx, context))) return "sender_unverified";
  // Reported like the limit: a merchant must not learn that the recipient has unsubscribed.
  if (await isSwitchedOff(tx, addressHashOf(context, to), "invitation")) return "recipient_limit";
  const refusal = await takeFromLimits(tx, context, to);
  if (refusal === undefined) await queueMail(tx, context, mail);
  return refusal;
}

export async function isSenderVerified(db: Queryable, { actor, twin }: MerchantContext): Promise<boolean> {
  if (twin !== null) return true;
  const userId = parseId("user", actor);
  const sender = userId && (await findUser(db, userId));
  return sender !== undefined && sender.emailVerifiedAt !== null;
}

async function takeFromLimits(tx: Tx, context: MerchantContext, to: string): Promise<NotMailedReason | undefined> {
  const { accountId, clock } = context;
  const take = (reason: keyof typeof invitationMailRules, subject: string) => ({
    key: windowKey(context, `invitation_mail:${reason}`, subject),
    rule: invitationMailRules[reason],
    reason,
  });
  const takes = [
    take("already_mailed", `${accountId} ${foldEmail(to)}`),
    take("account_limit", accountId),
    take("recipient_limit", mailboxOf(to)),
  ];
  return (await takeTogether(tx, takes, clock.now()))?.reason;
}
