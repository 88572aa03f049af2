import type { ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { NoAccess } from "../session/no-access.tsx";

/** Members of an account are not affiliates: only an accepted invitation opens the portal. */
export function NoAffiliate({ person }: { person: PersonAnswer }): ReactNode {
  return (
    <NoAccess
      person={person}
      title="Not an affiliate yet"
      note="The portal is for affiliates. A merchant sends you an invitation link; open it while you are signed in here, and accept."
    />
  );
}
