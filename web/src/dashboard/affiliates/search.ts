import { invitationStates } from "tributary-sdk/words";
import type { AffiliatesQuery, InvitationsQuery } from "tributary-sdk/pages";
import { choiceOf, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

export const affiliationFilters = ["active", "pending", "rejected", "suspended", "approved"] as const;
export const shownFilters = ["active", "pending", "rejected", "suspended"] as const;
export const affiliateTabs = ["affiliates", "invitations"] as const;

export interface AffiliatesSearch extends Pick<AffiliatesQuery, "status" | "search" | "campaign_id" | "offset"> {
  tab?: (typeof affiliateTabs)[number];
  state?: NonNullable<InvitationsQuery["state"]>;
  /** Opens the dialog. */
  invite?: "yes";
}

export function affiliatesSearch(raw: RawSearch): AffiliatesSearch {
  const status = choiceOf(raw["status"], shownFilters);
  const state = choiceOf(raw["state"], invitationStates);
  const tab = choiceOf(raw["tab"], affiliateTabs);
  const invite = choiceOf(raw["invite"], ["yes"]);
  return {
    ...textsOf(raw, ["search", "campaign_id"]),
    ...(status ? { status } : {}),
    ...(state ? { state } : {}),
    ...(tab ? { tab } : {}),
    ...(invite ? { invite } : {}),
    ...offsetOf(raw),
  };
}
