/** Mails that their reader may switch off. */
export const switchableMails = ["invitation", "approval", "claim_answered"] as const;
export type SwitchableMail = (typeof switchableMails)[number];
/** About somebody's security: they always go out. */
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

export interface Letter {
  readonly kind: MailKind;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface ReadyMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link that unsubscribes from mails of this kind. */
  readonly switchOff?: string;
}

/** Composed when it is sent: until then it holds only the address that somebody typed in. */
export type LateMail =
  | { readonly to: string; readonly compose: "password_reset" }
  | { readonly to: string; readonly compose: "sign_up"; readonly code: string };

/** What the outbox holds, encrypted. */
export type MailDraft = ReadyMail | LateMail;

/** One wait after each failure. The sixth finds none left: the mail is given up, about 15 hours after it was written. */
const RETRY_SECONDS = [60, 300, 1_800, 7_200, 43_200] as const;

/** When to try again; undefined: never. */
export function mailRetryAt(failures: number, now: Date): Date | undefined {
  const seconds = RETRY_SECONDS[failures - 1];
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000);
}
