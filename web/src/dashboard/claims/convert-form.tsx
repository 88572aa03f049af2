import { Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ClaimRow, ConvertClaimBody } from "tributary-sdk/pages";
import { campaignQuery } from "../../api/campaigns.ts";
import { convertClaim } from "../../api/claims.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { Section } from "../../ui/section.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { LoadedForm } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";

const CURRENCY_LENGTH = 3;

/** The rules for tracked orders apply, so the server can refuse it: budget used up, affiliate suspended, and so on. */
export function ConvertForm({ claim }: { claim: ClaimRow }): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(campaignQuery(accountId, claim.campaign_id));
  return (
    <Section
      title="Record a conversion"
      note={`Records the order for ${claim.affiliate_name}. Budget, currency and status rules apply as for any order.`}
    >
      <LoadedForm query={query}>
        {({ campaign }) => <OrderForm claim={claim} campaignCurrency={campaign.currency} />}
      </LoadedForm>
    </Section>
  );
}

interface OrderFormProps {
  readonly claim: ClaimRow;
  /** Used if the currency field is empty. */
  readonly campaignCurrency: string;
}

function OrderForm({ claim, campaignCurrency }: OrderFormProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const form = useForm({
    initialValues: { external_id: claim.external_id, amount: "" as string | number, currency: "" },
    validate: {
      external_id: (value) => (value.trim() === "" ? "Enter the order ID." : null),
      amount: (value) => (typeof value === "number" && value >= 0 ? null : "Enter the order amount."),
    },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ external_id, amount, currency }) => {
    const body: ConvertClaimBody = {
      external_id,
      amount: Number(amount),
      currency: currency.trim() === "" ? campaignCurrency : currency.trim(),
    };
    await change(
      convertClaim(accountId, claim.id, body),
      () => `Recorded for ${claim.affiliate_name}. The conversion is pending review.`,
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Order ID"
          description="As it appears in your shop. Correct it if the affiliate mistyped it."
          maw={292}
          {...form.getInputProps("external_id")}
        />
        <Group gap="sm" align="flex-start">
          <NumberInput
            label="Order amount"
            min={0}
            decimalScale={3}
            hideControls
            w={180}
            {...form.getInputProps("amount")}
          />
          <TextInput
            label="Currency"
            w={100}
            maxLength={CURRENCY_LENGTH}
            placeholder={campaignCurrency}
            {...form.getInputProps("currency")}
          />
        </Group>
        <FormActions problem={problem} busy={busy} variant="default">
          Record conversion
        </FormActions>
      </Stack>
    </form>
  );
}
