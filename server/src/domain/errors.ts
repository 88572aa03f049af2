/** Every way in which Tributary says no. `kind` decides the status code, once, in http/response/errors.ts. */
const refusals = {
  // the request itself
  invalid_request: { kind: "invalid", text: "The request is not valid." },
  malformed_json: { kind: "invalid", text: "The body is not valid JSON." },
  unsupported_media_type: { kind: "media_type", text: "Send the body as application/json." },
  body_too_large: { kind: "too_large", text: "The body is larger than 64 KiB." },
  path_not_found: { kind: "missing", text: "There is nothing at this path." },

  // who asks
  invalid_api_key: { kind: "unauthenticated", text: "The API key is missing or not valid." },
  rate_limited: { kind: "too_many", text: "Rate limit exceeded. 100 requests per minute." },
  plan_required: { kind: "forbidden", text: "The API needs the PRO plan, and this account is on the FREE plan." },
  not_signed_in: { kind: "unauthenticated", text: "Sign in first." },
  too_many_requests: {
    kind: "too_many",
    text: "You have sent too many requests. Wait a moment and try again.",
  },
  wrong_credentials: { kind: "unauthenticated", text: "The e-mail address or the password is wrong." },
  too_many_attempts: { kind: "too_many", text: "Too many attempts. Wait a few minutes and try again." },
  passwords_busy: { kind: "too_many", text: "The service is busy. Try again in a few seconds." },
  cross_site_request: {
    kind: "forbidden",
    text: "This request did not come from Tributary's own pages. Open Tributary at its own address and try again.",
  },
  signup_closed: { kind: "forbidden", text: "Sign-up is closed here. Ask whoever runs this service for an account." },
  email_taken: { kind: "invalid", text: "There is already an account for this e-mail address. Sign in instead." },
  role_required: { kind: "forbidden", text: "Your role in this account does not allow this." },
  weak_password: { kind: "invalid", text: "This password is too easy to guess. Choose another one." },
  wrong_password: { kind: "invalid", text: "The current password is wrong." },
  mail_off: {
    kind: "forbidden",
    text: "This service sends no mail. Ask whoever runs it for a new password.",
  },
  reset_gone: { kind: "gone", text: "This link has expired or was used already. Ask for a new one." },
  email_already_verified: { kind: "invalid", text: "Your e-mail address is verified already." },
  wrong_code: { kind: "invalid", text: "The code is wrong or has expired. Ask for a new one." },
  sign_in_expired: {
    kind: "unauthenticated",
    text: "Too much time has passed since you typed your password. Sign in again.",
  },
  wrong_second_factor: {
    kind: "invalid",
    text: "The code is wrong or was used already. Wait for the next one, or use a recovery code.",
  },
  second_factor_on: { kind: "invalid", text: "Your second factor is on already. Turn it off first." },
  second_factor_off: { kind: "invalid", text: "Your second factor is not on." },
  set_up_expired: { kind: "invalid", text: "Too much time has passed. Begin again with a new QR code." },
  not_an_affiliate: { kind: "forbidden", text: "The portal is for affiliates. Accept an invitation first." },
  account_ambiguous: {
    kind: "invalid",
    text: "This person owns several accounts. Name the account by its id instead.",
  },

  // what is asked for
  account_not_found: { kind: "missing", text: "There is no such account." },
  user_not_found: { kind: "missing", text: "There is no such user." },
  session_not_found: { kind: "missing", text: "There is no such session." },
  key_not_found: { kind: "missing", text: "There is no such API key." },
  campaign_not_found: { kind: "missing", text: "There is no such campaign." },
  affiliate_not_found: { kind: "missing", text: "There is no such affiliate in this campaign." },
  affiliation_not_found: { kind: "missing", text: "There is no such affiliate in this campaign." },
  conversion_not_found: { kind: "missing", text: "There is no such conversion." },
  click_not_found: { kind: "missing", text: "There is no click with this click_id." },
  affiliate_code_not_found: {
    kind: "missing",
    text: "There is no affiliate with this affiliate_code in the campaign.",
  },
  endpoint_not_found: { kind: "missing", text: "There is no such webhook endpoint." },
  delivery_not_found: { kind: "missing", text: "There is no such delivery." },
  claim_not_found: { kind: "missing", text: "There is no such claim." },
  invitation_not_found: { kind: "missing", text: "There is no such invitation." },
  member_invitation_not_found: { kind: "missing", text: "There is no such invitation." },
  member_not_found: { kind: "missing", text: "There is no such member of this account." },
  payout_not_found: { kind: "missing", text: "There is no such payout." },
  batch_not_found: { kind: "missing", text: "There is no such batch of payouts." },
  claw_back_not_found: { kind: "missing", text: "There is no such claw-back." },
  statement_not_found: { kind: "missing", text: "There is no such statement." },
  issuer_unreachable: { kind: "unavailable", text: "The issuer's keys could not be fetched." },

  // campaigns
  currency_fixed: { kind: "invalid", text: "currency cannot change: the campaign already has conversions." },
  campaign_archived: { kind: "forbidden", text: "The campaign is archived." },
  campaign_not_active: {
    kind: "forbidden",
    text: "The campaign is paused: only conversions of clicks made before the pause are accepted.",
  },

  // affiliates and invitations
  already_in_campaign: { kind: "invalid", text: "This person is already an affiliate of the campaign." },
  affiliate_not_active: {
    kind: "forbidden",
    text: "The affiliate is suspended or not active in this campaign and earns no commission.",
  },
  affiliation_not_waiting: { kind: "invalid", text: "Only an affiliate who waits for approval can be rejected." },
  affiliation_already_active: { kind: "invalid", text: "The affiliate is already active." },
  affiliation_suspended: { kind: "invalid", text: "The affiliate is suspended: restore them instead." },
  affiliation_not_active: { kind: "invalid", text: "Only an active affiliate can be suspended." },
  affiliation_not_suspended: { kind: "invalid", text: "Only a suspended affiliate can be restored." },
  invitation_expired: { kind: "gone", text: "This invitation has expired. Ask whoever sent it for a new link." },
  invitation_used: { kind: "gone", text: "This invitation has already been accepted." },
  invitation_replaced: { kind: "gone", text: "This invitation was replaced by a newer one. Use the newest link." },
  invitation_withdrawn: { kind: "gone", text: "This invitation was withdrawn by whoever sent it." },
  invitation_for_someone_else: {
    kind: "forbidden",
    text: "This invitation is for another email address than the one you are signed in with.",
  },
  invitation_needs_sign_in: {
    kind: "unauthenticated",
    text: "There is already an account for the invited email address. Sign in to accept.",
  },

  // conversions
  duplicate_conversion: { kind: "invalid", text: "A conversion already exists for this external_id." },
  click_of_other_campaign: { kind: "invalid", text: "The click belongs to another campaign." },
  outside_attribution_window: { kind: "invalid", text: "The click is older than its attribution window." },
  currency_mismatch: {
    kind: "invalid",
    text: "The commission would be in another currency than the campaign's budget.",
  },
  budget_exceeded: { kind: "forbidden", text: "The campaign's budget does not cover this commission." },
  conversion_already_rejected: { kind: "invalid", text: "The conversion is already rejected." },
  conversion_not_rejected: { kind: "invalid", text: "The conversion is not rejected." },
  conversion_not_pending: { kind: "invalid", text: "Only a pending conversion can be approved." },
  outside_maturation_period: { kind: "invalid", text: "The maturation period of the conversion is over." },
  conversion_in_payout: { kind: "invalid", text: "The conversion is part of a payout." },

  // members
  already_member: { kind: "invalid", text: "This person is already a member of the account." },
  last_owner: {
    kind: "invalid",
    text: "You are the only owner of an account. Make somebody else an owner first.",
  },

  // the affiliate's side
  claim_already_open: { kind: "invalid", text: "There is already an open claim about this order." },
  claim_not_open: { kind: "invalid", text: "The claim is not open any more." },
  invalid_iban: { kind: "invalid", text: "iban must be an IBAN with correct check digits." },
  bic_missing: {
    kind: "invalid",
    text: "Add the BIC. Banks need it for accounts outside the European Economic Area.",
  },
  payout_open: {
    kind: "invalid",
    text: "A payout to you has been made and not settled yet. Your account can be deleted once it is.",
  },

  // API keys
  too_many_keys: {
    kind: "invalid",
    text: "An account can have up to 25 active API keys. Revoke one that you no longer need first.",
  },

  // webhooks
  destination_refused: { kind: "invalid", text: "Webhooks are not sent to this address." },
  too_many_endpoints: {
    kind: "invalid",
    text: "An account has up to 50 webhook endpoints. Delete one that you no longer need first.",
  },
  too_many_sends: {
    kind: "too_many",
    text: "Too many test events and resends. Wait a minute and try again.",
  },
  endpoint_off: { kind: "invalid", text: "The webhook endpoint is switched off: switch it on first." },
  endpoint_deleted: { kind: "invalid", text: "The webhook endpoint was deleted." },
  event_expired: { kind: "invalid", text: "The event is too old to be sent again: its content is no longer kept." },

  // payouts and claw-backs
  nothing_to_pay: {
    kind: "invalid",
    text: "There is nothing to pay: nothing is withdrawable, or as much is owed back.",
  },
  no_payout_details: { kind: "invalid", text: "The affiliate has not said yet where payouts should go." },
  batch_under_way: {
    kind: "invalid",
    text: "A batch in this currency is still being made: wait until it is done, then look at the preview again.",
  },
  preview_changed: { kind: "invalid", text: "The preview is out of date: look at it again before you pay." },
  payout_already_paid: { kind: "invalid", text: "The payout is already paid." },
  payout_lines_taken: {
    kind: "invalid",
    text: "The conversions of this payout are part of another payout now. Cancel that payout first.",
  },
  payout_lines_rejected: {
    kind: "invalid",
    text: "A conversion of this payout has been rejected since. Restore and approve it first.",
  },
  payout_paid_since: { kind: "invalid", text: "This payout was paid after an earlier attempt had failed." },
  payout_returned: { kind: "invalid", text: "The bank returned this payment." },
  import_running: {
    kind: "too_many",
    text: "Another import for this account is still running. Try again when it has finished.",
  },
  payout_already_ended: { kind: "invalid", text: "The payout has already failed or was cancelled." },
  payout_not_cancellable: { kind: "invalid", text: "Only a payout that is not paid yet can be cancelled." },
  payout_in_file: {
    kind: "invalid",
    text: "This payout is in a file to pay with. Make sure that the bank does not pay it, then confirm with although_in_file.",
  },
  batch_unfinished: { kind: "invalid", text: "The payouts of this batch are still being made. Try again in a moment." },
  file_not_available: { kind: "invalid", text: "The batch has no payout that this file could pay." },
  file_payouts_taken: {
    kind: "invalid",
    text: "Every unpaid payout that this file could pay is in another file of this batch already.",
  },
  file_not_written: { kind: "invalid", text: "This file has not been written yet." },
  file_outdated: {
    kind: "invalid",
    text: "A payout in this file failed or was cancelled after the file was written, so the file must not be used again. Mark the others as paid or failed when the bank tells you. Cancel those the bank was never asked to pay: the next batch pays them.",
  },
  file_has_paid: {
    kind: "invalid",
    text: "Payouts in this file are already paid. Uploading it again pays them twice.",
  },
  file_empty: {
    kind: "invalid",
    text: "Every payee in this file has been paid and has deleted their account, so nothing is left in it.",
  },
  payer_missing: { kind: "invalid", text: "Add your payer name and IBAN first." },
  conversion_not_approved: { kind: "invalid", text: "Only an approved conversion can be clawed back." },
  inside_maturation_period: {
    kind: "invalid",
    text: "The conversion is inside its maturation period: reject it instead.",
  },
  already_clawed_back: { kind: "invalid", text: "The conversion has already been clawed back." },
  nothing_to_claw_back: { kind: "invalid", text: "The conversion has no commission to claw back." },

  // the service
  busy: { kind: "unavailable", text: "Too many requests for the same data are waiting. Try again in a moment." },
  database_away: { kind: "unavailable", text: "The service cannot reach its database. Try again in a moment." },
  internal_error: { kind: "bug", text: "Something went wrong on our side. Quote the request_id when you report it." },
} as const satisfies Record<string, { kind: string; text: string }>;

export type ErrorCode = keyof typeof refusals;
export type ErrorKind = (typeof refusals)[ErrorCode]["kind"];

/** A refusal that its reader may see. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  /** Further facts for the answer's body, such as the first conversion's id on a duplicate. */
  readonly facts: Readonly<Record<string, string>>;
  /** When another attempt can succeed, where that is known. */
  readonly retryAt: Date | undefined;

  constructor(
    code: ErrorCode,
    more: { text?: string; facts?: Record<string, string>; retryAt?: Date; cause?: unknown } = {},
  ) {
    super(more.text ?? refusals[code].text, { cause: more.cause });
    this.name = "AppError";
    this.code = code;
    this.kind = refusals[code].kind;
    this.facts = more.facts ?? {};
    this.retryAt = more.retryAt;
  }
}

export const errorTexts: Readonly<Record<ErrorCode, string>> = Object.fromEntries(
  Object.entries(refusals).map(([code, { text }]) => [code, text]),
) as Record<ErrorCode, string>;
