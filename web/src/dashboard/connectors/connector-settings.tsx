import { Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { NAME_MAX } from "tributary-sdk/limits";
import type { ConnectorRow } from "tributary-sdk/pages";
import { updateConnector } from "../../api/connectors.ts";
import { CopyField } from "../../ui/copy.tsx";
import { FactList } from "../../ui/facts.tsx";
import { changedFields } from "../../ui/form/changed-fields.ts";
import { useFollowSaved } from "../../ui/form/follow-saved.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { Section } from "../../ui/section.tsx";
import { When } from "../../ui/when.tsx";
import { baseWords, hasBase } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { BaseField } from "./base-field.tsx";
import { CampaignField } from "./campaign-field.tsx";
import { ConnectorSecret } from "./connector-secret.tsx";
import { DeleteConnector } from "./delete-connector.tsx";
import { SandboxField } from "./sandbox-field.tsx";

export function ConnectorSettings({ connector }: { connector: ConnectorRow }): ReactNode {
  const { canManage, isOwner } = useAccount();
  return (
    <Stack gap={40}>
      <Section title="Webhook">
        <FactList
          facts={[
            { label: "URL", value: <CopyField value={connector.url} what="webhook URL" /> },
            { label: "Created", value: <When at={connector.created_at} /> },
          ]}
        />
      </Section>
      {canManage ? <SettingsForm connector={connector} /> : <ReadOnly connector={connector} />}
      {isOwner && <ConnectorSecret connector={connector} />}
      {isOwner && <DeleteConnector connector={connector} />}
    </Stack>
  );
}

const valuesOf = (connector: ConnectorRow) => ({
  name: connector.name,
  campaign_id: connector.campaign?.id ?? null,
  commission_base: connector.commission_base,
  payment_intents: connector.payment_intents,
  sandbox: connector.sandbox,
});

function SettingsForm({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const form = useForm({
    initialValues: valuesOf(connector),
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  useFollowSaved(form, valuesOf(connector), []);
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    const changed = changedFields(form, values);
    const body = changedFields(form, { ...values, name: values.name.trim() });
    await change(updateConnector(accountId, connector.id, body), () => "Connector saved.");
    form.resetDirty({ ...form.getInitialValues(), ...changed });
  });
  return (
    <Section title="Orders">
      <UnsavedGuard dirty={form.isDirty()} />
      <form onSubmit={submit} noValidate>
        <Stack gap="lg" maw={560}>
          <TextInput label="Name" maxLength={NAME_MAX} {...form.getInputProps("name")} />
          {hasBase(connector.provider) && (
            <BaseField description="Changes apply to new orders only." {...form.getInputProps("commission_base")} />
          )}
          <CampaignField
            value={form.values.campaign_id}
            name={connector.campaign?.name}
            onChange={(id) => form.setFieldValue("campaign_id", id)}
          />
          {connector.provider === "stripe" && (
            <Switch
              label="Count payments outside Checkout and invoices"
              description="Turn this on only if you create payment intents yourself. Also select the event payment_intent.succeeded in Stripe."
              {...form.getInputProps("payment_intents", { type: "checkbox" })}
            />
          )}
          {connector.provider === "paddle" && <SandboxField {...form.getInputProps("sandbox", { type: "checkbox" })} />}
          <FormActions problem={problem} busy={busy}>
            Save connector
          </FormActions>
        </Stack>
      </form>
    </Section>
  );
}

function ReadOnly({ connector }: { connector: ConnectorRow }): ReactNode {
  return (
    <Section title="Orders">
      <FactList
        facts={[
          ...(hasBase(connector.provider)
            ? [{ label: "Commission on", value: baseWords[connector.commission_base] }]
            : []),
          { label: "Default campaign", value: connector.campaign?.name ?? "None" },
          ...(connector.provider === "stripe"
            ? [
                {
                  label: "Payments outside Checkout and invoices",
                  value: connector.payment_intents ? "Counted" : "Not counted",
                },
              ]
            : []),
          ...(connector.provider === "paddle" ? [{ label: "Sandbox", value: connector.sandbox ? "Yes" : "No" }] : []),
        ]}
      />
      <Text size="sm" c="dimmed">
        You have view-only access to connectors. Managers and owners can change them.
      </Text>
    </Section>
  );
}
