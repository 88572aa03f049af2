import type { Role } from "tributary-sdk/pages";

/** What each role may do, in a sentence. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Does everything: also members, API keys, signing secrets, payouts and bank details.",
  manager:
    "Looks after campaigns, affiliates, conversions and claims. Members, API keys, signing secrets, payouts, claw-backs and bank details stay with the owners.",
  viewer: "Sees campaigns, affiliates, conversions and payouts, with bank details masked, and changes nothing.",
};
