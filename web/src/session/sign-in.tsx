import { PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { personQuery, signIn, signUpQuery } from "../api/session.ts";
import { FormActions } from "../ui/form/form-actions.tsx";
import { isOwnPath } from "../format/search-params.ts";
import { useSubmit } from "../ui/form/submit.ts";
import { AnchorLink } from "../ui/link.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";
import { Forgot } from "./forgot.tsx";
import { lastSide } from "./last-side.ts";
import { SecondStep } from "./second-step.tsx";

export function SignInPage(): ReactNode {
  const { forgot } = useSearch({ from: "/signin" });
  return forgot === "yes" ? <Forgot /> : <SignIn />;
}

function SignIn(): ReactNode {
  const { next, ended } = useSearch({ from: "/signin" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<string>();
  const [why, setWhy] = useState<string>();
  const enter = async (person: PersonResponse): Promise<void> => {
    // The next person must not see what the previous one has loaded.
    queryClient.clear();
    queryClient.setQueryData(personQuery.queryKey, person);
    // Checked again: the router may pass the search on before it is validated.
    // Replaces the form: the back button must not return to it.
    await navigate({ href: isOwnPath(next) ? next : "/", replace: true });
  };
  const again = (reason?: string): void => {
    setWhy(reason);
    setPending(undefined);
  };
  if (pending !== undefined)
    return (
      <SignedOutFrame title="Two-factor authentication" note="Enter the code from your authenticator app.">
        <SecondStep token={pending} action="Sign in" onSignedIn={enter} onAgain={again} />
      </SignedOutFrame>
    );
  return (
    <SignedOutFrame
      title="Sign in"
      note={ended ? "Your session has ended. Sign in to pick up where you left off." : undefined}
    >
      <PasswordStep why={why} onSignedIn={enter} onSecondStep={setPending} />
    </SignedOutFrame>
  );
}

interface PasswordStepProps {
  /** Why the second step returned here. */
  readonly why: string | undefined;
  readonly onSignedIn: (person: PersonResponse) => Promise<void>;
  readonly onSecondStep: (token: string) => void;
}

function PasswordStep({ why, onSignedIn, onSecondStep }: PasswordStepProps): ReactNode {
  const signUp = useQuery(signUpQuery);
  const preloadHome = usePreloadHome();
  const form = useForm({
    initialValues: { email: "", password: "" },
    validate: {
      email: (value) => (value.includes("@") ? null : "Enter your email address."),
      password: (value) => (value === "" ? "Enter your password." : null),
    },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true, problem: why }, async (values) => {
    const answer = await signIn(values);
    if ("second_factor" in answer) onSecondStep(answer.second_factor.token);
    else await onSignedIn(answer);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps("email")} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps("password")}
          onFocus={preloadHome}
        />
        <FormActions problem={problem} busy={busy} fullWidth>
          Sign in
        </FormActions>
        <Text size="sm">
          <AnchorLink to="/signin" search={{ forgot: "yes" }} underline="always">
            Forgot your password?
          </AnchorLink>
        </Text>
        {signUp.data?.open === true && (
          <Text size="sm" c="dimmed">
            No account yet?{" "}
            <AnchorLink to="/signup" underline="always">
              Sign up
            </AnchorLink>
          </Text>
        )}
      </Stack>
    </form>
  );
}

const homes = {
  dashboard: ["/dashboard/$accountId", "/dashboard/$accountId/"],
  portal: ["/portal", "/portal/"],
} as const;

/** Loads the code of the next page while the password is typed. */
function usePreloadHome(): () => void {
  const router = useRouter();
  return () => {
    for (const id of homes[lastSide()])
      // A failure is for the page itself to report, once it is opened.
      router.loadRouteChunk(router.routesById[id])?.catch(() => {});
  };
}
