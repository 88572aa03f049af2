/** The limits of the API and the pages. Server and web import them, so that forms and routes cannot differ. */

/** Names of people, accounts, campaigns and keys. */
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
/** Long enough for any passphrase; hashing it costs no more than hashing a word. */
export const PASSWORD_MAX = 200;
/** Codes sent by email. */
export const EMAIL_CODE_MAX = 20;
/** Authenticator app codes and recovery codes, including the spaces that people type. */
export const SECOND_FACTOR_CODE_MAX = 40;
export const URL_MAX = 2048;

export const ORDER_ID_MAX = 255;
/** How far a connector's receipts and orders are counted. One more means: more than that. */
export const CONNECTOR_FIGURE_MAX = 10_000;
export const REFUNDED_ITEMS_MAX = 250;
/** Of one order. */
export const REFUNDS_MAX = 500;
export const ORDER_ITEMS_MAX = 250;
export const ITEM_QUANTITY_MAX = 1_000_000;
export const SKU_MAX = 255;
export const CUSTOMER_ID_MAX = 255;
export const SUBSCRIPTION_ID_MAX = 255;
/** How long ago an order may have been paid. */
export const PAID_DAYS_MAX = 90;

/** Line rules, order rules, steps and bonuses of a plan together. */
export const PLAN_RULES_MAX = 100;
export const PLAN_RULE_ID_MAX = 40;
/** Values in one condition, such as SKUs. */
export const CONDITION_VALUES_MAX = 100;
export const REPEAT_MONTHS_MAX = 120;
export const REPEAT_PAYMENTS_MAX = 1000;
/** Orders that a step or a bonus starts from. */
export const PLAN_REACH_MAX = 1_000_000;
/** Of one campaign. */
export const GROUPS_MAX = 100;

/** Characters of a coupon's code. */
export const COUPON_MAX = 64;
/** Codes of one order. */
export const COUPON_CODES_MAX = 10;
/** Lines of one paste. */
export const COUPON_LINES_MAX = 500;
export const COUPON_CLICK_DAYS = 30;
export const COUPON_CLICK_DAYS_MAX = 365;

/** In major units. */
export const AMOUNT_MAX = 1_000_000_000;
export const BUDGET_MAX = 1_000_000_000_000;
export const FIXED_COMMISSION_MAX = 1_000_000;
export const PERCENTAGE_MAX = 100;
export const PERCENTAGE_DECIMALS_MAX = 4;
export const ATTRIBUTION_DAYS_MAX = 365;
export const MATURATION_DAYS_MAX = 365;
/** The label that an affiliate adds to a link. */
export const SUB_MAX = 100;

/** The reason for a rejection, deduction or cancellation. */
export const REASON_MAX = 500;
export const CLAIM_MESSAGE_MAX = 1000;
export const CLAIM_ANSWER_MAX = 2000;

/** The longest name and reference in a SEPA transfer. */
export const PAYER_NAME_MAX = 70;
export const PAYMENT_REFERENCE_MAX = 140;
export const OTHER_DETAILS_MAX = 1000;
/** Payouts that stay open when the rest of their batch is marked as paid. */
export const BATCH_EXCEPTIONS_MAX = 1_000;
export const BANK_RESULTS_BYTES_MAX = 2_000_000;
export const BANK_RESULTS_LINES_MAX = 20_000;
/** Every month has this day. */
export const PAYOUT_DAY_MAX = 28;

/** A merchant's logo. */
export const LOGO_BYTES_MAX = 200_000;
export const LOGO_SIDE_MAX = 2000;
/** More than LOGO_BYTES_MAX, so that a logo that is too large gets an error that names the limit. */
export const LOGO_BODY_BYTES_MAX = 1_000_000;
export const SENDER_NAME_MAX = 60;
export const COVER_LINE_MAX = 140;

/** The address of a campaign's public page. */
export const PAGE_SLUG_MIN = 3;
export const PAGE_SLUG_MAX = 60;
/** What a person writes when they apply to a campaign. */
export const WEBSITE_MAX = 255;
export const AUDIENCE_MAX = 200;
export const APPLICATION_NOTE_MAX = 1000;
/** The merchant's message in an invitation. */
export const INVITATION_MESSAGE_MAX = 2000;

/** How many email addresses one form can invite. */
export const INVITED_EMAILS_MAX = 100;
/** How many conversions one request can change. */
export const BULK_MAX = 100;
export const ENDPOINTS_MAX = 50;
/** How long an old and a new secret can both sign. */
export const OVERLAP_HOURS_MAX = 24;

export const PAGE_SIZE_MAX = 100;
export const OFFSET_MAX = 10_000;
/** How many of the server's newest clicks are searched for one of a campaign. */
export const CLICKS_READ_MAX = 20_000;
export const SEARCH_MAX = 120;
/** The longest span of the overview. */
export const SPAN_DAYS_MAX = 366;
/** Above this count, the overview shows "100+". */
export const ATTENTION_MAX = 100;

/** An inbound webhook. */
export const RECEIPT_BYTES_MAX = 2 * 1024 * 1024;
export const RECEIPT_BODY_DAYS = 30;
export const CONNECTORS_MAX = 20;
export const CONNECTOR_SECRET_MAX = 256;
/** How old a signed time may be. */
export const SIGNED_SECONDS_MAX = 300;
