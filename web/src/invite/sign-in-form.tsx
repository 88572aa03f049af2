import { PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { personQuery, signIn } from "../api/session.ts";
import { SecondStep } from "../session/second-step.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";

interface SignInFormProps {
  readonly email: string;
  /** Runs after the sign-in. */
  readonly accept: () => Promise<void>;
  /** Why the person has to sign in, unless they chose to. */
  readonly why: string | undefined;
}

/** For an existing person with the invited address. */
export function SignInForm({ email, accept, why }: SignInFormProps): ReactNode {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<string>();
  const acceptAs = async (person: PersonResponse): Promise<void> => {
    await accept().catch((error: unknown) => {
      // The sign-in succeeded, so accepting again takes one click.
      queryClient.setQueryData(personQuery.queryKey, person);
      throw error;
    });
  };
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value === "" ? "Enter your password." : null) },
  });
  const { submit, busy, problem, again } = useSubmit({ form, leaves: true }, async ({ password }) => {
    const answer = await signIn({ email, password });
    if ("second_factor" in answer) setPending(answer.second_factor.token);
    else await acceptAs(answer);
  });
  const back = (why?: string): void => {
    again(why);
    setPending(undefined);
  };
  if (pending !== undefined)
    return <SecondStep token={pending} action="Sign in and join" onSignedIn={acceptAs} onAgain={back} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {why !== undefined && <Text size="sm">{why}</Text>}
        <TextInput label="Email" type="email" value={email} readOnly autoComplete="username" />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
        <FormActions problem={problem} busy={busy} fullWidth>
          Sign in and join
        </FormActions>
      </Stack>
    </form>
  );
}
