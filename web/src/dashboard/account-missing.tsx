import type { ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { NoAccess } from "../session/no-access.tsx";

/** Looks the same for an account that does not exist and for one the person is not a member of. */
export function AccountMissing({ person }: { person: PersonResponse }): ReactNode {
  const note =
    person.accounts.length === 0
      ? "You are signed in, but you are not a member of any account. Ask an owner to invite you."
      : "This account does not exist, or you are not a member of it. Ask an owner to invite you.";
  return <NoAccess person={person} title="Account not found" note={note} />;
}
