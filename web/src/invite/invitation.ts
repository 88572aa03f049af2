import type { AcceptedInvitationResponse, AcceptInvitationBody, PortalInvitationResponse } from "tributary-sdk/pages";

export type OpenInvitation = PortalInvitationResponse["invitation"];
export type Affiliation = AcceptedInvitationResponse["affiliation"];

/** What invitations to a campaign and to an account share. */
export interface Invited {
  readonly email: string;
  /** The name of the inviting merchant or account. */
  readonly by: string;
}

/** With a body, registers a new person; without one, accepts as the signed-in person. */
export type Accept = (person?: AcceptInvitationBody) => Promise<void>;
