import type {
  AffiliatePeopleQuery,
  AffiliatePeopleResponse,
  AffiliateResponse,
  AffiliatesResponse,
  AffiliatesQuery,
  AffiliationAction,
  AffiliationResponse,
  Done,
  InvitationsResponse,
  InvitationsQuery,
  InviteResponse,
  InviteBody,
  InvitedResponse,
  NumbersResponse,
  OverviewQuery,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post, remove } from "./http.ts";

export const affiliatesQuery = (accountId: string, query: AffiliatesQuery) =>
  accountRead<AffiliatesResponse>(accountId, ["affiliates"], query);

export const affiliateQuery = (accountId: string, id: string) =>
  accountRead<AffiliateResponse>(accountId, ["affiliates", id]);

export const affiliateNumbersQuery = (accountId: string, id: string, query: OverviewQuery) =>
  accountRead<NumbersResponse>(accountId, ["affiliates", id, "numbers"], query);

/** Each affiliate once. */
export const affiliatePeopleQuery = (accountId: string, query: AffiliatePeopleQuery) =>
  accountRead<AffiliatePeopleResponse>(accountId, ["affiliates", "by-person"], query);

export const changeAffiliation = (
  accountId: string,
  id: string,
  action: AffiliationAction,
): Promise<AffiliationResponse | Done> =>
  action === "remove"
    ? remove(accountPath(accountId, "affiliations", id))
    : post(accountPath(accountId, "affiliations", id, action));

export const invitationsQuery = (accountId: string, query: InvitationsQuery) =>
  accountRead<InvitationsResponse>(accountId, ["invitations"], query);

export const invite = (accountId: string, body: InviteBody): Promise<InviteResponse> =>
  post(accountPath(accountId, "invitations"), body);
export const renewInvitation = (accountId: string, id: string): Promise<InvitedResponse> =>
  post(accountPath(accountId, "invitations", id, "renew"));
export const withdrawInvitation = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "invitations", id));
