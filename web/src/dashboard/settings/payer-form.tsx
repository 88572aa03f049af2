import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { PAYER_NAME_MAX } from "tributary-sdk/limits";
import type { PayoutSettingsResponse } from "tributary-sdk/pages";
import { removePayer, savePayer } from "../../api/payout-settings.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { useFollowSaved } from "../../ui/form/follow-saved.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";

const NO_PAYER = { name: "", iban: "", bic: "" };

export function PayerForm({ payer }: { payer: PayoutSettingsResponse["payer"] }): ReactNode {
  const { id: accountId, test } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const saved = payer ? { name: payer.name, iban: inFours(payer.iban), bic: payer.bic ?? "" } : NO_PAYER;
  const form = useForm({
    initialValues: saved,
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the account holder." : null),
      iban: (value) => (value.trim() === "" ? "Enter the IBAN." : null),
    },
  });
  // An account is changed as a whole.
  useFollowSaved(form, saved, [["name", "iban", "bic"]]);
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    const { name, iban, bic } = values;
    const body = { name: name.trim(), iban: iban.trim(), ...(bic.trim() === "" ? {} : { bic: bic.trim() }) };
    await change(savePayer(accountId, body), () => "Saved. New SEPA files pay from this account.");
    form.resetDirty(values);
  });
  const remove = (): void =>
    confirm({
      title: "Remove the payer?",
      body: "You cannot create SEPA files until you add a payer again. Existing files do not change.",
      action: "Remove payer",
      dangerous: true,
      run: async () => {
        await change(removePayer(accountId), () => "Payer removed. Add one before you create a SEPA file.");
        form.setValues(NO_PAYER);
        form.resetDirty(NO_PAYER);
      },
    });
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="md" maw={480}>
        <TextInput
          label="Account holder"
          description="As registered with your bank, up to 70 characters."
          maxLength={PAYER_NAME_MAX}
          {...form.getInputProps("name")}
        />
        <TextInput
          label="IBAN"
          {...(test && { description: "Test mode accepts example IBANs only. Your live payer does not change." })}
          placeholder="DE89 3704 0044 0532 0130 00"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("iban")}
        />
        <TextInput
          label="BIC"
          description="Required for accounts outside the European Economic Area."
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("bic")}
        />
        <FormProblem text={problem} />
        <Group>
          <Button type="submit" loading={busy}>
            Save payer
          </Button>
          {payer !== null && (
            <Button variant="default" onClick={remove}>
              Remove payer
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Groups of four, as printed on bank statements. */
const inFours = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");
