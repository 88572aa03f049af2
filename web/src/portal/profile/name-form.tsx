import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import { changeProfile, portalKey } from "../../api/portal.ts";
import { personQuery } from "../../api/session.ts";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useChangeOf } from "../../ui/notice/change.ts";

export function NameForm({ name }: { name: string }): ReactNode {
  const change = useChangeOf(portalKey());
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === "" ? "Enter your name." : null) },
  });
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    await change(changeProfile({ name: values.name.trim() }), () => "Name saved.");
    await queryClient.invalidateQueries({ queryKey: personQuery.queryKey });
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
