import {
  Autocomplete,
  Button,
  Group,
  Input,
  NumberInput,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { currencyDecimals } from "tributary-sdk/currency";
import { ATTRIBUTION_DAYS_MAX, MATURATION_DAYS_MAX } from "tributary-sdk/limits";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { commissionSentence } from "../../words/commission.ts";
import { currencyOf, ruleOf, validation, type CampaignValues } from "./campaign-values.ts";

interface CampaignFormProps {
  readonly initial: CampaignValues;
  readonly submitLabel: string;
  /** The currency stays once there are conversions. */
  readonly currencyFixed: boolean;
  readonly readOnly: boolean;
  /** May throw what the service refused; what was typed stays. */
  readonly onSubmit: (values: CampaignValues) => Promise<void>;
}

export function CampaignForm({
  initial,
  submitLabel,
  currencyFixed,
  readOnly,
  onSubmit,
}: CampaignFormProps): ReactNode {
  const form = useForm<CampaignValues>({ initialValues: initial, validate: validation });
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    await onSubmit(values);
    form.resetDirty(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <fieldset disabled={readOnly} className="plain">
        <Stack gap="lg" maw={560}>
          <TextInput label="Name" description="Affiliates see it." {...form.getInputProps("name")} />
          <TextInput
            label="Target URL"
            description="Where affiliates' links lead."
            placeholder="https://shop.example/spring"
            {...form.getInputProps("target_url")}
          />
          <CommissionFields form={form} currencyFixed={currencyFixed} />
          <BudgetField form={form} />
          <Group grow align="flex-start">
            <NumberInput
              label="Attribution window"
              description="Days after a click in which an order counts."
              suffix=" days"
              min={1}
              max={ATTRIBUTION_DAYS_MAX}
              allowDecimal={false}
              {...form.getInputProps("attribution_window")}
            />
            <NumberInput
              label="Maturation"
              description="Days in which a conversion can still be rejected."
              suffix=" days"
              min={0}
              max={MATURATION_DAYS_MAX}
              allowDecimal={false}
              {...form.getInputProps("maturation_days")}
            />
          </Group>
          <Radio.Group
            label="Who may join"
            description="Everybody comes by invitation."
            {...form.getInputProps("visibility")}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="public" label="Public: whoever accepts an invitation is active at once" />
              <Radio value="private" label="Private: you approve each affiliate who accepts" />
            </Stack>
          </Radio.Group>
          <Radio.Group label="Who approves conversions" {...form.getInputProps("auto_approve")}>
            <Stack gap="xs" mt="xs">
              <Radio value="never" label="You: each conversion waits until somebody approves it" />
              <Radio
                value="when_matured"
                label="Tributary: when a conversion has matured and carries no warning sign"
                description="Those with a warning sign still wait for you."
              />
            </Stack>
          </Radio.Group>
          <FormProblem text={problem} />
          {!readOnly && (
            <Group>
              <Button type="submit" loading={busy}>
                {submitLabel}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

interface FieldsProps {
  readonly form: UseFormReturnType<CampaignValues>;
}

const COMMON = ["EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "CAD", "AUD", "JPY", "INR", "BRL"];

function CommissionFields({ form, currencyFixed }: FieldsProps & { currencyFixed: boolean }): ReactNode {
  const currency = currencyOf(form.values);
  const isShare = form.values.commission_type === "percentage";
  const rule = ruleOf(form.values);
  return (
    <Stack gap="xs">
      <Input.Label labelElement="div">Commission</Input.Label>
      <SegmentedControl
        aria-label="Kind of commission"
        data={[
          { value: "percentage", label: "Percentage" },
          { value: "fixed", label: "Fixed amount" },
        ]}
        {...form.getInputProps("commission_type")}
        w="fit-content"
      />
      <Group grow align="flex-start">
        <NumberInput
          label={isShare ? "Percentage" : "Amount"}
          min={0}
          max={isShare ? 100 : 1_000_000}
          decimalScale={isShare ? 4 : currencyDecimals(currency)}
          rightSection={<Text size="sm">{isShare ? "%" : currency}</Text>}
          rightSectionWidth={52}
          hideControls
          {...form.getInputProps("commission_value")}
        />
        <Autocomplete
          label="Currency"
          data={COMMON}
          disabled={currencyFixed}
          maxLength={3}
          {...form.getInputProps("currency")}
          {...(currencyFixed ? { description: "Fixed, since there are conversions." } : {})}
        />
      </Group>
      <Text component="output" size="sm" c="dimmed" data-testid="sentence">
        {rule ? commissionSentence(rule) : "Fill in the rule to see what it pays."}
      </Text>
    </Stack>
  );
}

function BudgetField({ form }: FieldsProps): ReactNode {
  return (
    <Stack gap="xs">
      <Switch
        label="Limit the budget"
        description="Pending and approved commissions never sum to more than this."
        {...form.getInputProps("limited", { type: "checkbox" })}
      />
      {form.values.limited && (
        <NumberInput
          label="Budget"
          min={0}
          decimalScale={currencyDecimals(currencyOf(form.values))}
          thousandSeparator=" "
          rightSection={<Text size="sm">{currencyOf(form.values)}</Text>}
          rightSectionWidth={52}
          hideControls
          maw={272}
          {...form.getInputProps("max_budget")}
        />
      )}
    </Stack>
  );
}
