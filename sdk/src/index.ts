export type { Affiliates, Campaigns, Conversions, InCampaign, Tracked, OneAffiliate, Tributary } from "./client.ts";
export { createTributary, type WithOutbox } from "./create-tributary.ts";
export type {
  FailedCall,
  Flushed,
  Outbox,
  OutboxCall,
  OutboxFailure,
  OutboxOptions,
  Queued,
  QueuedCallOptions,
  QueuedConversions,
  QueuedRefunds,
  Sent,
  SentCall,
  TributaryWithOutbox,
} from "./outbox.ts";
export {
  CLICK_COOKIE,
  clickCookie,
  clickIdInCookies,
  clickIdInUrl,
  isClickId,
  type ClickCookieOptions,
} from "./click-id.ts";
export type { Coupons } from "./coupons.ts";
export type { Groups } from "./groups.ts";
export type { TestEvent, TestEvents, TestEventsFound, TestEventsQuery } from "./test-events.ts";
export type { TestClocks, TestMode } from "./test-mode.ts";
export type {
  NewTestAccount,
  NewTestAffiliate,
  NewTestClick,
  NewTestPayouts,
  NewTestReceipt,
  NewTestWebhookEndpoint,
  TestCampaignPatch,
  TestDuration,
} from "./test-mode-requests.ts";
export type { CommissionLine, CommissionPlan } from "./plan-format.ts";
export {
  isTributaryError,
  TributaryError,
  type ApiErrorCode,
  type ClientErrorCode,
  type ErrorCode,
  type OutboxErrorCode,
} from "./error.ts";
export {
  clickIdOf,
  expressClicks,
  fastifyClicks,
  withClickCookie,
  type ClickMiddlewareOptions,
  type IncomingRequest,
} from "./middleware.ts";
export type {
  AffiliatePage,
  AffiliatePlanBody,
  AffiliateQuery,
  CampaignPage,
  CampaignPatch,
  CampaignPlan,
  CampaignQuery,
  ConversionPage,
  ConversionQuery,
  CouponMove,
  CouponPage,
  CouponQuery,
  GroupMove,
  GroupPatch,
  NewCampaign,
  NewConversion,
  NewCoupon,
  NewGroup,
  NewInvitation,
  NewOrderEdit,
  NewOrderRefund,
  NewRefund,
  PreviewedOrder,
  Rejection,
  Visibility,
} from "./requests.ts";
export type {
  Affiliate,
  AffiliatePlan,
  AffiliateStatus,
  Campaign,
  CampaignStatus,
  CommissionPreview,
  CommissionType,
  Conversion,
  ConversionStatus,
  Coupon,
  CreatedCampaign,
  Failure,
  Group,
  Invitation,
  ListedCampaign,
  OrderEditOutcome,
  Pagination,
  Refund,
  RefundOutcome,
  TrackedConversion,
  UpdatedCampaign,
  WarningSign,
} from "./resources.ts";
export type {
  AdvancedTestClock,
  CreatedTestAccount,
  CreatedTestWebhookEndpoint,
  TestCampaign,
  TestAccount,
  TestClick,
  TestClock,
  TestPayout,
  TestReceipt,
  TestWebhookEndpoint,
} from "./test-mode-resources.ts";
export type {
  AffiliateApprovedData,
  AffiliateJoinedData,
  ConversionAdjustedData,
  ConversionCreatedData,
  ConversionDecidedData,
  PayoutCreatedData,
  WebhookEnvelope,
  WebhookEvent,
  WebhookEventType,
  WebhookTestData,
} from "./events.ts";
export {
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookToSign,
  type WebhookToVerify,
} from "./verify-webhook.ts";
export { StatementError } from "./statement-error.ts";
export { publishedKeys, publishedTestKeys } from "./issuer-keys.ts";
export { verifyStatement, type StatementToVerify, type VerifiedStatement } from "./verify-statement.ts";
export type { SignedStatement, Statement, StatementBalance, StatementLine } from "./statement-format.ts";
export type { CallOptions, Patience, TributaryOptions } from "./transport.ts";
