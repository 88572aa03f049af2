import { AMOUNT_MAX, CONNECTORS_MAX, COUPON_MAX, GROUPS_MAX, REFUNDS_MAX } from "tributary-sdk/limits";

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
  invalid_request: invalid("The request is invalid."),
  malformed_json: invalid("The request body is not valid JSON."),
  unsupported_media_type: { kind: "media_type", text: "Unsupported content type. Send the body as application/json." },
  body_too_large: { kind: "too_large", text: "The request body is larger than 64 KiB." },
  path_not_found: missing("This path does not exist."),

  // authentication
  invalid_api_key: unauthenticated("The API key is missing or invalid."),
  rate_limited: tooMany("Rate limit exceeded. 100 requests per minute."),
  plan_required: forbidden("The API requires the PRO plan, and this account is on the FREE plan."),
  not_signed_in: unauthenticated("Sign in first."),
  too_many_requests: tooMany("Too many requests. Wait a moment and try again."),
  wrong_credentials: unauthenticated("The email address or password is wrong."),
  too_many_attempts: tooMany("Too many tries. Wait a few minutes and try again."),
  passwords_busy: tooMany("The server is busy. Try again in a few seconds."),
  cross_site_request: forbidden(
    "This request came from another site. Open Tributary at its own address and try again.",
  ),
  signup_closed: forbidden("Sign-up is closed. Ask the operator of this server for an account."),
  email_taken: invalid("An account with this email address already exists. Sign in instead."),
  role_required: forbidden("Your role does not allow this. Ask an owner of the account."),
  weak_password: invalid("This password is too easy to guess. Choose a different one."),
  wrong_password: invalid("The current password is wrong."),
  mail_off: forbidden("Email is not set up on this server. Ask its operator for a new password."),
  reset_gone: gone("This link has expired or was already used. Request a new one."),
  email_already_verified: invalid("Your email address is already verified."),
  wrong_code: invalid("The code is wrong or has expired. Request a new one."),
  sign_in_expired: unauthenticated("Your sign-in has timed out. Sign in again."),
  wrong_second_factor: invalid("The code is wrong or was already used. Wait for the next one, or use a recovery code."),
  second_factor_on: invalid("Two-factor authentication is already on. Turn it off first."),
  second_factor_off: invalid("Two-factor authentication is not on."),
  set_up_expired: invalid("The setup has timed out. Start again with a new QR code."),
  not_an_affiliate: forbidden("The portal is for affiliates. Accept an invitation first."),
  account_ambiguous: invalid("This person owns several accounts. Use the account ID instead."),

  accent_unreadable: invalid("White text on this colour is hard to read. Choose a darker colour."),
  invalid_picture: invalid("This file is not a complete PNG, JPEG or WebP image. Choose another file."),

  // not found
  logo_not_found: missing("Logo not found."),
  account_not_found: missing("Account not found."),
  user_not_found: missing("User not found."),
  session_not_found: missing("Session not found."),
  key_not_found: missing("API key not found."),
  campaign_not_found: missing("Campaign not found."),
  affiliate_not_found: missing("Affiliate not found in this campaign."),
  affiliation_not_found: missing("Affiliate not found in this campaign."),
  group_not_found: missing("Group not found in this campaign."),
  conversion_not_found: missing("Conversion not found."),
  click_not_found: missing("No click has this click_id."),
  customer_not_found: missing(
    "This customer has no order in the campaign yet. Send click_id, coupon_code or affiliate_code.",
  ),
  coupon_not_found: missing("No affiliate has this coupon."),
  affiliate_code_not_found: missing("No affiliate of the campaign has this affiliate_code."),
  endpoint_not_found: missing("Webhook endpoint not found."),
  delivery_not_found: missing("Delivery not found. Deliveries are deleted after their retention period."),
  claim_not_found: missing("Claim not found."),
  invitation_not_found: missing("Invitation not found."),
  member_invitation_not_found: missing("Invitation not found."),
  member_not_found: missing("Member not found in this account."),
  payout_not_found: missing("Payout not found."),
  batch_not_found: missing("Payout batch not found."),
  claw_back_not_found: missing("Deduction not found."),
  statement_not_found: missing("Statement not found."),
  issuer_unreachable: unavailable("The issuer's keys could not be fetched."),

  // campaigns
  currency_fixed: invalid("currency cannot be changed because the campaign already has conversions."),
  invalid_plan: invalid("The plan is invalid."),
  group_name_taken: invalid("Another group of the campaign has this name. Choose a different one."),
  too_many_groups: invalid(`A campaign can have up to ${GROUPS_MAX} groups. Delete one you no longer need first.`),
  invalid_coupon: invalid(`A coupon's code must have 1 to ${COUPON_MAX} characters and no control characters.`),
  coupon_taken: invalid("An active coupon has this code. End it first, or choose a different code."),
  coupon_already_ended: invalid("The coupon has already ended."),
  campaign_archived: forbidden("The campaign is archived."),
  campaign_not_active: forbidden("The campaign is paused. Only conversions from clicks before the pause are accepted."),

  // affiliates and invitations
  already_in_campaign: invalid("This person is already an affiliate of the campaign."),
  affiliate_not_active: forbidden(
    "The affiliate is suspended or not active in this campaign, and earns no commission.",
  ),
  affiliation_not_waiting: invalid("Only a pending affiliate can be rejected."),
  affiliation_already_active: invalid("The affiliate is already active."),
  affiliation_suspended: invalid("The affiliate is suspended. Restore them instead."),
  affiliation_not_active: invalid("Only an active affiliate can be suspended."),
  affiliation_not_suspended: invalid("Only a suspended affiliate can be restored."),
  invitation_expired: gone("This invitation has expired. Ask the sender for a new link."),
  invitation_used: gone("This invitation has already been accepted."),
  invitation_replaced: gone("This invitation was replaced by a newer one. Use the newest link."),
  invitation_withdrawn: gone("The sender withdrew this invitation. Ask them for a new one."),
  invitation_for_someone_else: forbidden(
    "This invitation is for a different email address. Sign in with that address to accept.",
  ),
  page_slug_taken: invalid("This address is already in use. Choose a different one."),
  application_page_not_found: missing("Page not found. Check the address, or ask the merchant for the right one."),
  applications_closed: gone("This program is not accepting applications right now."),
  rejoining_needs_invitation: forbidden(
    "You were in this campaign before. Ask the merchant for an invitation to rejoin.",
  ),
  invitation_needs_sign_in: unauthenticated("An account with this email address already exists. Sign in to accept."),

  // conversions
  duplicate_conversion: invalid("A conversion already exists for this external_id."),
  click_of_other_campaign: invalid("The click belongs to a different campaign."),
  coupon_ended: invalid("The coupon had ended when the order was paid."),
  coupon_of_other_campaign: invalid("The coupon belongs to a different campaign."),
  coupon_needs_click: invalid(
    "The campaign accepts a coupon only from customers who followed its holder's link. Send click_id too.",
  ),
  outside_attribution_window: invalid("The click is older than its attribution window."),
  commission_too_large: invalid(`The commission of this order is above ${AMOUNT_MAX}.`),
  items_exceed_amount: invalid("The items add up to more than the order's amount."),
  currency_mismatch: invalid("The commission currency differs from the currency of the campaign's budget."),
  budget_exceeded: forbidden("The campaign's budget does not cover this commission."),
  conversion_already_rejected: invalid("The conversion is already rejected."),
  conversion_not_rejected: invalid("The conversion is not rejected."),
  conversion_not_pending: invalid("Only a pending conversion can be approved."),
  outside_maturation_period: invalid("The hold period (maturation_days) of this conversion has ended."),
  conversion_refunded: invalid("Everything was refunded. Cancel a refund to restore the conversion."),
  conversion_in_payout: invalid("The conversion is already part of a payout."),

  // refunds
  refund_not_found: missing("Refund not found."),
  refund_differs: invalid(
    "A refund with this external_id was already recorded with another amount or for another order.",
  ),
  refund_exceeds_amount: invalid("The refunds would exceed what is left of the order."),
  refund_id_reserved: invalid("external_id must not start with edit:, which is reserved for edited orders."),
  refund_of_edit: invalid("This refund belongs to an edited order. Change the order's total instead."),
  too_many_refunds: invalid(`An order can have at most ${REFUNDS_MAX} refunds.`),
  edit_differs: invalid("An edit with this external_id was already recorded with another amount or for another order."),
  refund_too_small: invalid("amount must be at least one cent, or the smallest unit of the order's currency."),
  refund_currency: invalid("A refund must be in the currency of its order."),
  claw_back_undone: invalid("The deduction was already undone."),
  customer_limit_reached: invalid(
    "The customer's other orders have used up the limit per customer. Nothing can be returned.",
  ),
  claw_back_returned: invalid("The refund was cancelled, so its deduction was already returned."),

  // members
  already_member: invalid("This person is already a member of the account."),
  last_owner: invalid("You are the only owner of an account. Make someone else an owner first."),

  // affiliate portal
  claim_already_open: invalid("There is already an open claim about this order."),
  claim_not_open: invalid("The claim is no longer open."),
  invalid_iban: invalid("iban must be an IBAN with correct check digits."),
  bic_missing: invalid("Add the BIC. Banks need it for accounts outside the European Economic Area."),
  payout_open: invalid("A payout to you is still open. You can delete your account once it is settled."),

  // API keys
  too_many_keys: invalid("An account can have up to 25 active API keys. Revoke one you no longer need first."),

  // test mode
  clock_only_forward: invalid("A test clock only moves forward. Reset the test account to start again."),
  clock_too_far: invalid("A test clock moves at most two years at a time. Advance it in several requests."),
  too_many_steps: invalid("Too much is due in this time for one request. Advance again to continue from `now`."),
  test_mode_only: invalid("This works in test mode only. Switch to a test account."),
  too_many_test_accounts: invalid("An account can have up to 20 test accounts. Delete one, or reset and reuse one."),
  test_account_not_found: missing("Test account not found."),
  own_test_account: invalid("A test account cannot delete itself. Use another test account's key."),
  test_account_name_taken: invalid("There is already a test account with this name. Choose another name."),
  example_iban_only: invalid("Test accounts accept only example IBANs, such as DE89 3704 0044 0532 0130 00."),

  // webhooks
  destination_refused: invalid("Webhooks cannot be sent to this address. Use a public https address."),
  too_many_endpoints: invalid("An account can have up to 50 webhook endpoints. Delete one you no longer need first."),
  too_many_sends: tooMany("Too many test events and resends. Wait a minute and try again."),
  endpoint_off: invalid("The webhook endpoint is disabled. Enable it first."),
  endpoint_deleted: invalid("The webhook endpoint was deleted."),
  event_expired: invalid("The event is past its retention period and can no longer be resent."),

  // connectors
  connector_not_found: missing("Connector not found."),
  connector_deleted: gone("This connector was deleted. Remove the webhook at the provider."),
  invalid_signature: unauthenticated("The signature is missing or wrong, or its time is too far from ours."),
  paddle_classic: unauthenticated(
    "This is a webhook of Paddle Classic. Add a notification destination in Paddle Billing instead.",
  ),
  receipt_too_large: { kind: "too_large", text: "The request body is larger than 2 MiB." },
  too_many_connectors: invalid(
    `An account can have up to ${CONNECTORS_MAX} connectors. Delete one you no longer need first.`,
  ),
  secret_of_provider: invalid("The provider issues this secret. Create a new one there and paste it here."),
  receipt_not_found: missing("Receipt not found."),
  receipt_without_body: invalid("The content of this receipt was deleted, so it cannot run again."),

  // payouts and claw-backs
  nothing_to_pay: invalid("Nothing is ready to pay, or deductions cover all of it."),
  no_payout_details: invalid("The affiliate has not added payout details yet."),
  batch_under_way: invalid(
    "A batch in this currency is still being created. Wait until it is done, then check the preview again.",
  ),
  preview_changed: invalid("The preview is out of date. Check it again before you pay."),
  payout_already_paid: invalid("The payout is already paid."),
  payout_lines_taken: invalid(
    "The conversions of this payout are now part of another payout. Cancel that payout first.",
  ),
  payout_lines_rejected: invalid("A conversion of this payout has since been rejected. Restore and approve it first."),
  payout_paid_since: invalid("This payout was paid after an earlier attempt had failed."),
  payout_returned: invalid("The bank returned this payment."),
  import_running: tooMany("Another import for this account is still running. Try again when it has finished."),
  payout_already_ended: invalid("The payout has already failed or was cancelled."),
  payout_not_cancellable: invalid("Only a payout that is not paid yet can be cancelled."),
  payout_in_file: invalid(
    "This payout is in a payment file. Make sure that the bank does not pay it, then confirm with although_in_file.",
  ),
  batch_unfinished: invalid("The payouts of this batch are still being created. Try again in a moment."),
  file_not_available: invalid("The batch has no payouts that this kind of file can pay."),
  file_payouts_taken: invalid(
    "Every unpaid payout that this kind of file can pay is already in another file of this batch.",
  ),
  file_not_written: invalid("This file has not been created yet."),
  file_outdated: invalid(
    "A payout in this file failed or was cancelled after the file was created, so the file must not be used again. Mark the others as paid or failed once your bank confirms. Cancel those you never sent to the bank: the next batch pays them.",
  ),
  file_has_paid: invalid("Payouts in this file are already paid. Uploading it again pays them twice."),
  file_empty: invalid("This file is empty: every payee has been paid and has deleted their account."),
  payer_missing: invalid("Add your payer name and IBAN first."),
  conversion_not_approved: invalid("Only an approved conversion can be deducted."),
  inside_maturation_period: invalid("The conversion is still in its hold period (maturation_days). Reject it instead."),
  already_clawed_back: invalid("The conversion has already been deducted."),
  nothing_to_claw_back: invalid("The conversion has no commission to deduct."),

  // service
  busy: unavailable("Too many requests for the same data are queued. Try again in a moment."),
  click_not_recorded_yet: unavailable(
    "This click is not recorded yet, because the database was unavailable. Try again in a moment.",
  ),
  database_away: unavailable("The database is unavailable. Try again in a moment."),
  internal_error: { kind: "bug", text: "Something went wrong on our side. Include the request_id when you report it." },
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

/** Whether a retry would fail too. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.kind !== "unavailable";

export const errorTexts: Readonly<Record<ErrorCode, string>> = Object.fromEntries(
  Object.entries(refusals).map(([code, { text }]) => [code, text]),
) as Record<ErrorCode, string>;

/** Returns what a lookup found, or throws the error. */
export function orRefuse<Found extends object | string>(found: Found | undefined, code: ErrorCode): Found {
  if (found === undefined) throw new AppError(code);
  return found;
}
