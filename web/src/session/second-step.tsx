import { Anchor, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { ApiFailure } from "../api/failure.ts";
import { completeSignIn } from "../api/session.ts";
import { FormActions } from "../ui/form/form-actions.tsx";
import { useSubmit } from "../ui/form/submit.ts";
import { CodeField, type CodeKind } from "./code-field.tsx";

interface SecondStepProps {
  /** From the response to the password. */
  readonly token: string;
  /** The button label. */
  readonly action: string;
  readonly onSignedIn: (person: PersonResponse) => Promise<void>;
  /** Returns to the password, with the reason if there is one. */
  readonly onAgain: (why?: string) => void;
}

/** The code, after a correct password. */
export function SecondStep({ token, action, onSignedIn, onAgain }: SecondStepProps): ReactNode {
  const [kind, setKind] = useState<CodeKind>("app");
  const field = useRef<HTMLInputElement>(null);
  // The form was replaced after Enter: move the focus to the new field.
  useEffect(() => field.current?.focus(), [kind]);
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? "Enter the code." : null) },
  });
  const fields = { wrong_second_factor: ["code"] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async ({ code }) => {
    try {
      await onSignedIn(await completeSignIn({ token, code }));
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === "sign_in_expired")) throw error;
      onAgain(error.message);
    }
  });
  const change = (next: CodeKind): void => {
    setKind(next);
    form.reset();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeField kind={kind} onKind={change} fieldRef={field} {...form.getInputProps("code")} />
        <FormActions problem={problem} busy={busy} fullWidth>
          {action}
        </FormActions>
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" underline="always" onClick={() => onAgain()}>
            Back to password
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
