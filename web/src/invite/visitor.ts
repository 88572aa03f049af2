import { useQuery } from "@tanstack/react-query";
import type { PersonResponse } from "tributary-sdk/pages";
import { isSignedOut } from "../api/failure.ts";
import { personQuery } from "../api/session.ts";

interface Visitor {
  /** Stays true while it is read again: the page keeps its form, and what was typed into it. */
  readonly isKnown: boolean;
  /** undefined when signed out, also once the session has ended. */
  readonly person: PersonResponse | undefined;
}

/** The person who opened a public page. */
export function useVisitor(): Visitor {
  const { data, error, isFetched } = useQuery(personQuery);
  return { isKnown: isFetched, person: isSignedOut(error) ? undefined : data };
}
