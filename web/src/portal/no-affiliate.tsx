import type { ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { NoAccess } from "../session/no-access.tsx";

/** Members are not affiliates: the portal needs an accepted invitation. */
export function NoAffiliate({ person }: { person: PersonResponse }): ReactNode {
  return (
    <NoAccess
      person={person}
      title="Not an affiliate yet"
      note="To use the portal, accept an invitation from a merchant. Open its link while you are signed in."
    />
  );
}
