import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import type { ConnectorSecretResponse } from "tributary-sdk/pages";
import type { CommissionBase, ProviderName } from "tributary-sdk/words";
import { createConnector } from "../../api/connectors.ts";
import { Card } from "../../ui/card.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { hasBase, issuesSecret, senderOf } from "../../words/connectors.ts";
import { providerWords } from "../../words/providers.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { BaseField } from "./base-field.tsx";
import { SandboxField } from "./sandbox-field.tsx";

interface CreateFormProps {
  readonly provider: ProviderName;
  readonly onCreated: (created: ConnectorSecretResponse) => void;
}

/** The first step. Everything here can be changed later, so the defaults are enough for most. */
export function CreateForm({ provider, onCreated }: CreateFormProps): ReactNode {
  const { id: accountId, test } = useAccount();
  const change = useChange();
  const form = useForm<{ name: string; commission_base: CommissionBase; sandbox: boolean }>({
    initialValues: {
      name: provider === "generic" ? "My shop" : providerWords[provider],
      commission_base: "net",
      // A test account counts events of a sandbox only.
      sandbox: test !== null,
    },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ name, sandbox, ...values }) => {
    const body = { provider, ...values, name: name.trim(), ...(provider === "paddle" && { sandbox }) };
    onCreated(await change(createConnector(accountId, body)));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <Stack gap="lg" maw={560}>
          <TextInput
            label="Name"
            description="Only your team sees it. Useful if you have several shops."
            maxLength={NAME_MAX}
            {...form.getInputProps("name")}
          />
          {hasBase(provider) && <BaseField {...form.getInputProps("commission_base")} />}
          {provider === "paddle" && <SandboxField {...form.getInputProps("sandbox", { type: "checkbox" })} />}
          <Text size="sm" c="dimmed">
            You can change this later. Next, you get the URL {issuesSecret(provider) ? "" : "and the secret "}for{" "}
            {senderOf(provider)}.
          </Text>
          <FormActions problem={problem} busy={busy}>
            Create connector
          </FormActions>
        </Stack>
      </Card>
    </form>
  );
}
