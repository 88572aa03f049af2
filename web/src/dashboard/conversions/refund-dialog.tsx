import { Button, NumberInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { RefundOutcome } from "tributary-sdk";
import { currencyDecimals } from "tributary-sdk/currency";
import { ORDER_ID_MAX, REASON_MAX } from "tributary-sdk/limits";
import type { ConversionRow, RecordRefundBody } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { recordRefund, refundPreviewQuery } from "../../api/refunds.ts";
import { moneyText } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { previewText } from "../../words/refunds.ts";
import { useAccount, useChange } from "../shared/account.ts";

interface RefundDialogProps {
  readonly row: ConversionRow;
  /** How much of the order is left to refund. */
  readonly refundable: number;
  readonly onClose: () => void;
}

export function RefundDialog(props: RefundDialogProps): ReactNode {
  return (
    <Dialog opened onClose={props.onClose} title="Record refund">
      <RefundForm {...props} />
    </Dialog>
  );
}

const PAUSE_MS = 200;

function RefundForm({ row, refundable, onClose }: RefundDialogProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const most = moneyText(refundable, row.currency);
  const form = useForm<{ amount: number | string; reason: string; external_id: string }>({
    initialValues: { amount: "", reason: "", external_id: "" },
    validate: {
      amount: (value) =>
        Number(value) > 0 && Number(value) <= refundable ? null : `Enter an amount above 0 and up to ${most}.`,
    },
  });
  // A retry after a lost response must not record a second refund. Browsers have no UUIDs for pages without TLS.
  const [ownId] = useState(() => (isSecureContext ? crypto.randomUUID() : undefined));
  const fields = {
    refund_exceeds_amount: ["amount"],
    refund_too_small: ["amount"],
    refund_id_reserved: ["external_id", "A refund ID must not start with edit:."],
    refund_differs: ["external_id", "This refund ID is already recorded with another amount or order."],
  } as const;
  const { submit, busy, problem } = useSubmit({ form, fields, leaves: true }, async (values) => {
    await change(recordRefund(accountId, row.id, bodyOf(values, ownId)), (outcome) => doneText(outcome, row));
    onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NumberInput
          label="Amount"
          min={0}
          decimalScale={currencyDecimals(row.currency)}
          rightSection={<Text size="sm">{row.currency}</Text>}
          rightSectionWidth={52}
          hideControls
          data-autofocus
          {...form.getInputProps("amount")}
        />
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          onClick={() => form.setFieldValue("amount", refundable)}
        >
          Refund all ({most})
        </Button>
        <Textarea
          label="Reason"
          description="Visible to the affiliate. Optional."
          maxLength={REASON_MAX}
          autosize
          minRows={2}
          {...form.getInputProps("reason")}
        />
        <TextInput
          label="Refund ID"
          description="Your refund ID. Each one counts once. Optional."
          maxLength={ORDER_ID_MAX}
          {...form.getInputProps("external_id")}
        />
        <Preview row={row} amount={Number(form.values.amount)} refundable={refundable} />
        <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
          Record refund
        </FormActions>
      </Stack>
    </form>
  );
}

/** Calculated by the server, like the refund itself. */
function Preview({ row, amount, refundable }: { row: ConversionRow; amount: number; refundable: number }): ReactNode {
  const { id: accountId } = useAccount();
  const [asked] = useDebouncedValue(amount, PAUSE_MS);
  const isValid = asked > 0 && asked <= refundable;
  const { data, error, isPlaceholderData } = useQuery({
    ...refundPreviewQuery(accountId, row.id, asked),
    enabled: isValid,
  });
  const context = { currency: row.commission_currency, affiliate: row.affiliate_name };
  const isCurrent = data !== undefined && !isPlaceholderData && asked === amount;
  const text = error ? messageOf(error) : isCurrent ? previewText(data, context) : "Calculating…";
  return (
    <Text component="output" display="block" size="sm" fw={500}>
      {isValid ? text : "Enter an amount to see what changes."}
    </Text>
  );
}

function bodyOf(
  values: { amount: number | string; reason: string; external_id: string },
  ownId: string | undefined,
): RecordRefundBody {
  const id = values.external_id.trim() === "" ? ownId : values.external_id.trim();
  return {
    amount: Number(values.amount),
    ...(values.reason.trim() === "" ? {} : { reason: values.reason.trim() }),
    ...(id === undefined ? {} : { external_id: id }),
  };
}

function doneText({ refund, conversion, claw_back: deduction }: RefundOutcome, row: ConversionRow): string {
  const recorded = `Recorded a refund of ${moneyText(refund.amount, refund.currency)}.`;
  if (deduction) {
    const amount = moneyText(deduction.amount, deduction.currency);
    return `${recorded} ${amount} will be deducted from the next payout to ${row.affiliate_name}.`;
  }
  return conversion.status === "rejected" && row.status !== "rejected"
    ? `${recorded} Nothing is left of the order, so the conversion is rejected.`
    : `${recorded} The commission is ${moneyText(conversion.commission, row.commission_currency)}.`;
}
