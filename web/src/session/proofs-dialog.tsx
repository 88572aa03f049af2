import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { BothProofsBody } from "tributary-sdk/pages";
import { ApiFailure } from "../api/failure.ts";
import { FormProblem, placeProblem } from "../ui/form-problem.tsx";
import { CodeField, type CodeKind } from "./code-field.tsx";

interface ProofsDialogProps extends ProofsFormProps {
  readonly opened: boolean;
  readonly title: string;
}

/** A session that was left open is not enough for this: the password and a code are asked for again. */
export function ProofsDialog({ opened, title, ...form }: ProofsDialogProps): ReactNode {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title} size="md">
      <ProofsForm {...form} />
    </Modal>
  );
}

interface ProofsFormProps {
  readonly text: string;
  readonly action: string;
  readonly dangerous?: boolean;
  readonly onClose: () => void;
  readonly run: (proofs: BothProofsBody) => Promise<void>;
}

function ProofsForm({ text, action, dangerous, onClose, run }: ProofsFormProps): ReactNode {
  const [kind, setKind] = useState<CodeKind>("app");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm<BothProofsBody>({
    initialValues: { password: "", code: "" },
    validate: {
      password: (value) => (value === "" ? "Your password." : null),
      code: (value) => (value.trim() === "" ? "Your code." : null),
    },
  });
  const submit = form.onSubmit(async (proofs) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run(proofs);
    } catch (error) {
      setBusy(false);
      setProblem(placed(form, error));
    }
  });
  const change = (next: CodeKind): void => {
    setKind(next);
    form.setFieldValue("code", "");
    form.clearFieldError("code");
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
        />
        <CodeField kind={kind} onKind={change} {...form.getInputProps("code")} />
        <FormProblem text={problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} color={dangerous === true ? "red.9" : "teal"}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function placed(form: UseFormReturnType<BothProofsBody>, error: unknown): string | undefined {
  const fields: Readonly<Record<string, string>> = { wrong_password: "password", wrong_second_factor: "code" };
  const field = error instanceof ApiFailure ? fields[error.code] : undefined;
  if (field === undefined || !(error instanceof ApiFailure)) return placeProblem(form, error);
  form.setFieldError(field, error.message);
  return undefined;
}
