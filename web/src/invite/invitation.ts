import type { AcceptedInvitationAnswer, AcceptInvitationBody, PortalInvitationAnswer } from "tributary-sdk/pages";

export type OpenInvitation = PortalInvitationAnswer["invitation"];
export type Affiliation = AcceptedInvitationAnswer["affiliation"];

/** What matters for answering: to a campaign and into an account it is the same. */
export interface Invited {
  readonly email: string;
  /** Who invites, by the name that the person knows. */
  readonly by: string;
}

/** As a new person, or as the signed-in person if there is none. */
export type Accept = (person?: AcceptInvitationBody) => Promise<void>;
