import type { Tx } from "../../db/database.ts";
import type { AccountId, AffiliateId, UserId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { isSwitchable, type MailContent, type MailDraft, type MailKind } from "../../domain/mail.ts";
import { findPersonOfAffiliate } from "../../store/campaigns/affiliates.ts";
import { findBranding } from "../../store/people/brands.ts";
import { insertMail, isSwitchedOff } from "../../store/people/mail-outbox.ts";
import { insertTestMail } from "../../store/test-mode/mails.ts";
import { findUser } from "../../store/people/users.ts";
import type { MerchantContext, Services } from "../context.ts";
import { switchOffLink } from "./unsubscribe.ts";

/** Finds a person's emails without storing the address. */
export const addressHashOf = (
  { mailAddressHash, twin }: Pick<Services, "mailAddressHash" | "twin">,
  email: string,
): Buffer =>
  // A test person never stands for the real one with the same address.
  mailAddressHash(twin === null ? foldEmail(email) : `${twin} ${foldEmail(email)}`);

export interface QueuedMail {
  readonly to: string;
  readonly content: MailContent;
  /** For emails to affiliates: the merchant whose sender name they have. */
  readonly merchantId?: AccountId;
}

/** Queued in the transaction of the change, so that the email is sent if and only if the change commits. */
export async function queueMail(tx: Tx, services: Services, { to, content, merchantId }: QueuedMail): Promise<void> {
  if (!services.settings.mailIsSent) return;
  const { kind, subject, text } = content;
  const addressHash = addressHashOf(services, to);
  if (!isSwitchable(kind)) return queueDraft(tx, services, { kind, addressHash, draft: { to, subject, text } });
  if (await isSwitchedOff(tx, addressHash, kind)) return;
  const off = switchOffLink(services, { addressHash, kind });
  const fromName = merchantId && (await findBranding(tx, merchantId))?.senderName;
  const draft = {
    to,
    subject,
    text: `${text}\n\n--\nUnsubscribe from emails like this: ${off}`,
    switchOff: off,
    ...(fromName ? { fromName } : {}),
  };
  return queueDraft(tx, services, { kind, addressHash, draft });
}

export async function queueMailToAffiliate(
  tx: Tx,
  context: MerchantContext,
  { affiliateId, content }: { affiliateId: AffiliateId; content: MailContent },
): Promise<void> {
  if (!context.settings.mailIsSent) return;
  const { email } = await findPersonOfAffiliate(tx, context.accountId, affiliateId);
  await queueMail(tx, context, { to: email, content, merchantId: context.accountId });
}

export async function queueMailToUser(
  tx: Tx,
  services: Services,
  { userId, content }: { userId: UserId; content: MailContent },
): Promise<void> {
  if (!services.settings.mailIsSent) return;
  const user = await findUser(tx, userId);
  if (!user) throw new Error(`User ${userId} no longer exists.`);
  await queueMail(tx, services, { to: user.email, content });
}

/** Encrypted: a copy of the database must not reveal links that are still valid. */
export async function queueDraft(
  tx: Tx,
  services: Services,
  mail: { kind: MailKind; addressHash: Buffer; draft: MailDraft },
): Promise<void> {
  const { clock, random, mailBox, twin } = services;
  const createdAt = clock.now();
  const id = random.uuid(createdAt);
  const sealed = mailBox.seal(JSON.stringify(mail.draft), id);
  if (twin !== null) {
    const addressHash = addressHashOf({ ...services, twin: null }, mail.draft.to);
    return insertTestMail(tx, { id, accountId: twin, kind: mail.kind, sealed, createdAt, addressHash });
  }
  await insertMail(tx, { id, kind: mail.kind, addressHash: mail.addressHash, sealed, createdAt });
}
