import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { PAYMENT_REFERENCE_MAX } from "tributary-sdk/limits";
import type { PayoutRow } from "tributary-sdk/pages";
import { markPaid } from "../../api/payouts.ts";
import { destinationText } from "../../words/payouts.ts";
import { useNow } from "../../ui/clock.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { localDayAt } from "../../format/dates.ts";
import { moneyText } from "../../format/numbers.ts";
import { day } from "../../format/search-params.ts";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";

export function PaidDialog({ payout, onClose }: { payout: PayoutRow | undefined; onClose: () => void }): ReactNode {
  return (
    <Dialog opened={payout !== undefined} onClose={onClose} title="Mark as paid">
      {payout && <PaidForm payout={payout} onDone={onClose} />}
    </Dialog>
  );
}

function PaidForm({ payout, onDone }: { payout: PayoutRow; onDone: () => void }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const today = localDayAt(useNow());
  const form = useForm({
    initialValues: { reference: "", paid_on: today },
    validate: { paid_on: (value) => (day(value) === undefined ? "Enter the payment date." : null) },
  });
  const amount = moneyText(payout.amount, payout.currency);
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ reference, paid_on }) => {
    const body = { paid_on, ...(reference.trim() === "" ? {} : { reference: reference.trim() }) };
    await change(
      markPaid(accountId, payout.id, body),
      () => `Marked ${amount} to ${payout.affiliate_name} as paid. The affiliate sees it too.`,
    );
    onDone();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {amount} to {payout.affiliate_name}, {destinationText(payout.method, payout.account_hint)}.
        </Text>
        {payout.status !== "created" && (
          <Text size="sm">
            This payout {payout.status === "failed" ? "failed" : "was cancelled"}. Mark it as paid only if your bank
            paid it after all. Its conversions then move back to it, unless another payout has them now.
          </Text>
        )}
        <TextInput type="date" label="Paid on" {...form.getInputProps("paid_on")} />
        <TextInput
          label="Reference"
          description="As shown on your bank statement. Visible to the affiliate. Optional."
          maxLength={PAYMENT_REFERENCE_MAX}
          data-autofocus
          {...form.getInputProps("reference")}
        />
        <FormActions problem={problem} busy={busy} inDialog onCancel={onDone} cancelLabel="Not yet">
          Mark as paid
        </FormActions>
      </Stack>
    </form>
  );
}
