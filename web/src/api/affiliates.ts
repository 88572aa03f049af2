import { queryOptions } from "@tanstack/react-query";
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
import { accountKey, accountPath } from "./account.ts";
import { get, post, remove, type Query } from "./http.ts";

export const affiliatesQuery = (accountId: string, query: AffiliatesQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "affiliates", query),
    queryFn: ({ signal }) => get<AffiliatesAnswer>(accountPath(accountId, "affiliates"), query as Query, signal),
  });

export const affiliateQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "affiliate", id),
    queryFn: ({ signal }) => get<AffiliateAnswer>(accountPath(accountId, "affiliates", id), {}, signal),
  });

export const changeAffiliation = (
  accountId: string,
  id: string,
  action: AffiliationAction,
): Promise<AffiliationAnswer | Done> =>
  action === "remove"
    ? remove(accountPath(accountId, "affiliations", id))
    : post(accountPath(accountId, "affiliations", id, action));

export const invitationsQuery = (accountId: string, query: InvitationsQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "invitations", query),
    queryFn: ({ signal }) => get<InvitationsAnswer>(accountPath(accountId, "invitations"), query as Query, signal),
  });

export const invite = (accountId: string, body: InviteBody): Promise<InviteAnswer> =>
  post(accountPath(accountId, "invitations"), body);
export const renewInvitation = (accountId: string, id: string): Promise<InvitedAnswer> =>
  post(accountPath(accountId, "invitations", id, "renew"));
export const withdrawInvitation = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "invitations", id));
