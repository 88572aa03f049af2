import { queryOptions } from "@tanstack/react-query";
import type {
  AcceptInvitationBody,
  AccountNameResponse,
  AccountNameBody,
  ChangeRoleBody,
  Done,
  InvitedMemberResponse,
  InviteMemberBody,
  JoinedAccountResponse,
  MemberResponse,
  MemberInvitationResponse,
  MemberInvitationsResponse,
  MembersResponse,
  SortedPageQuery,
} from "tributary-sdk/pages";
import type { memberInvitationSorts, memberSorts } from "tributary-sdk/words";
import { accountPath, accountRead } from "./account.ts";
import { get, patch, post, put, remove } from "./http.ts";

export const membersQuery = (accountId: string, query: SortedPageQuery<typeof memberSorts>) =>
  accountRead<MembersResponse>(accountId, ["members"], query);
export const memberInvitationsQuery = (accountId: string, query: SortedPageQuery<typeof memberInvitationSorts>) =>
  accountRead<MemberInvitationsResponse>(accountId, ["member-invitations"], query);

export const renameAccount = (accountId: string, body: AccountNameBody): Promise<AccountNameResponse> =>
  put(accountPath(accountId, "name"), body);
export const changeRole = (accountId: string, userId: string, body: ChangeRoleBody): Promise<MemberResponse> =>
  patch(accountPath(accountId, "members", userId), body);
export const removeMember = (accountId: string, userId: string): Promise<Done> =>
  remove(accountPath(accountId, "members", userId));
export const leaveAccount = (accountId: string): Promise<Done> =>
  remove(`/api/session/accounts/${encodeURIComponent(accountId)}`);

export const inviteMember = (accountId: string, body: InviteMemberBody): Promise<InvitedMemberResponse> =>
  post(accountPath(accountId, "member-invitations"), body);
export const renewMemberInvitation = (accountId: string, id: string): Promise<InvitedMemberResponse> =>
  post(accountPath(accountId, "member-invitations", id, "renew"));
export const withdrawMemberInvitation = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "member-invitations", id));

const pathOf = (token: string): string => `/api/session/member-invitations/${encodeURIComponent(token)}`;

export const memberInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["member-invitation", token],
    queryFn: ({ signal }) => get<MemberInvitationResponse>(pathOf(token), {}, signal),
  });
export const acceptMemberInvitation = (
  token: string,
  body: AcceptInvitationBody = {},
): Promise<JoinedAccountResponse> => post(`${pathOf(token)}/accept`, body);
