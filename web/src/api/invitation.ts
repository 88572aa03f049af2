import { queryOptions } from "@tanstack/react-query";
import type { AcceptedInvitationResponse, AcceptInvitationBody, PortalInvitationResponse } from "tributary-sdk/pages";
import { get, post } from "./http.ts";
import { worldPath } from "./world.ts";

const pathOf = (token: string): string => `${worldPath}/api/portal/invitations/${encodeURIComponent(token)}`;

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => get<PortalInvitationResponse>(pathOf(token), {}, signal),
  });

export const acceptInvitation = (token: string, body: AcceptInvitationBody = {}): Promise<AcceptedInvitationResponse> =>
  post(`${pathOf(token)}/accept`, body);
