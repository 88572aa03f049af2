import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { confirmSignUp, personQuery, signUp, signUpQuery } from "../api/session.ts";
import { CodeForm } from "./code-form.tsx";
import { NewPassword, newPasswordProblem } from "./new-password.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { AnchorLink } from "../ui/link.tsx";
import { Loaded } from "../ui/states.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export function SignUpPage(): ReactNode {
  const query = useQuery(signUpQuery);
  return (
    <SignedOutFrame
      title={query.data?.open === false ? "Sign-up is closed" : "Sign up"}
      note={
        query.data?.open === false
          ? "Ask the operator of this server for an account."
          : "Create an account for your company."
      }
    >
      <Loaded query={query}>{({ open }) => open && <SignUp />}</Loaded>
      <Text size="sm" c="dimmed">
        Already have an account?{" "}
        <AnchorLink to="/signin" underline="always">
          Sign in
        </AnchorLink>
      </Text>
    </SignedOutFrame>
  );
}

interface Awaited {
  readonly email: string;
  readonly token: string;
}

function SignUp(): ReactNode {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [awaited, setAwaited] = useState<Awaited>();
  const enter = async (person: PersonResponse): Promise<void> => {
    queryClient.clear();
    queryClient.setQueryData(personQuery.queryKey, person);
    await navigate({ to: "/", replace: true });
  };
  return (
    <>
      {awaited && (
        <CodeForm
          email={awaited.email}
          purpose="to create your account"
          action="Create account"
          onCode={async (code) => enter(await confirmSignUp({ token: awaited.token, code }))}
          onBack={() => setAwaited(undefined)}
        />
      )}
      {/* Hidden instead of unmounted: people who go back keep what they typed. */}
      <div hidden={awaited !== undefined}>
        <SignUpForm onSignedUp={enter} onAwaited={setAwaited} />
      </div>
    </>
  );
}

interface SignUpFormProps {
  readonly onSignedUp: (person: PersonResponse) => Promise<void>;
  readonly onAwaited: (awaited: Awaited) => void;
}

function SignUpForm({ onSignedUp, onAwaited }: SignUpFormProps): ReactNode {
  const form = useForm({
    initialValues: { person_name: "", name: "", email: "", password: "" },
    validate: {
      person_name: (value) => (value.trim() === "" ? "Enter your name." : null),
      name: (value) => (value.trim() === "" ? "Enter the name of your company." : null),
      email: (value) => (value.includes("@") ? null : "Enter your email address."),
      password: newPasswordProblem,
    },
  });
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    const answer = await signUp(values);
    if ("verification" in answer) onAwaited({ email: values.email, token: answer.verification.token });
    else await onSignedUp(answer);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Your name"
          description="Your team sees it next to what you do."
          autoComplete="name"
          {...form.getInputProps("person_name")}
        />
        <TextInput
          label="Company"
          description="Affiliates see it on their invitations."
          autoComplete="organization"
          {...form.getInputProps("name")}
        />
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps("email")} />
        <NewPassword label="Password" {...form.getInputProps("password")} />
        <FormActions problem={problem} busy={busy} fullWidth>
          Create account
        </FormActions>
      </Stack>
    </form>
  );
}
