/** Emails that a recipient can unsubscribe from. */
export const switchableMails = ["invitation", "approval", "claim_answered", "payout_reminder"] as const;
export type SwitchableMail = (typeof switchableMails)[number];
/** Security emails are always sent. */
const securityMails = [
  "password_reset",
  "address_verification",
  "payout_details_changed",
  "password_changed",
  "second_factor_changed",
] as const;
export type MailKind = SwitchableMail | (typeof securityMails)[number];

export const isSwitchable = (kind: MailKind): kind is SwitchableMail =>
  (switchableMails as readonly MailKind[]).includes(kind);

export interface MailContent {
  readonly kind: MailKind;
  readonly subject: string;
  readonly text: string;
}

export interface ReadyMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link to unsubscribe from emails of this kind. */
  readonly switchOff?: string;
  /** The merchant's name in the From line, in emails to affiliates. */
  readonly fromName?: string;
}

/** Composed when it is sent. Until then it holds only the address that someone entered. */
export type LateMail =
  | { readonly to: string; readonly compose: "password_reset" }
  | { readonly to: string; readonly compose: "sign_up"; readonly code: string }
  | { readonly to: string; readonly compose: "application"; readonly code: string; readonly slug: string };

/** Stored encrypted in the outbox. */
export type MailDraft = ReadyMail | LateMail;

/**
 * The delay after each failure. After the sixth failure Tributary gives up, about 15 hours after the email was queued.
 */
const RETRY_SECONDS = [60, 300, 1_800, 7_200, 43_200] as const;

/** When to retry; undefined: never. */
export function mailRetryAt(failures: number, now: Date): Date | undefined {
  const seconds = RETRY_SECONDS[failures - 1];
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000);
}
