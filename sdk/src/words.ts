/** The word lists of the API and the pages. Server and web import them, so that forms and routes cannot differ. */

/** The sort keys of a list, each ascending (`amount`) and descending (`-amount`). */
export type Sort<Key extends string> = Key | `-${Key}`;
function bothWays<const Key extends string>(...keys: readonly Key[]): [Sort<Key>, ...Sort<Key>[]] {
  const downwards = keys.map((key) => `-${key}` as const);
  return [...keys, ...downwards] as [Sort<Key>, ...Sort<Key>[]];
}

export const campaignStatuses = ["active", "paused", "archived"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
export const commissionTypes = ["fixed", "percentage"] as const;
export type CommissionType = (typeof commissionTypes)[number];
/** What campaigns can be sorted by: for merchants, and for affiliates. */
export const campaignSorts = bothWays("name", "status", "affiliates", "clicks", "conversions", "spent", "created");
export const ownCampaignSorts = bothWays("name", "clicks", "conversions");
export const visibilities = ["public", "private"] as const;
export type Visibility = (typeof visibilities)[number];

/** What a partial refund does to a fixed commission. */
export const fixedOnRefund = ["keep", "scale"] as const;
export type FixedOnRefund = (typeof fixedOnRefund)[number];

/** As shown by the API. */
/** What a customer's orders after the first pay. */
export const repeatPays = ["none", "every", "limited"] as const;
export type RepeatPay = (typeof repeatPays)[number];
export const orderCustomers = ["new", "returning"] as const;
export type OrderCustomer = (typeof orderCustomers)[number];
/** Whether an order used the affiliate's own coupon. */
export const orderCoupons = ["own", "none"] as const;
/** Of a subscription, or neither. */
export const orderKinds = ["first", "renewal", "one_off"] as const;
export type OrderKind = (typeof orderKinds)[number];
export const tierMeasures = ["conversions"] as const;
export type TierMeasure = (typeof tierMeasures)[number];
export const bonusMeasures = ["conversions"] as const;
export type BonusMeasure = (typeof bonusMeasures)[number];
export const bonusCounts = ["approved"] as const;
export type BonusCount = (typeof bonusCounts)[number];
/** A calendar month in UTC. */
export const planPeriods = ["month"] as const;
export type PlanPeriod = (typeof planPeriods)[number];
/** Whose plan decides. */
export const planSources = ["override", "group", "campaign"] as const;
export type PlanSource = (typeof planSources)[number];
export const conversionKinds = ["order", "renewal", "bonus"] as const;
export type ConversionKind = (typeof conversionKinds)[number];
/** Whether another affiliate's click takes over a customer. */
export const rebinds = ["never", "click"] as const;
export type Rebind = (typeof rebinds)[number];

/** What decides if a click and a coupon point to different affiliates. */
export const evidenceOrders = ["coupon", "click"] as const;
export type EvidenceOrder = (typeof evidenceOrders)[number];
/** What happens to orders with a coupon, but without a click on its holder's link. */
export const couponNeedsClicks = ["off", "sign", "refuse"] as const;
export type CouponNeedsClick = (typeof couponNeedsClicks)[number];
export const couponStates = ["active", "ended"] as const;
export type CouponState = (typeof couponStates)[number];
export const couponSorts = bothWays("code", "holder", "created");
export type CouponSort = (typeof couponSorts)[number];
/** How an order found its affiliate. A customer who ordered before needs neither a click nor a code. */
export const attributedBys = ["click", "code", "coupon", "customer", "bonus"] as const;
export type AttributedBy = (typeof attributedBys)[number];

export const affiliateStatuses = ["active", "pending", "rejected"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];
/**
 * As stored in the database: the API shows a suspended affiliation as rejected with a mark, and hides a removed one.
 */
export const affiliationStatuses = ["active", "pending", "rejected", "suspended", "removed"] as const;
export type AffiliationStatus = (typeof affiliationStatuses)[number];
export const affiliationActions = ["approve", "reject", "suspend", "restore", "remove"] as const;
export type AffiliationAction = (typeof affiliationActions)[number];
export const invitationStates = ["open", "expired", "accepted", "withdrawn", "replaced"] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationSorts = bothWays("email", "status", "campaign", "created", "expires");
/** Why an invitation was created without an email. Its link works anyway. */
export const notMailedReasons = [
  "mail_off",
  "sender_unverified",
  "already_mailed",
  "account_limit",
  "recipient_limit",
] as const;
export type NotMailedReason = (typeof notMailedReasons)[number];

export const conversionStatuses = ["pending", "approved", "rejected"] as const;
export type ConversionStatus = (typeof conversionStatuses)[number];
/** What lists of conversions can be sorted by: for merchants, and for affiliates. */
export const conversionSorts = bothWays("status", "created", "amount", "commission");
export const ownConversionSorts = bothWays("created", "commission");
/** What an affiliate's months can be sorted by. */
export const ownEarningsSorts = bothWays(
  "month",
  "conversions",
  "earned",
  "approved",
  "pending",
  "deducted",
  "rejected",
);
/** What the list of affiliates can be sorted by. */
export const affiliateSorts = bothWays("name", "joined", "clicks", "conversions", "revenue", "commission");
export type AffiliateSort = (typeof affiliateSorts)[number];
/** What the affiliates of a campaign can be sorted by. */
export const affiliationSorts = bothWays("name", "status", "joined", "clicks", "conversions", "revenue");
export const warningSigns = [
  "code_and_click_disagree",
  "code_without_click",
  "fast_conversion",
  "shared_address",
  "budget_short",
  "click_and_coupon_disagree",
  "coupon_unknown",
  "coupon_without_click",
] as const;
export type WarningSign = (typeof warningSigns)[number];
export const autoApproves = ["never", "when_matured"] as const;
export type AutoApprove = (typeof autoApproves)[number];
/** What members can do with a conversion. */
export const conversionActions = ["approve", "reject", "unreject"] as const;
export type ConversionAction = (typeof conversionActions)[number];
/** What Tributary knows about an order that an affiliate asks about. */
export const claimFindings = ["recorded", "refused", "unknown"] as const;
export const claimStates = ["asked", "open", "answered", "converted"] as const;
export type ClaimState = (typeof claimStates)[number];
/** What claims can be sorted by: for merchants, and for affiliates. */
export const claimSorts = bothWays("order", "status", "affiliate", "opened", "resolved");
export const ownClaimSorts = bothWays("order", "status", "asked");

export const balanceStates = [
  "payable",
  "no_payout_details",
  "owes_more",
  "maturing",
  "pending",
  "in_payout",
  "nothing",
] as const;
export type BalanceState = (typeof balanceStates)[number];
/** What the money lists can be sorted by. */
export const payoutSorts = bothWays("affiliate", "status", "created", "amount");
export const ownPayoutSorts = bothWays("merchant", "status", "created", "amount", "paid");
export const payoutLineSorts = bothWays("campaign", "created", "amount");
export const clawBackSorts = bothWays("affiliate", "status", "created", "amount");
export const ownClawBackSorts = bothWays("campaign", "status", "created", "amount");
export const previewSorts = bothWays("affiliate", "conversions", "amount");
export const batchSorts = bothWays("created", "open", "paid", "failed", "cancelled");
export const balanceSorts = bothWays("affiliate", "payable", "maturing", "pending", "owed_back", "in_payout", "paid");
export const payoutStatuses = ["created", "paid", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
export const payoutActions = ["mark_paid", "mark_failed", "cancel"] as const;
export type PayoutAction = (typeof payoutActions)[number];
export const payoutMethods = ["iban", "paypal", "other"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];
export const batchOrigins = ["single", "batch", "monthly"] as const;
export type BatchOrigin = (typeof batchOrigins)[number];
/** Why a batch skips an affiliate. */
export const skipReasons = ["no_payout_details", "below_minimum", "owes_more"] as const;
export type SkipReason = (typeof skipReasons)[number];
/** The payment files that a batch can have. */
export const fileFormats = ["sepa", "paypal", "csv"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The events that an endpoint can subscribe to. */
export const eventTypes = [
  "conversion.created",
  "conversion.approved",
  "conversion.rejected",
  "conversion.adjusted",
  "affiliate.joined",
  "affiliate.approved",
  "payout.created",
] as const;
export type EventType = (typeof eventTypes)[number];
export const deliveryStatuses = ["waiting", "delivered", "failed", "held"] as const;
/** Not by status: the list can have millions of rows, and it has a status filter. */
export const deliverySorts = bothWays("created");
export const refusedCallSorts = bothWays("status", "at");
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Each role includes the next one. */
export const roles = ["owner", "manager", "viewer"] as const;
export type Role = (typeof roles)[number];
export const memberSorts = bothWays("name", "role", "joined");
export const memberInvitationSorts = bothWays("email", "role", "expires");
export const keySorts = bothWays("name", "status", "created", "used");
export const auditSorts = bothWays("at");
/** These lists are sorted in the browser. */
export const sessionSorts = bothWays("seen", "created", "expires");
export const statementSorts = bothWays("month", "currency", "lines");
export const plans = ["free", "pro"] as const;
export type Plan = (typeof plans)[number];
/** Every action in the audit log: the kind of record, and what happened to it. */
export const auditActions = [
  "account.created",
  "account.renamed",
  "account.branding_changed",
  "account.plan_changed",
  "account.payer_set",
  "account.payer_removed",
  "account.schedule_set",
  "account.schedule_removed",
  "account.list_downloaded",
  "account.clock_advanced",
  "account.reset",
  "account.deleted",
  "member.invited",
  "member.invitation_withdrawn",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "member.left",
  "user.reset",
  "user.signed_in",
  "user.locked_out",
  "user.password_changed",
  "user.second_factor_on",
  "user.second_factor_off",
  "user.recovery_codes_made",
  "campaign.created",
  "campaign.updated",
  "campaign.plan_changed",
  "group.created",
  "group.renamed",
  "group.plan_changed",
  "group.deleted",
  "coupon.created",
  "coupon.moved",
  "coupon.ended",
  "invitation.created",
  "invitation.withdrawn",
  "affiliate.payout_details_changed",
  "affiliate.payout_details_removed",
  "affiliate.payout_reminded",
  "affiliation.joined",
  "affiliation.approved",
  "affiliation.rejected",
  "affiliation.suspended",
  "affiliation.restored",
  "affiliation.removed",
  "affiliation.left",
  "affiliation.plan_set",
  "affiliation.plan_removed",
  "affiliation.moved_to_group",
  "conversion.approved",
  "conversion.rejected",
  "conversion.unrejected",
  "conversion.clawed_back",
  "conversion.claw_back_undone",
  "conversion.refunded",
  "conversion.refund_cancelled",
  "conversion.order_edited",
  "claim.answered",
  "claim.converted",
  "batch.created",
  "batch.file_written",
  "batch.file_downloaded",
  "payout.created",
  "payout.paid",
  "payout.failed",
  "payout.cancelled",
  "key.created",
  "key.revoked",
  "endpoint.created",
  "endpoint.updated",
  "endpoint.rotated",
  "endpoint.deleted",
  "endpoint.tested",
  "delivery.resent",
  "delivery.failed_resent",
  "connector.created",
  "connector.updated",
  "connector.secret_set",
  "connector.rotated",
  "connector.deleted",
  "connector.coupons_named",
  "connector.replayed",
  "receipt.run_again",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const providerNames = ["stripe", "shopify", "woocommerce", "paddle", "lemonsqueezy", "generic"] as const;
export type ProviderName = (typeof providerNames)[number];
/** What a connector's orders pay commission on. `net`: goods after discounts, without tax and shipping. */
export const commissionBases = ["net", "net_and_shipping", "gross"] as const;
export type CommissionBase = (typeof commissionBases)[number];
export const receiptStates = ["waiting", "done", "ignored", "failed"] as const;
export type ReceiptState = (typeof receiptStates)[number];
