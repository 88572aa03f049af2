import { queryOptions } from "@tanstack/react-query";
import type { AcceptedInvitationAnswer, AcceptInvitationBody, PortalInvitationAnswer } from "tributary-sdk/pages";
import { get, post } from "./http.ts";

const pathOf = (token: string): string => `/api/portal/invitations/${encodeURIComponent(token)}`;

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => get<PortalInvitationAnswer>(pathOf(token), {}, signal),
  });

export const acceptInvitation = (token: string, body: AcceptInvitationBody = {}): Promise<AcceptedInvitationAnswer> =>
  post(`${pathOf(token)}/accept`, body);
