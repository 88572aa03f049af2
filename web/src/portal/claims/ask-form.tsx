import { Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ORDER_ID_MAX } from "tributary-sdk/limits";
import type { PortalClaim } from "tributary-sdk/pages";
import { askClaim, campaignChoicesQuery } from "../../api/portal.ts";
import { timeZone } from "../../format/dates.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";

interface AskFormProps {
  /** The initial order ID. */
  readonly order: string;
  readonly onAnswer: (claim: PortalClaim) => void;
}

export function AskForm({ order, onAnswer }: AskFormProps): ReactNode {
  const { data } = useQuery(campaignChoicesQuery);
  const campaigns = data?.campaigns ?? [];
  const only = campaigns.length === 1 ? campaigns[0]?.id : undefined;
  const form = useForm({
    initialValues: { campaign_id: "", external_id: order, approximate_time: "" },
    validate: {
      campaign_id: (value) => (value === "" && only === undefined ? "Choose the campaign." : null),
      external_id: (value) => (value.trim() === "" ? "Enter the order ID." : null),
      approximate_time: (value) =>
        Number.isNaN(Date.parse(value)) ? "Enter the approximate time of the order." : null,
    },
  });
  const chosen = form.values.campaign_id === "" ? only : form.values.campaign_id;
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    const { claim } = await askClaim({
      campaign_id: chosen ?? "",
      external_id: values.external_id.trim(),
      approximate_time: new Date(values.approximate_time).toISOString(),
    });
    onAnswer(claim);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={440}>
        <Select
          label="Campaign"
          data={campaigns.map(({ id, name, merchant_name: merchant }) => ({
            value: id,
            label: `${name} · ${merchant}`,
          }))}
          allowDeselect={false}
          comboboxProps={{ transitionProps: { duration: 80 } }}
          {...form.getInputProps("campaign_id")}
          value={chosen ?? null}
          // The only campaign is chosen when the list arrives, which may be after a first try to submit.
          error={chosen === undefined ? form.errors["campaign_id"] : undefined}
        />
        <TextInput
          label="Order ID"
          description="From the customer's order confirmation."
          maxLength={ORDER_ID_MAX}
          {...form.getInputProps("external_id")}
        />
        <TextInput
          label="Order time"
          type="datetime-local"
          description={`Approximate, in your time zone (${timeZone}).`}
          {...form.getInputProps("approximate_time")}
        />
        <FormActions problem={problem} busy={busy}>
          Check order
        </FormActions>
      </Stack>
    </form>
  );
}
