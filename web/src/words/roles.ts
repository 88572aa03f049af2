import type { Role } from "tributary-sdk/pages";

/** What each role may do. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Full access, including members, API keys, signing secrets, payouts and bank details.",
  manager:
    "Manages campaigns, affiliates, conversions and missing-sale claims. Only owners manage members, API keys, signing secrets, payouts, deductions and bank details.",
  viewer: "View-only access to campaigns, affiliates, conversions and payouts. Bank details are masked.",
};
