import { findTwinOfInvitation } from "../../store/campaigns/invitations.ts";
import type { Services } from "../context.ts";
import type { TwinClocks } from "../twins/twin-clocks.ts";
import { tokenDigestOf } from "./open-invitation.ts";

/** The services for an invitation: those of the twin that sent it, or the same. */
export async function enterInvitation(services: Services, clocks: TwinClocks, token: string): Promise<Services> {
  const twin = await findTwinOfInvitation(services.db, tokenDigestOf(token));
  return twin === undefined ? services : clocks.enter(services, twin);
}
