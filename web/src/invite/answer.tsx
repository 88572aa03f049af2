import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { acceptInvitation } from "../api/invitation.ts";
import { personQuery, signOut } from "../api/session.ts";
import { ActionButton } from "../ui/action-button.tsx";
import type { Affiliation, OpenInvitation } from "./invitation.ts";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface AnswerProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
  /** undefined: nobody is signed in. */
  readonly person: PersonAnswer | undefined;
  readonly onAccepted: (affiliation: Affiliation) => void;
}

/** One click for whoever is signed in as the invited person; everybody else shows first that they are. */
export function Answer({ token, invitation, person, onAccepted }: AnswerProps): ReactNode {
  const queryClient = useQueryClient();
  const accepted = (affiliation: Affiliation): void => {
    // The person has become an affiliate, which the pages behind must know.
    void queryClient.invalidateQueries({ queryKey: personQuery.queryKey });
    onAccepted(affiliation);
  };
  if (!person && invitation.needs_sign_in)
    return <SignInForm token={token} email={invitation.email} onAccepted={accepted} />;
  if (!person) return <RegisterForm token={token} invitation={invitation} onAccepted={accepted} />;
  if (fold(person.user.email) !== fold(invitation.email))
    return <SomebodyElse person={person} email={invitation.email} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        You are signed in as {person.user.email}.
      </Text>
      <ActionButton
        fullWidth
        run={async () => {
          const { affiliation } = await acceptInvitation(token);
          accepted(affiliation);
        }}
      >
        Accept the invitation
      </ActionButton>
    </Stack>
  );
}

/** Addresses are compared as the service compares them. */
const fold = (email: string): string => email.normalize("NFKC").toLowerCase();

function SomebodyElse({ person, email }: { person: PersonAnswer; email: string }): ReactNode {
  const queryClient = useQueryClient();
  const switchPerson = async (): Promise<void> => {
    await signOut();
    // Nothing that one person has read in this browser may be shown to the next one.
    queryClient.removeQueries({ predicate: ({ queryKey }) => !["invitation", "person"].includes(String(queryKey[0])) });
    // This page is looking at it, so it is asked again and not only thrown away.
    await queryClient.resetQueries({ queryKey: personQuery.queryKey });
  };
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" title="The invitation is for somebody else">
        You are signed in as {person.user.email}, and it is for {email}. Only that person can accept it.
      </Alert>
      <Group gap="md">
        <ActionButton run={switchPerson}>Sign out and go on</ActionButton>
        <Anchor component={Link} {...({ to: "/" } as object)} size="sm" underline="always">
          Stay signed in
        </Anchor>
      </Group>
    </Stack>
  );
}
