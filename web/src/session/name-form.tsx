import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import { FormProblem } from "../ui/form/form-problem.tsx";
import { useSubmit } from "../ui/form/submit.ts";

interface NameFormProps {
  readonly name: string;
  readonly onSave: (name: string) => Promise<void>;
}

/** The person's own name, for members and affiliates alike. */
export function NameForm({ name, onSave }: NameFormProps): ReactNode {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === "" ? "Enter your name." : null) },
  });
  const { submit, busy, problem } = useSubmit({ form }, (values) => onSave(values.name.trim()));
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          label="Name"
          autoComplete="name"
          maxLength={NAME_MAX}
          style={{ flex: 1 }}
          {...form.getInputProps("name")}
        />
        <Button type="submit" variant="default" mt={25} loading={busy} disabled={!form.isDirty()}>
          Save name
        </Button>
      </Group>
      <FormProblem text={problem} />
    </form>
  );
}
