import { AMOUNT_MAX, NAME_MAX, ORDER_ID_MAX } from "tributary-sdk/limits";
import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { statusOf } from "../response/errors.ts";

const always = ["invalid_api_key", "plan_required", "rate_limited", "internal_error", "database_away"] as const;
const withBody = ["malformed_json", "body_too_large", "unsupported_media_type"] as const;

/** With a live key, none of these paths exists. */
const ofTest = [...always, ...withBody, "path_not_found"] as const;

const ofAffiliate = ["campaign_not_found", "affiliate_not_found"] as const;

const ofCoupon = ["coupon_not_found", "coupon_ended", "coupon_of_other_campaign", "coupon_needs_click"] as const;

const refunding = [
  "refund_differs",
  "refund_id_reserved",
  "refund_exceeds_amount",
  "refund_currency",
  "refund_too_small",
  "too_many_refunds",
  "busy",
] as const;

/** The error codes that each operation can return. A test provokes every one of them. */
export const refusalsOf = {
  listCampaigns: [...always, "invalid_request", "busy"],
  getCampaign: [...always, "campaign_not_found"],
  createCampaign: [...always, ...withBody, "invalid_request", "invalid_plan"],
  updateCampaign: [...always, ...withBody, "invalid_request", "invalid_plan", "campaign_not_found", "currency_fixed"],
  archiveCampaign: [...always, ...withBody, "campaign_not_found"],
  listAffiliates: [...always, "invalid_request", "campaign_not_found", "busy"],
  inviteAffiliate: [
    ...always,
    ...withBody,
    "invalid_request",
    "campaign_not_found",
    "campaign_archived",
    "already_in_campaign",
  ],
  removeAffiliate: [...always, ...withBody, "campaign_not_found", "affiliate_not_found"],
  getAffiliatePlan: [...always, ...ofAffiliate],
  setAffiliatePlan: [...always, ...withBody, "invalid_request", "invalid_plan", ...ofAffiliate],
  removeAffiliatePlan: [...always, ...withBody, ...ofAffiliate],
  moveAffiliate: [...always, ...withBody, "invalid_request", ...ofAffiliate, "group_not_found"],
  listGroups: [...always, "campaign_not_found"],
  createGroup: [
    ...always,
    ...withBody,
    "invalid_request",
    "invalid_plan",
    "campaign_not_found",
    "group_name_taken",
    "too_many_groups",
  ],
  updateGroup: [
    ...always,
    ...withBody,
    "invalid_request",
    "invalid_plan",
    "campaign_not_found",
    "group_not_found",
    "group_name_taken",
  ],
  deleteGroup: [...always, ...withBody, "campaign_not_found", "group_not_found"],
  listCoupons: [...always, "invalid_request", "campaign_not_found"],
  createCoupon: [
    ...always,
    ...withBody,
    "invalid_request",
    "campaign_not_found",
    "campaign_archived",
    "affiliate_not_found",
    "coupon_taken",
  ],
  moveCoupon: [
    ...always,
    ...withBody,
    "invalid_request",
    "coupon_not_found",
    "affiliate_not_found",
    "coupon_already_ended",
  ],
  endCoupon: [...always, ...withBody, "coupon_not_found", "coupon_already_ended"],
  listConversions: [...always, "invalid_request", "campaign_not_found", "busy"],
  trackConversion: [
    ...always,
    ...withBody,
    "invalid_request",
    "campaign_not_found",
    "duplicate_conversion",
    "click_not_found",
    "click_not_recorded_yet",
    "click_of_other_campaign",
    "outside_attribution_window",
    "affiliate_code_not_found",
    ...ofCoupon,
    "customer_not_found",
    "items_exceed_amount",
    "commission_too_large",
    "affiliate_not_active",
    "campaign_archived",
    "campaign_not_active",
    "currency_mismatch",
    "budget_exceeded",
    "busy",
  ],
  previewCommission: [
    ...always,
    ...withBody,
    "invalid_request",
    "campaign_not_found",
    "click_not_found",
    "click_of_other_campaign",
    "outside_attribution_window",
    "affiliate_code_not_found",
    ...ofCoupon,
    "customer_not_found",
    "items_exceed_amount",
    "commission_too_large",
    "affiliate_not_active",
    "campaign_archived",
    "campaign_not_active",
    "currency_mismatch",
  ],
  rejectConversion: [
    ...always,
    ...withBody,
    "invalid_request",
    "conversion_not_found",
    "conversion_already_rejected",
    "conversion_in_payout",
    "outside_maturation_period",
    "busy",
  ],
  unrejectConversion: [
    ...always,
    ...withBody,
    "conversion_not_found",
    "conversion_not_rejected",
    "outside_maturation_period",
    "conversion_refunded",
    "budget_exceeded",
    "busy",
  ],
  refundConversion: [...always, ...withBody, "invalid_request", "conversion_not_found", ...refunding],
  refundOrder: [...always, ...withBody, "invalid_request", "conversion_not_found", ...refunding],
  cancelRefund: [...always, ...withBody, "refund_not_found", "refund_of_edit", "busy"],
  editOrder: [
    ...always,
    ...withBody,
    "invalid_request",
    "conversion_not_found",
    "edit_differs",
    "refund_exceeds_amount",
    "too_many_refunds",
    "budget_exceeded",
    "busy",
  ],
  listRefunds: [...always, "conversion_not_found"],
  getTestClock: [...always, "path_not_found"],
  listTestEvents: [...always, "path_not_found", "invalid_request", "busy"],
  advanceTestClock: [...ofTest, "invalid_request", "clock_only_forward", "clock_too_far", "too_many_steps", "busy"],
  createTestAffiliate: [...ofTest, "invalid_request", "campaign_not_found", "campaign_archived", "already_in_campaign"],
  createTestClick: [
    ...ofTest,
    "invalid_request",
    "affiliate_code_not_found",
    "affiliate_not_active",
    "campaign_not_active",
  ],
  approveTestConversion: [...ofTest, "conversion_not_found", "conversion_not_pending", "busy"],
  createTestPayouts: [...ofTest, "invalid_request", "affiliate_not_found", "nothing_to_pay", "no_payout_details"],
  sendTestReceipt: [...ofTest, "invalid_request", "too_many_connectors"],
  updateTestCampaign: [...ofTest, "invalid_request", "campaign_not_found"],
  createTestWebhookEndpoint: [...ofTest, "invalid_request", "destination_refused", "too_many_endpoints"],
  createTestAccount: [...ofTest, "invalid_request", "too_many_test_accounts", "test_account_name_taken"],
  listTestAccounts: [...always, "path_not_found"],
  deleteTestAccount: [...ofTest, "test_account_not_found", "own_test_account", "busy"],
  resetTestAccount: [...ofTest, "busy"],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** Example messages for an invalid request: a sentence about the first wrong field. */
const sentences: Partial<Record<string, string>> = {
  listCampaigns: "limit must be a whole number of at least 1.",
  listAffiliates: "status must be one of active, pending, rejected.",
  listConversions: "offset must be a whole number of at least 0.",
  createCampaign: "name is required and must be text of 1 to 120 characters.",
  updateCampaign: "commission_value is required when commission_type is given.",
  inviteAffiliate: "email is required and must be an email address of up to 254 characters.",
  setAffiliatePlan: "plan is required and must be an object.",
  moveAffiliate: "group_id is required and must be text or null.",
  createGroup: `name is required and must be text of 1 to ${NAME_MAX} characters.`,
  updateGroup: `name must be text of 1 to ${NAME_MAX} characters.`,
  listCoupons: "state must be one of active, ended.",
  createCoupon: "code is required and must be text of 1 to 64 characters without control characters.",
  moveCoupon: "affiliate_id is required and must be text.",
  trackConversion: "Either affiliate_code or click_id is required.",
  previewCommission: "Either affiliate_code or click_id is required.",
  advanceTestClock: "advance must be an ISO 8601 duration, such as P7D or PT1H30M.",
  listTestEvents: "after must be `next` of an earlier response.",
  createTestAffiliate: "campaign_id is required and must be text.",
  createTestClick: "affiliate_code is required and must be text.",
  createTestPayouts: "currency must be a three-letter ISO 4217 currency code.",
  sendTestReceipt: "order_id is required for a refund.",
  updateTestCampaign: "auto_approve must be one of never, when_matured.",
  createTestWebhookEndpoint: "url must be an https address, because http would send events unencrypted.",
  createTestAccount: `name must be text of 1 to ${NAME_MAX} characters.`,
  rejectConversion: "reason must be text of up to 500 characters.",
  refundConversion: `amount must be a number above 0 and up to ${AMOUNT_MAX}.`,
  refundOrder: `amount must be a number above 0 and up to ${AMOUNT_MAX}.`,
  editOrder: `external_id is required and must be text of 1 to ${ORDER_ID_MAX} characters.`,
};

/** A sentence about the first mistake in a plan. */
const PLAN_SENTENCE = "plan.orders[0].when.customer must be new or returning.";

const DESTINATION_SENTENCE =
  "Webhooks cannot be sent to this address: 10.0.0.1 is not a public address. Allow its network with WEBHOOK_ALLOWED_NETWORKS.";

const CURRENCY_SENTENCE = "The plan has amounts in EUR, so orders must be in EUR.";

interface Example {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The examples of one response: a body for each code with this status. */
export function refusalExamples(
  operation: string,
  status: string,
  isConversionWrite: boolean,
): Record<string, Example> {
  const codes: readonly ErrorCode[] = operation in refusalsOf ? refusalsOf[operation as keyof typeof refusalsOf] : [];
  return Object.fromEntries(
    codes
      .map((code) => new AppError(code))
      .filter((refusal) => statusOf(refusal) === Number(status))
      .map(({ code, message }) => {
        const error = sentenceOf(operation, code) ?? message;
        const value = {
          ...(isConversionWrite ? { success: false } : {}),
          error,
          code,
          request_id: "req_5f1d7a84c2b90e6d13fa77e0",
          ...(code === "duplicate_conversion" ? { conversion_id: "conv_01jz8q52r7m4t9y3a6w8z2p0ef" } : {}),
        };
        return [code, { summary: error, value }];
      }),
  );
}

function sentenceOf(operation: string, code: ErrorCode): string | undefined {
  if (code === "invalid_plan") return PLAN_SENTENCE;
  if (code === "destination_refused") return DESTINATION_SENTENCE;
  // A preview spends no budget, so only the plan's own amounts can be in another currency.
  if (code === "currency_mismatch" && operation === "previewCommission") return CURRENCY_SENTENCE;
  // Not in a campaign, but in the whole account.
  if (code === "affiliate_not_found" && operation === "createTestPayouts") return "Affiliate not found.";
  return code === "invalid_request" ? sentences[operation] : undefined;
}
