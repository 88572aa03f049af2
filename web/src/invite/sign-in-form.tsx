import { PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { personQuery, signIn } from "../api/session.ts";
import { SecondStep } from "../session/second-step.tsx";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";

interface SignInFormProps {
  readonly email: string;
  /** Once the person is signed in. */
  readonly accept: () => Promise<void>;
  /** Why they are asked to sign in, if they had not chosen to. */
  readonly why: string | undefined;
}

/** A person with this address signs in with their own password; nobody else can set one. */
export function SignInForm({ email, accept, why }: SignInFormProps): ReactNode {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<string>();
  const acceptAs = async (person: PersonAnswer): Promise<void> => {
    await accept().catch((error: unknown) => {
      // Signed in all the same, so the page goes on with one click.
      queryClient.setQueryData(personQuery.queryKey, person);
      throw error;
    });
  };
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value === "" ? "Your password." : null) },
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
    return <SecondStep token={pending} action="Sign in and accept" onSignedIn={acceptAs} onAgain={back} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {why !== undefined && <Text size="sm">{why}</Text>}
        <TextInput label="E-mail" type="email" value={email} readOnly autoComplete="username" />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
        <FormActions problem={problem} busy={busy} fullWidth>
          Sign in and accept
        </FormActions>
      </Stack>
    </form>
  );
}
