export {
  CLICK_COOKIE,
  clickCookie,
  clickIdInCookies,
  clickIdInUrl,
  isClickId,
  type ClickCookieOptions,
} from "./click-id.ts";
export {
  clickIdOf,
  expressClicks,
  fastifyClicks,
  withClickCookie,
  type ClickMiddlewareOptions,
  type IncomingRequest,
} from "./middleware.ts";
export type {
  Affiliate,
  AffiliateStatus,
  Campaign,
  CampaignStatus,
  CommissionType,
  Conversion,
  ConversionStatus,
  Failure,
  Invitation,
  ListedCampaign,
  Pagination,
} from "./resources.ts";
export type {
  AffiliateApprovedData,
  AffiliateJoinedData,
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
} from "./webhook-signature.ts";
