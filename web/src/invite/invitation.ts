import type { AcceptedInvitationAnswer, AcceptInvitationBody, PortalInvitationAnswer } from "tributary-sdk/pages";

export type OpenInvitation = PortalInvitationAnswer["invitation"];
export type Affiliation = AcceptedInvitationAnswer["affiliation"];

/** What invitations to a campaign and to an account share. */
export interface Invited {
  readonly email: string;
  /** The name of the inviting merchant or account. */
  readonly by: string;
}

/** With a body, registers a new person; without one, accepts as the signed-in person. */
export type Accept = (person?: AcceptInvitationBody) => Promise<void>;
