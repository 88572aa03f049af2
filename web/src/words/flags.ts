import type { WarningSign } from "tributary-sdk/pages";

export const flagWords: Readonly<Record<WarningSign, { short: string; long: string }>> = {
  code_and_click_disagree: {
    short: "Code and click disagree",
    long: "The request named one affiliate by code and another by click. The click won.",
  },
  code_without_click: {
    short: "No click",
    long: "The shop sent the affiliate's code without a click.",
  },
  fast_conversion: {
    short: "Very fast",
    long: "The order came seconds after the click, faster than people usually buy.",
  },
  shared_address: {
    short: "Shared IP address",
    long: "Another click from the same IP address led to a conversion on the same day.",
  },
  budget_short: {
    short: "Budget too small",
    long: "A refund was cancelled or the order was edited, but the campaign's budget had no room for the full commission. Raise the budget: the commission is calculated again with the next refund, cancellation or edit of the order.",
  },
  click_and_coupon_disagree: {
    short: "Link and coupon disagree",
    long: "The customer followed one affiliate's link and used another's coupon. The campaign's settings say which one decides.",
  },
  coupon_unknown: {
    short: "Unknown coupon",
    long: "No affiliate of the campaign had the coupon when the order was paid. The click decided.",
  },
  coupon_without_click: {
    short: "Coupon without click",
    long: "The customer used the affiliate's coupon but had not followed their link. The code may have leaked.",
  },
};
