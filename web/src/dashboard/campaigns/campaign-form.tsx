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
import { ATTRIBUTION_DAYS_MAX, FIXED_COMMISSION_MAX, MATURATION_DAYS_MAX, PERCENTAGE_MAX } from "tributary-sdk/limits";
import { useFollowSaved } from "../../ui/form/follow-saved.ts";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { commissionSentence } from "../../words/commission.ts";
import classes from "./campaign-form.module.css";
import { CouponFields } from "./coupon-fields.tsx";
import { currencyOf, ruleOf, fieldGroups, validation, type CampaignValues } from "./campaign-values.ts";

interface CampaignFormProps {
  readonly initial: CampaignValues;
  readonly submitLabel: string;
  /** The currency cannot change once there are conversions. */
  readonly currencyFixed: boolean;
  readonly readOnly: boolean;
  /** Throws the server's error. The form keeps its values. */
  readonly onSubmit: (values: CampaignValues, before: CampaignValues) => Promise<void>;
}

export function CampaignForm({
  initial,
  submitLabel,
  currencyFixed,
  readOnly,
  onSubmit,
}: CampaignFormProps): ReactNode {
  const form = useForm<CampaignValues>({ initialValues: initial, validate: validation });
  useFollowSaved(form, initial, fieldGroups);
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    await onSubmit(values, form.getInitialValues());
    form.resetDirty(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <fieldset disabled={readOnly} className="plain">
        <div className={classes["form"]}>
          <TextInput label="Name" description="Visible to affiliates." {...form.getInputProps("name")} />
          <TextInput
            label="Target URL"
            description="Where clicks land."
            placeholder="https://shop.example/spring"
            {...form.getInputProps("target_url")}
          />
          <CommissionFields form={form} currencyFixed={currencyFixed} />
          <Preview values={form.values} />
          <BudgetField form={form} />
          <Group grow align="flex-start">
            <NumberInput
              label="Attribution window"
              description="How long after a click an order counts."
              suffix=" days"
              min={1}
              max={ATTRIBUTION_DAYS_MAX}
              allowDecimal={false}
              {...form.getInputProps("attribution_window")}
            />
            <NumberInput
              label="Hold period"
              description="You can reject a conversion until it ends."
              suffix=" days"
              min={0}
              max={MATURATION_DAYS_MAX}
              allowDecimal={false}
              {...form.getInputProps("maturation_days")}
            />
          </Group>
          <Radio.Group
            label="Who can join"
            description="Affiliates join by invitation only."
            {...form.getInputProps("visibility")}
          >
            <Stack gap="xs" my="xs">
              <Radio value="public" label="Public: affiliates are active as soon as they accept" />
              <Radio value="private" label="Private: you approve each affiliate who accepts" />
            </Stack>
          </Radio.Group>
          <Radio.Group label="Conversion approval" {...form.getInputProps("auto_approve")}>
            <Stack gap="xs" mt="xs">
              <Radio value="never" label="Manually: you approve each conversion" />
              <Radio
                value="when_matured"
                label="Automatically, after the hold period, unless flagged"
                description="Flagged conversions stay pending review."
              />
            </Stack>
          </Radio.Group>
          <CouponFields form={form} />
          <FormProblem text={problem} />
          {!readOnly && (
            <Group>
              <Button type="submit" loading={busy}>
                {submitLabel}
              </Button>
            </Group>
          )}
        </div>
      </fieldset>
    </form>
  );
}

interface FieldsProps {
  readonly form: UseFormReturnType<CampaignValues>;
}

const COMMON_CURRENCIES = [
  "EUR",
  "USD",
  "GBP",
  "CHF",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "CZK",
  "CAD",
  "AUD",
  "JPY",
  "INR",
  "BRL",
];

function CommissionFields({ form, currencyFixed }: FieldsProps & { currencyFixed: boolean }): ReactNode {
  const currency = currencyOf(form.values);
  const isShare = form.values.commission_type === "percentage";
  return (
    <Stack gap="xs">
      <Input.Label labelElement="div">Commission</Input.Label>
      <SegmentedControl
        aria-label="Commission type"
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
          max={isShare ? PERCENTAGE_MAX : FIXED_COMMISSION_MAX}
          decimalScale={isShare ? 4 : currencyDecimals(currency)}
          rightSection={<Text size="sm">{isShare ? "%" : currency}</Text>}
          rightSectionWidth={52}
          hideControls
          {...form.getInputProps("commission_value")}
        />
        <Autocomplete
          label="Currency"
          data={COMMON_CURRENCIES}
          disabled={currencyFixed}
          maxLength={3}
          {...form.getInputProps("currency")}
          {...(currencyFixed ? { description: "Can't be changed: the campaign already has conversions." } : {})}
        />
      </Group>
      {!isShare && (
        <Switch
          mt="xs"
          label="A partial refund lowers the commission too"
          description="Off: affiliates keep the full amount until the whole order is refunded. Applies to new conversions."
          {...form.getInputProps("scales_on_refund", { type: "checkbox" })}
        />
      )}
    </Stack>
  );
}

/** Next to the form where there is room, otherwise below the commission. */
function Preview({ values }: { values: CampaignValues }): ReactNode {
  const rule = ruleOf(values);
  return (
    <div className={classes["preview"]}>
      <Text size="xs" fw={500} c="dimmed" mb={4}>
        What affiliates earn
      </Text>
      <Text component="output" display="block" size="sm" data-testid="sentence">
        {rule ? commissionSentence(rule) : "Fill in the commission to see what it pays."}
      </Text>
    </div>
  );
}

function BudgetField({ form }: FieldsProps): ReactNode {
  return (
    <Stack gap="xs">
      <Switch
        label="Limit budget"
        description="Stops accepting commissions above this total."
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
