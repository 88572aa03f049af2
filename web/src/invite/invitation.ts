import type { AcceptedInvitationAnswer, PortalInvitationAnswer } from "tributary-sdk/pages";

export type OpenInvitation = PortalInvitationAnswer["invitation"];
export type Affiliation = AcceptedInvitationAnswer["affiliation"];
