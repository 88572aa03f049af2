import type {
  AffiliateAnswer,
  AffiliatesAnswer,
  AffiliatesQuery,
  AffiliationAction,
  AffiliationAnswer,
  Done,
  InvitationsAnswer,
  InvitationsQuery,
  InviteAnswer,
  InviteBody,
  InvitedAnswer,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post, remove } from "./http.ts";

export const affiliatesQuery = (accountId: string, query: AffiliatesQuery) =>
  accountRead<AffiliatesAnswer>(accountId, ["affiliates"], query);

export const affiliateQuery = (accountId: string, id: string) =>
  accountRead<AffiliateAnswer>(accountId, ["affiliates", id]);

export const changeAffiliation = (
  accountId: string,
  id: string,
  action: AffiliationAction,
): Promise<AffiliationAnswer | Done> =>
  action === "remove"
    ? remove(accountPath(accountId, "affiliations", id))
    : post(accountPath(accountId, "affiliations", id, action));

export const invitationsQuery = (accountId: string, query: InvitationsQuery) =>
  accountRead<InvitationsAnswer>(accountId, ["invitations"], query);

export const invite = (accountId: string, body: InviteBody): Promise<InviteAnswer> =>
  post(accountPath(accountId, "invitations"), body);
export const renewInvitation = (accountId: string, id: string): Promise<InvitedAnswer> =>
  post(accountPath(accountId, "invitations", id, "renew"));
export const withdrawInvitation = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "invitations", id));
