import type { InvitationMail } from "./affiliates.ts";
import type { ListPagination } from "./lists.ts";
import type { Role } from "./people.ts";

/** PUT name → AccountNameResponse, for owners. */
export interface AccountNameBody {
  name: string;
}
export interface AccountNameResponse {
  account: { id: string; name: string };
}

/** GET members, members.csv: for every member of the account, newest first. */
export interface MembersResponse {
  members: MemberRow[];
  pagination: ListPagination;
}
export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  joined_at: string;
  /** Whether this is the signed-in person. */
  you: boolean;
}

/**
 * PATCH members/:user_id → MemberResponse, for owners. Applies from the member's next request. 400 `last_owner`.
 * DELETE members/:user_id → Done, for owners. 400 `last_owner`.
 * DELETE /api/session/accounts/:account_id → Done: leaves the account, in any role. 400 `last_owner`.
 */
export interface ChangeRoleBody {
  role: Role;
}
export interface MemberResponse {
  member: MemberRow;
}

/**
 * GET member-invitations, member-invitations.csv, for owners: open invitations, and expired ones that can be renewed.
 */
export interface MemberInvitationsResponse {
  member_invitations: MemberInvitationRow[];
  pagination: ListPagination;
}
export interface MemberInvitationRow {
  id: string;
  email: string;
  role: Role;
  state: "open" | "expired";
  /** The name of the owner who sent it. */
  invited_by: string;
  created_at: string;
  expires_at: string;
}

/**
 * POST member-invitations → InvitedMemberResponse, for owners. 400 `already_member`. Invalidates an older link of the
 * same person.
 * DELETE member-invitations/:id → Done: withdraws it.
 */
export interface InviteMemberBody {
  email: string;
  role: Role;
}
/**
 * Also the response of POST member-invitations/:id/renew: a new link that replaces the old one, even an expired one.
 */
export interface InvitedMemberResponse extends InvitationMail {
  email: string;
  role: Role;
  /** Shown only once: send it to the person. */
  invite_link: string;
  expires_at: string;
}

/** GET /api/session/member-invitations/:token. 404 `invitation_not_found`, 410 `invitation_expired`, `invitation_used`, … */
export interface MemberInvitationResponse {
  invitation: {
    email: string;
    role: Role;
    expires_at: string;
    account: { name: string };
    invited_by: { name: string };
  };
}

/**
 * POST /api/session/member-invitations/:token/accept, with a session and no body, or as a new person with AcceptInvitationBody.
 * 403 `invitation_for_someone_else`, 401 `invitation_needs_sign_in`, 410 as above.
 */
export interface JoinedAccountResponse {
  success: true;
  account: { id: string; name: string; role: Role };
}
