import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { personQuery, signIn } from "../api/session.ts";
import { SecondStep } from "../session/second-step.tsx";
import { FormProblem, placeProblem } from "../ui/form-problem.tsx";

interface SignInFormProps {
  readonly email: string;
  /** Once the person is signed in. */
  readonly accept: () => Promise<void>;
}

/** Whoever has this address already signs in with the password they have; nobody else may choose one for them. */
export function SignInForm({ email, accept }: SignInFormProps): ReactNode {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState<string>();
  const [busy, setBusy] = useState(false);
  const acceptAs = async (person: PersonAnswer): Promise<void> => {
    await accept().catch((error: unknown) => {
      // Signed in all the same, so the page goes on with one click.
      queryClient.setQueryData(personQuery.queryKey, person);
      throw error;
    });
  };
  const again = (why?: string): void => {
    setBusy(false);
    setProblem(why);
    setPending(undefined);
  };
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value === "" ? "Your password." : null) },
  });
  const submit = form.onSubmit(async ({ password }) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await signIn({ email, password });
      if ("second_factor" in answer) setPending(answer.second_factor.token);
      else await acceptAs(answer);
    } catch (error) {
      setProblem(placeProblem(form, error));
      setBusy(false);
    }
  });
  if (pending !== undefined)
    return <SecondStep token={pending} action="Sign in and accept" onSignedIn={acceptAs} onAgain={again} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">There is already somebody with this address here. Sign in to accept.</Text>
        <TextInput label="E-mail" type="email" value={email} readOnly autoComplete="username" />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
        <FormProblem text={problem} />
        <Button type="submit" loading={busy} fullWidth>
          Sign in and accept
        </Button>
      </Stack>
    </form>
  );
}
