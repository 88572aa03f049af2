import type { ClaimState } from "tributary-sdk/pages";

export const claimStateText: Readonly<Record<ClaimState, string>> = {
  asked: "asked",
  open: "open",
  answered: "answered",
  converted: "recorded",
};
