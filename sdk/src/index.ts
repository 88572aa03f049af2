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
