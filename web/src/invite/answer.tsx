import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { personQuery, signOut } from "../api/session.ts";
import { ActionButton } from "../ui/action-button.tsx";
import { AnchorLink } from "../ui/link.tsx";
import type { Accept, Invited } from "./invitation.ts";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface AnswerProps {
  readonly invited: Invited;
  /** undefined when signed out. */
  readonly person: PersonResponse | undefined;
  readonly accept: Accept;
}

/** One click for the invited person if signed in; otherwise a form. */
export function Answer({ invited, person, accept }: AnswerProps): ReactNode {
  if (!person) return <SignedOutResponse invited={invited} accept={accept} />;
  if (fold(person.user.email) !== fold(invited.email)) return <WrongPerson person={person} email={invited.email} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        You are signed in as {person.user.email}.
      </Text>
      <ActionButton fullWidth run={() => accept()}>
        Accept invitation
      </ActionButton>
    </Stack>
  );
}

/** Starts with registration: the merchant who created the link must not learn whether the address has an account. */
function SignedOutResponse({ invited, accept }: Omit<AnswerProps, "person">): ReactNode {
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

/** Like the server's comparison of email addresses. */
const fold = (email: string): string => email.normalize("NFKC").toLowerCase();

/** The queries of this page. */
const KEPT = ["invitation", "member-invitation", "person"];

function WrongPerson({ person, email }: { person: PersonResponse; email: string }): ReactNode {
  const queryClient = useQueryClient();
  const switchPerson = async (): Promise<void> => {
    await signOut();
    // The next person must not see what the previous one has loaded.
    queryClient.removeQueries({ predicate: ({ queryKey }) => !KEPT.includes(String(queryKey[0])) });
    // This page uses the query, so reset it instead of removing it.
    await queryClient.resetQueries({ queryKey: personQuery.queryKey });
  };
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" title="This invitation is for someone else">
        You are signed in as {person.user.email}. This invitation is for {email}, and only they can accept it.
      </Alert>
      <Group gap="md">
        <ActionButton run={switchPerson}>Sign out and continue</ActionButton>
        <AnchorLink to="/" size="sm" underline="always">
          Stay signed in
        </AnchorLink>
      </Group>
    </Stack>
  );
}
