import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { personQuery, signIn, signUpQuery } from "../api/session.ts";
import { FormProblem, placeProblem } from "../ui/form-problem.tsx";
import { isOwnPath } from "../ui/search-params.ts";
import { Door } from "./door.tsx";
import { Forgot } from "./forgot.tsx";

export function SignInPage(): ReactNode {
  const { forgot } = useSearch({ from: "/signin" });
  return forgot === "yes" ? <Forgot /> : <SignIn />;
}

function SignIn(): ReactNode {
  const { next, ended } = useSearch({ from: "/signin" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signUp = useQuery(signUpQuery);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: "", password: "" },
    validate: {
      email: (value) => (value.includes("@") ? null : "Your e-mail address."),
      password: (value) => (value === "" ? "Your password." : null),
    },
  });
  const submit = form.onSubmit(async (values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const person = await signIn(values);
      // Nothing that somebody else has read in this browser may be shown to the next one.
      queryClient.clear();
      queryClient.setQueryData(personQuery.queryKey, person);
      // Asked again here: the first look at an address may come before it was checked.
      await navigate({ href: isOwnPath(next) ? next : "/" });
    } catch (error) {
      setProblem(placeProblem(form, error));
      setBusy(false);
    }
  });
  return (
    <Door title="Sign in" note={ended ? "Your session has ended. Sign in to go on where you were." : undefined}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps("email")} />
          <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
          <FormProblem text={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
          <Text size="sm">
            <Anchor component={Link} {...({ to: "/signin", search: { forgot: "yes" } } as object)} underline="always">
              Forgot your password?
            </Anchor>
          </Text>
          {signUp.data?.open === true && (
            <Text size="sm" c="dimmed">
              No account yet?{" "}
              <Anchor component={Link} to="/signup" underline="always">
                Sign up
              </Anchor>
            </Text>
          )}
        </Stack>
      </form>
    </Door>
  );
}
