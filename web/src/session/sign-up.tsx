import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { personQuery, signUp, signUpQuery } from "../api/session.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Loaded } from "../ui/states.tsx";
import { useSubmit } from "../ui/submit.ts";
import { Door } from "./door.tsx";

const PASSWORD_MIN = 8;

export function SignUpPage(): ReactNode {
  const query = useQuery(signUpQuery);
  return (
    <Door
      title={query.data?.open === false ? "Sign-up is closed" : "Sign up"}
      note={
        query.data?.open === false
          ? "Ask whoever runs this service for an account."
          : "An account for your company: campaigns, affiliates and conversions in one place."
      }
    >
      <Loaded query={query}>{({ open }) => open && <SignUpForm />}</Loaded>
      <Text size="sm" c="dimmed">
        Already have an account?{" "}
        <Anchor component={Link} to="/signin" underline="always">
          Sign in
        </Anchor>
      </Text>
    </Door>
  );
}

function SignUpForm(): ReactNode {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: "", email: "", password: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "The name of your company." : null),
      email: (value) => (value.includes("@") ? null : "Your e-mail address."),
      password: (value) => (value.length < PASSWORD_MIN ? `At least ${PASSWORD_MIN} characters.` : null),
    },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async (values) => {
    const person = await signUp(values);
    queryClient.clear();
    queryClient.setQueryData(personQuery.queryKey, person);
    await navigate({ to: "/" });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Company"
          description="Affiliates see it on their invitations."
          autoComplete="organization"
          {...form.getInputProps("name")}
        />
        <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps("email")} />
        <PasswordInput
          label="Password"
          description={`At least ${PASSWORD_MIN} characters.`}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <FormProblem text={problem} />
        <Button type="submit" loading={busy} fullWidth>
          Create account
        </Button>
      </Stack>
    </form>
  );
}
