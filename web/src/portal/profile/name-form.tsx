import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { changeProfile } from "../../api/portal.ts";
import { personQuery } from "../../api/session.ts";
import { FormProblem, placeProblem } from "../../ui/form-problem.tsx";
import { usePortalChange } from "../change.ts";

const NAME_MAX = 120;

export function NameForm({ name }: { name: string }): ReactNode {
  const change = usePortalChange();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === "" ? "Your name." : null) },
  });
  const submit = form.onSubmit(async (values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await change(changeProfile({ name: values.name.trim() }), () => "Saved.");
      await queryClient.invalidateQueries({ queryKey: personQuery.queryKey });
    } catch (error) {
      setProblem(placeProblem(form, error));
    } finally {
      setBusy(false);
    }
  });
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
