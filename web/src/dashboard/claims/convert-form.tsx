import { Button, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ClaimRow, ConvertClaimBody } from "tributary-sdk/pages";
import { campaignQuery } from "../../api/campaigns.ts";
import { convertClaim } from "../../api/claims.ts";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Section } from "../../ui/section.tsx";
import { useSubmit } from "../../ui/submit.ts";
import { useAccount, useChange } from "../account.ts";

const CURRENCY_LENGTH = 3;

/** By the ordinary rules of tracking, so it is refused like a call of the shop: budget used up, affiliate suspended, … */
export function ConvertForm({ claim }: { claim: ClaimRow }): ReactNode {
  const { id: accountId } = useAccount();
  const campaign = useQuery(campaignQuery(accountId, claim.campaign_id));
  const change = useChange();
  const form = useForm({
    initialValues: { amount: "" as string | number, currency: "" },
    validate: { amount: (value) => (typeof value === "number" && value >= 0 ? null : "The amount of the order.") },
  });
  const usual = campaign.data?.campaign.currency ?? "";
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ amount, currency }) => {
    const code = currency.trim() === "" ? usual : currency.trim();
    const body: ConvertClaimBody = { amount: Number(amount), ...(code === "" ? {} : { currency: code }) };
    await change(
      convertClaim(accountId, claim.id, body),
      () => `Recorded for ${claim.affiliate_name}. It is pending, and waits for your approval.`,
    );
  });
  return (
    <Section
      title="Turn it into a conversion"
      note={`Tracks ${claim.external_id} for ${claim.affiliate_name} by the ordinary rules: budget, currency and status count as always.`}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Group gap="sm" align="flex-start">
            <NumberInput
              label="Amount of the order"
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
              placeholder={usual}
              {...form.getInputProps("currency")}
            />
          </Group>
          <FormProblem text={problem} />
          <Group>
            <Button type="submit" variant="default" loading={busy}>
              Record the conversion
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
