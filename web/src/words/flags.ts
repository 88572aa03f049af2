import type { WarningSign } from "tributary-sdk/pages";

export const flagWords: Readonly<Record<WarningSign, { short: string; long: string }>> = {
  code_and_click_disagree: {
    short: "Code and click disagree",
    long: "The call named one affiliate by code and another by click. The click decided.",
  },
  code_without_click: {
    short: "No click",
    long: "Only the affiliate's code was sent, and no click of a visitor.",
  },
  fast_conversion: {
    short: "Very fast",
    long: "The order came within seconds of the click, faster than people usually buy.",
  },
  shared_address: {
    short: "Shared address",
    long: "Another click from the same network address led to a conversion on the same day.",
  },
};
