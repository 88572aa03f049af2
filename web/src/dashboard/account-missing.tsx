import type { ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { NoAccess } from "../session/no-access.tsx";

/** An account that is not theirs looks like one that does not exist. */
export function AccountMissing({ person }: { person: PersonAnswer }): ReactNode {
  const note =
    person.accounts.length === 0
      ? "You are signed in, but belong to no account. Ask an owner to invite you."
      : "There is no such account, or you do not belong to it.";
  return <NoAccess person={person} title="No such account" note={note} />;
}
