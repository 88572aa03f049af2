import type { AffiliateStatus, CommissionType } from "../resources.ts";
import type { CommissionPlan } from "../plan-format.ts";
import type { Rebind } from "../words.ts";
import type { MerchantBrand } from "./branding.ts";

/** Joining a campaign: public pages and invitations. Paths are below /api/portal. */

/** What a person sees before they join a campaign. */
export interface Offer {
  merchant: { name: string; brand: MerchantBrand };
  campaign: {
    name: string;
    commission_type: CommissionType;
    commission_value: number;
    currency: string;
    /** Absent if every order pays the commission above. */
    plan?: CommissionPlan | undefined;
    /** Absent: customers stay with their first affiliate. */
    rebind?: Rebind | undefined;
    attribution_window: number;
    maturation_days: number;
    /** Private campaigns: the merchant approves affiliates. */
    needs_approval: boolean;
    /** The shop's page that the affiliate's link opens. */
    target_url: string;
  };
}

/**
 * GET applications/:slug, also without a session: the public page of a campaign. 404 `application_page_not_found`; 410
 * `applications_closed`.
 */
export interface PortalApplicationPageResponse {
  page: Offer & {
    /** False: this installation sends no email, so the merchant sends applicants their link. */
    mail_is_sent: boolean;
  };
}
/** POST applications/:slug. With a session, only the last three fields are used. */
export interface ApplyBody {
  name?: string;
  email?: string;
  /** Only if `mail_is_sent`. */
  password?: string;
  /** A domain, with or without a path, or an https URL. */
  website: string;
  audience?: string;
  note?: string;
}
/**
 * `joined` if signed in, unless this installation sends email and the address is not verified. Otherwise `verification`
 * asks for the code from an email, or `received` adds the person to the merchant's list. Signed out, the response is the
 * same for every address.
 */
export type ApplyResponse =
  | (AcceptedInvitationResponse & { step: "joined" })
  | { step: "verification"; verification: { token: string; expires_at: string } }
  | { step: "received" };
// POST applications/:slug/confirm { token, code } → AcceptedInvitationResponse, with a session. 400 `wrong_code`,
// `email_taken`.

/**
 * GET invitations/:token, with or without a session. 404 `invitation_not_found`; 410 `invitation_expired` | `_used` |
 * `_replaced` | `_withdrawn`; 403 `campaign_archived`.
 */
export interface PortalInvitationResponse {
  invitation: Offer & {
    email: string;
    expires_at: string;
  };
}
/**
 * POST invitations/:token/accept. Both fields without a session, neither with one. 403 `invitation_for_someone_else`,
 * 401 `invitation_needs_sign_in`.
 */
export interface AcceptInvitationBody {
  name?: string;
  password?: string;
}
export interface AcceptedInvitationResponse {
  success: true;
  affiliation: {
    id: string;
    campaign_id: string;
    affiliate_id: string;
    status: AffiliateStatus;
    affiliate_code: string;
    unique_link: string;
    joined_at: string;
  };
}
