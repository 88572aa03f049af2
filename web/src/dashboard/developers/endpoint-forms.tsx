import { OVERLAP_HOURS_MAX } from "tributary-sdk/limits";
import { Alert, Button, Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { EndpointRow, EventType } from "tributary-sdk/pages";
import { eventTypes } from "tributary-sdk/words";
import { messageOf } from "../../api/failure.ts";
import { createEndpoint, endpointsQuery, rotateSecret, updateEndpoint } from "../../api/webhooks.ts";
import { useHoldDialog } from "../../ui/dialog/hold.ts";
import { changedFields } from "../../ui/form/changed-fields.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { LoadedForm } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";

interface Values {
  readonly url: string;
  readonly events: EventType[];
}

export function CreateEndpointForm({ onSecret }: { onSecret: (secret: string) => void }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const create = async (values: Values): Promise<void> => {
    const { secret } = await change(createEndpoint(accountId, values));
    onSecret(secret);
  };
  return <EndpointForm initial={{ url: "", events: [...eventTypes] }} submitLabel="Add endpoint" onSubmit={create} />;
}

export function EditEndpointForm({ endpoint, onSaved }: { endpoint: EndpointRow; onSaved: () => void }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const query = useQuery(endpointsQuery(accountId));
  const save = async (_values: Values, changed: Partial<Values>): Promise<void> => {
    await change(updateEndpoint(accountId, endpoint.id, changed), () => "Endpoint saved.");
    onSaved();
  };
  return (
    <LoadedForm query={query}>
      {({ webhook_endpoints: endpoints }) => {
        const { url, events } = endpoints.find(({ id }) => id === endpoint.id) ?? endpoint;
        return <EndpointForm initial={{ url, events }} submitLabel="Save changes" onSubmit={save} />;
      }}
    </LoadedForm>
  );
}

interface EndpointFormProps {
  readonly initial: Values;
  readonly submitLabel: string;
  readonly onSubmit: (values: Values, changed: Partial<Values>) => Promise<void>;
}

function EndpointForm({ initial, submitLabel, onSubmit }: EndpointFormProps): ReactNode {
  const form = useForm<Values>({
    initialValues: initial,
    validate: {
      url: (value) =>
        value.trim().startsWith("https://")
          ? null
          : "Enter a URL that starts with https://, such as https://shop.example/webhooks.",
      events: (value) => (value.length === 0 ? "Select at least one event." : null),
    },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ url, events }) => {
    const values = { url: url.trim(), events };
    await onSubmit(values, changedFields(form, values));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="URL"
          description="Tributary sends a POST request to this URL for each event."
          placeholder="https://shop.example/webhooks"
          data-autofocus
          {...form.getInputProps("url")}
        />
        <Events form={form} />
        <FormActions problem={problem} busy={busy} inDialog>
          {submitLabel}
        </FormActions>
      </Stack>
    </form>
  );
}

function Events({ form }: { form: UseFormReturnType<Values> }): ReactNode {
  // In the order in which they are saved, so that an event that is cleared and checked again is no change.
  const choose = (chosen: string[]): void =>
    form.setFieldValue(
      "events",
      eventTypes.filter((event) => chosen.includes(event)),
    );
  return (
    <Checkbox.Group label="Events" {...form.getInputProps("events")} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {eventTypes.map((event) => (
          <Checkbox key={event} value={event} label={event} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const overlaps = [
  { value: "0", label: "Immediately" },
  { value: "1", label: "After 1 hour" },
  { value: String(OVERLAP_HOURS_MAX), label: `After ${OVERLAP_HOURS_MAX} hours` },
];

export function RotateForm({
  endpoint,
  onSecret,
}: {
  endpoint: EndpointRow;
  onSecret: (secret: string) => void;
}): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const [hours, setHours] = useState("0");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useHoldDialog(busy);
  const rotate = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { secret } = await change(rotateSecret(accountId, endpoint.id, { overlap_hours: Number(hours) }));
      onSecret(secret);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Select
        label="Old secret expires"
        data={overlaps}
        value={hours}
        onChange={(value) => setHours(value ?? "0")}
        allowDeselect={false}
      />
      {hours !== "0" && (
        <Alert color="orange" variant="light">
          Until the old secret expires, the signature header contains two signatures. Some parsers read only one, so
          check yours first.
        </Alert>
      )}
      <FormProblem text={problem} />
      <Group justify="flex-end">
        <Button loading={busy} onClick={() => void rotate()}>
          Rotate signing secret
        </Button>
      </Group>
    </Stack>
  );
}
