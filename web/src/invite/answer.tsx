import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { personQuery, signOut } from "../api/session.ts";
import { ActionButton } from "../ui/action-button.tsx";
import { AnchorLink } from "../ui/link.tsx";
import type { Accept, Invited } from "./invitation.ts";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface AnswerProps {
  readonly invited: Invited;
  /** undefined: nobody is signed in. */
  readonly person: PersonAnswer | undefined;
  readonly accept: Accept;
}

/** One click if the invited person is signed in; otherwise they sign in first. */
export function Answer({ invited, person, accept }: AnswerProps): ReactNode {
  if (!person) return <Entrance invited={invited} accept={accept} />;
  if (fold(person.user.email) !== fold(invited.email)) return <SomebodyElse person={person} email={invited.email} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        You are signed in as {person.user.email}.
      </Text>
      <ActionButton fullWidth run={() => accept()}>
        Accept the invitation
      </ActionButton>
    </Stack>
  );
}

/** The page does not know whether the address has an account: the merchant who created the link must not learn it. */
function Entrance({ invited, accept }: Omit<AnswerProps, "person">): ReactNode {
  const [form, setForm] = useState<"register" | "sign_in">("register");
  const [why, setWhy] = useState<string>();
  const show = (next: typeof form, problem?: string): void => {
    setWhy(problem);
    setForm(next);
  };
  if (form === "sign_in")
    return (
      <Stack gap="md">
        <SignInForm email={invited.email} accept={accept} why={why} />
        <Other question="New here?" action="Create an account" onClick={() => show("register")} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <RegisterForm invited={invited} accept={accept} onKnown={(problem) => show("sign_in", problem)} />
      <Other question="Already have an account?" action="Sign in" onClick={() => show("sign_in")} />
    </Stack>
  );
}

const Other = (props: { question: string; action: string; onClick: () => void }): ReactNode => (
  <Text size="sm" c="dimmed">
    {props.question}{" "}
    <Anchor component="button" type="button" underline="always" onClick={props.onClick}>
      {props.action}
    </Anchor>
  </Text>
);

/** Addresses are compared as the service compares them. */
const fold = (email: string): string => email.normalize("NFKC").toLowerCase();

/** What this page itself is looking at. */
const KEPT = ["invitation", "member-invitation", "person"];

function SomebodyElse({ person, email }: { person: PersonAnswer; email: string }): ReactNode {
  const queryClient = useQueryClient();
  const switchPerson = async (): Promise<void> => {
    await signOut();
    // Nothing that one person has read in this browser may be shown to the next one.
    queryClient.removeQueries({ predicate: ({ queryKey }) => !KEPT.includes(String(queryKey[0])) });
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
        <AnchorLink to="/" size="sm" underline="always">
          Stay signed in
        </AnchorLink>
      </Group>
    </Stack>
  );
}
