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
