import type {
  AffiliateSort,
  AffiliationAction,
  affiliationSorts,
  invitationSorts,
  InvitationState,
  NotMailedReason,
} from "../words.ts";
import type { Affiliate, AffiliateStatus, CampaignStatus } from "../resources.ts";
import type { ListPagination, PageQuery, SortedPageQuery } from "./lists.ts";

export type { AffiliationAction, InvitationState, NotMailedReason } from "../words.ts";

/** What a person wrote on the public page of a campaign. */
export interface ApplicationDetails {
  name: string;
  /** An https URL. */
  website: string;
  /** May be empty. */
  audience: string;
  /** May be empty. May have several lines. */
  note: string;
  applied_at: string;
}

/** GET, PUT campaigns/:id/page. 400 `page_slug_taken`. */
export interface ApplicationPageResponse {
  page: Required<ApplicationPageBody> & {
    /** The full URL. */
    url: string;
    /** False: the slug is a suggestion. */
    saved: boolean;
  };
}
/** What is left out stays as it is. */
export interface ApplicationPageBody {
  /** Unique in the installation. A suggestion until the page is saved. */
  slug?: string;
  /** Whether people can apply while the campaign is active. */
  open?: boolean;
}

/** One affiliate in one campaign. `stats` are in the campaign's currency. */
export interface AffiliationRow extends Affiliate {
  campaign_id: string;
  campaign_name: string;
  campaign_status: CampaignStatus;
  campaign_currency: string;
  approved_at: string | null;
  /** Only in the details of one affiliate; lists leave removed ones out. */
  removed: boolean;
  /** What the status allows now, regardless of the reader's role. */
  actions: AffiliationAction[];
  /** null if they did not join through the public page. */
  application: ApplicationDetails | null;
}

/** `rejected` includes suspended affiliates, as in the public API; `suspended` means only those. */
export type AffiliationFilter = AffiliateStatus | "suspended";

/** GET campaigns/:id/affiliates, campaigns/:id/affiliates.csv */
export interface CampaignAffiliatesQuery extends PageQuery {
  status?: AffiliationFilter;
  /** Part of the name or the email address in any letter case, or the whole affiliate code. */
  search?: string;
}

/** GET affiliates, affiliates.csv: across campaigns, newest first. */
export interface AffiliatesQuery extends CampaignAffiliatesQuery {
  campaign_id?: string;
  sort?: (typeof affiliationSorts)[number];
}
export interface AffiliatesResponse {
  affiliates: AffiliationRow[];
  pagination: ListPagination;
}

/** GET affiliates/by-person, affiliates/by-person.csv: each affiliate once, newest first unless sorted. */
export interface AffiliatePeopleQuery extends Omit<AffiliatesQuery, "sort"> {
  sort?: AffiliateSort;
}
/** An affiliate, with figures across all of the account's campaigns. */
export interface AffiliatePersonRow {
  id: string;
  name: string;
  email: string;
  created_at: string;
  /** Excludes removed ones. Newest first. */
  affiliations: AffiliationRow[];
  /** In all campaigns, including those they were removed from. */
  clicks: number;
  /** Not rejected, in all currencies. */
  conversions: number;
  /** Amounts in different currencies are never added up. */
  by_currency: Record<string, { revenue: number; commission: number }>;
}
export interface AffiliatePeopleResponse {
  affiliates: AffiliatePersonRow[];
  pagination: ListPagination;
}

/** GET affiliates/:id */
export interface AffiliateResponse {
  affiliate: { id: string; name: string; email: string; created_at: string };
  /** Including removed ones. */
  affiliations: AffiliationRow[];
}

/** POST affiliations/:id/approve | reject | suspend | restore, DELETE affiliations/:id (remove). A 400 says why not. */
export interface AffiliationResponse {
  success: true;
  affiliation: {
    id: string;
    campaign_id: string;
    affiliate_id: string;
    affiliate_code: string;
    status: AffiliateStatus;
    suspended: boolean;
    joined_at: string;
    approved_at: string | null;
  };
}

/** POST invitations. 404 if there is no such campaign. An address that is wrong has an error in its result. */
export interface InviteBody {
  campaign_id: string;
  /** 1 to 100. Each has its own result, in the same order. */
  emails: string[];
  /** Your message, quoted in the emails. */
  message?: string;
}
/**
 * Whether the link was also emailed. `mail_off`: this service sends no email. `sender_unverified`: your own address is
 * not verified. `already_mailed`: this account emailed the address within the last day. `account_limit`: 200
 * invitations were emailed within a day. `recipient_limit`: the address receives no more invitations for now.
 */
export interface InvitationMail {
  mailed: boolean;
  /** null if it was emailed. */
  not_mailed_reason: NotMailedReason | null;
}

/** POST invitations/:id/renew: a new link that replaces the old one, even an expired one. */
export interface InvitedResponse extends InvitationMail {
  email: string;
  /** Shown only once: send it to the affiliate. */
  invite_link: string;
  expires_at: string;
}
export interface InviteResponse {
  results: (InvitedResponse | { email: string; error: string; code: string })[];
}

/** GET invitations, invitations.csv */
export interface InvitationsQuery extends SortedPageQuery<typeof invitationSorts> {
  campaign_id?: string;
  state?: InvitationState;
}
export interface InvitationRow {
  id: string;
  campaign_id: string;
  campaign_name: string;
  email: string;
  state: InvitationState;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  withdrawn_at: string | null;
  replaced_at: string | null;
  /** The person applied on the public page, and has not proven their email address yet. */
  application: ApplicationDetails | null;
}
export interface InvitationsResponse {
  invitations: InvitationRow[];
  pagination: ListPagination;
}
// DELETE invitations/:id withdraws an open invitation → Done. 410 `invitation_expired`, `invitation_used`,
// `invitation_replaced`, …
