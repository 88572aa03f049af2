/** `kind` determines the status code, in http/response/errors.ts. */
const refusal =
  <Kind extends string>(kind: Kind) =>
  (text: string) => ({ kind, text });

const invalid = refusal("invalid");
const missing = refusal("missing");
const forbidden = refusal("forbidden");
const gone = refusal("gone");
const unauthenticated = refusal("unauthenticated");
const tooMany = refusal("too_many");
const unavailable = refusal("unavailable");

/** Every error that Tributary returns on purpose: its code, kind and text. */
const refusals = {
  // the request itself
  invalid_request: invalid("The request is not valid."),
  malformed_json: invalid("The body is not valid JSON."),
  unsupported_media_type: { kind: "media_type", text: "Send the body as application/json." },
  body_too_large: { kind: "too_large", text: "The body is larger than 64 KiB." },
  path_not_found: missing("There is nothing at this path."),

  // authentication
  invalid_api_key: unauthenticated("The API key is missing or not valid."),
  rate_limited: tooMany("Rate limit exceeded. 100 requests per minute."),
  plan_required: forbidden("The API needs the PRO plan, and this account is on the FREE plan."),
  not_signed_in: unauthenticated("Sign in first."),
  too_many_requests: tooMany("You have sent too many requests. Wait a moment and try again."),
  wrong_credentials: unauthenticated("The e-mail address or the password is wrong."),
  too_many_attempts: tooMany("Too many attempts. Wait a few minutes and try again."),
  passwords_busy: tooMany("The service is busy. Try again in a few seconds."),
  cross_site_request: forbidden(
    "This request did not come from Tributary's own pages. Open Tributary at its own address and try again.",
  ),
  signup_closed: forbidden("Sign-up is closed. Ask the operator of this service for an account."),
  email_taken: invalid("There is already an account for this e-mail address. Sign in instead."),
  role_required: forbidden("Your role in this account does not allow this."),
  weak_password: invalid("This password is too easy to guess. Choose another one."),
  wrong_password: invalid("The current password is wrong."),
  mail_off: forbidden("This service does not send email. Ask its operator for a new password."),
  reset_gone: gone("This link has expired or was used already. Ask for a new one."),
  email_already_verified: invalid("Your e-mail address is verified already."),
  wrong_code: invalid("The code is wrong or has expired. Ask for a new one."),
  sign_in_expired: unauthenticated("Too much time has passed since you typed your password. Sign in again."),
  wrong_second_factor: invalid("The code is wrong or was used already. Wait for the next one, or use a recovery code."),
  second_factor_on: invalid("Your second factor is on already. Turn it off first."),
  second_factor_off: invalid("Your second factor is not on."),
  set_up_expired: invalid("Too much time has passed. Begin again with a new QR code."),
  not_an_affiliate: forbidden("The portal is for affiliates. Accept an invitation first."),
  account_ambiguous: invalid("This person owns several accounts. Name the account by its id instead."),

  // not found
  account_not_found: missing("There is no such account."),
  user_not_found: missing("There is no such user."),
  session_not_found: missing("There is no such session."),
  key_not_found: missing("There is no such API key."),
  campaign_not_found: missing("There is no such campaign."),
  affiliate_not_found: missing("There is no such affiliate in this campaign."),
  affiliation_not_found: missing("There is no such affiliate in this campaign."),
  conversion_not_found: missing("There is no such conversion."),
  click_not_found: missing("There is no click with this click_id."),
  affiliate_code_not_found: missing("There is no affiliate with this affiliate_code in the campaign."),
  endpoint_not_found: missing("There is no such webhook endpoint."),
  delivery_not_found: missing("There is no such delivery."),
  claim_not_found: missing("There is no such claim."),
  invitation_not_found: missing("There is no such invitation."),
  member_invitation_not_found: missing("There is no such invitation."),
  member_not_found: missing("There is no such member of this account."),
  payout_not_found: missing("There is no such payout."),
  batch_not_found: missing("There is no such batch of payouts."),
  claw_back_not_found: missing("There is no such claw-back."),
  statement_not_found: missing("There is no such statement."),
  issuer_unreachable: unavailable("The issuer's keys could not be fetched."),

  // campaigns
  currency_fixed: invalid("currency cannot change: the campaign already has conversions."),
  campaign_archived: forbidden("The campaign is archived."),
  campaign_not_active: forbidden(
    "The campaign is paused: only conversions of clicks made before the pause are accepted.",
  ),

  // affiliates and invitations
  already_in_campaign: invalid("This person is already an affiliate of the campaign."),
  affiliate_not_active: forbidden("The affiliate is suspended or not active in this campaign and earns no commission."),
  affiliation_not_waiting: invalid("Only an affiliate who waits for approval can be rejected."),
  affiliation_already_active: invalid("The affiliate is already active."),
  affiliation_suspended: invalid("The affiliate is suspended: restore them instead."),
  affiliation_not_active: invalid("Only an active affiliate can be suspended."),
  affiliation_not_suspended: invalid("Only a suspended affiliate can be restored."),
  invitation_expired: gone("This invitation has expired. Ask the sender for a new link."),
  invitation_used: gone("This invitation has already been accepted."),
  invitation_replaced: gone("This invitation was replaced by a newer one. Use the newest link."),
  invitation_withdrawn: gone("The sender withdrew this invitation."),
  invitation_for_someone_else: forbidden(
    "This invitation is for another email address than the one you are signed in with.",
  ),
  invitation_needs_sign_in: unauthenticated(
    "There is already an account for the invited email address. Sign in to accept.",
  ),

  // conversions
  duplicate_conversion: invalid("A conversion already exists for this external_id."),
  click_of_other_campaign: invalid("The click belongs to another campaign."),
  outside_attribution_window: invalid("The click is older than its attribution window."),
  currency_mismatch: invalid("The commission would be in another currency than the campaign's budget."),
  budget_exceeded: forbidden("The campaign's budget does not cover this commission."),
  conversion_already_rejected: invalid("The conversion is already rejected."),
  conversion_not_rejected: invalid("The conversion is not rejected."),
  conversion_not_pending: invalid("Only a pending conversion can be approved."),
  outside_maturation_period: invalid("The maturation period of the conversion is over."),
  conversion_in_payout: invalid("The conversion is part of a payout."),

  // members
  already_member: invalid("This person is already a member of the account."),
  last_owner: invalid("You are the only owner of an account. Make somebody else an owner first."),

  // affiliate portal
  claim_already_open: invalid("There is already an open claim about this order."),
  claim_not_open: invalid("The claim is no longer open."),
  invalid_iban: invalid("iban must be an IBAN with correct check digits."),
  bic_missing: invalid("Add the BIC. Banks need it for accounts outside the European Economic Area."),
  payout_open: invalid("A payout to you has been made and not settled yet. Your account can be deleted once it is."),

  // API keys
  too_many_keys: invalid("An account can have up to 25 active API keys. Revoke one that you no longer need first."),

  // webhooks
  destination_refused: invalid("Webhooks are not sent to this address."),
  too_many_endpoints: invalid("An account has up to 50 webhook endpoints. Delete one that you no longer need first."),
  too_many_sends: tooMany("Too many test events and resends. Wait a minute and try again."),
  endpoint_off: invalid("The webhook endpoint is switched off: switch it on first."),
  endpoint_deleted: invalid("The webhook endpoint was deleted."),
  event_expired: invalid("The event is too old to be sent again: its content is no longer kept."),

  // payouts and claw-backs
  nothing_to_pay: invalid("There is nothing to pay: nothing is withdrawable, or as much is owed back."),
  no_payout_details: invalid("The affiliate has not said yet where payouts should go."),
  batch_under_way: invalid(
    "A batch in this currency is still being made: wait until it is done, then look at the preview again.",
  ),
  preview_changed: invalid("The preview is out of date: look at it again before you pay."),
  payout_already_paid: invalid("The payout is already paid."),
  payout_lines_taken: invalid(
    "The conversions of this payout are part of another payout now. Cancel that payout first.",
  ),
  payout_lines_rejected: invalid("A conversion of this payout has been rejected since. Restore and approve it first."),
  payout_paid_since: invalid("This payout was paid after an earlier attempt had failed."),
  payout_returned: invalid("The bank returned this payment."),
  import_running: tooMany("Another import for this account is still running. Try again when it has finished."),
  payout_already_ended: invalid("The payout has already failed or was cancelled."),
  payout_not_cancellable: invalid("Only a payout that is not paid yet can be cancelled."),
  payout_in_file: invalid(
    "This payout is in a file to pay with. Make sure that the bank does not pay it, then confirm with although_in_file.",
  ),
  batch_unfinished: invalid("The payouts of this batch are still being made. Try again in a moment."),
  file_not_available: invalid("The batch has no payout that this file could pay."),
  file_payouts_taken: invalid("Every unpaid payout that this file could pay is in another file of this batch already."),
  file_not_written: invalid("This file has not been written yet."),
  file_outdated: invalid(
    "A payout in this file failed or was cancelled after the file was written, so the file must not be used again. Mark the others as paid or failed when the bank tells you. Cancel those the bank was never asked to pay: the next batch pays them.",
  ),
  file_has_paid: invalid("Payouts in this file are already paid. Uploading it again pays them twice."),
  file_empty: invalid(
    "Every payee in this file has been paid and has deleted their account, so nothing is left in it.",
  ),
  payer_missing: invalid("Add your payer name and IBAN first."),
  conversion_not_approved: invalid("Only an approved conversion can be clawed back."),
  inside_maturation_period: invalid("The conversion is inside its maturation period: reject it instead."),
  already_clawed_back: invalid("The conversion has already been clawed back."),
  nothing_to_claw_back: invalid("The conversion has no commission to claw back."),

  // service
  busy: unavailable("Too many requests for the same data are waiting. Try again in a moment."),
  database_away: unavailable("The service cannot reach its database. Try again in a moment."),
  internal_error: { kind: "bug", text: "Something went wrong on our side. Quote the request_id when you report it." },
} as const satisfies Record<string, { kind: string; text: string }>;

export type ErrorCode = keyof typeof refusals;
export type ErrorKind = (typeof refusals)[ErrorCode]["kind"];

/** An error that is safe to show. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  /** Extra fields for the response body, such as the first conversion's ID on a duplicate. */
  readonly facts: Readonly<Record<string, string>>;
  /** When a retry can succeed, if known. */
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

/** Returns what a lookup found, or throws the error. */
export function orRefuse<Found extends object | string>(found: Found | undefined, code: ErrorCode): Found {
  if (found === undefined) throw new AppError(code);
  return found;
}
