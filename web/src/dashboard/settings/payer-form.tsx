import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { PAYER_NAME_MAX } from "tributary-sdk/limits";
import type { PayoutSettingsAnswer } from "tributary-sdk/pages";
import { removePayer, savePayer } from "../../api/payout-settings.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";

export function PayerForm({ payer }: { payer: PayoutSettingsAnswer["payer"] }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const form = useForm({
    initialValues: { name: payer?.name ?? "", iban: inFours(payer?.iban ?? ""), bic: payer?.bic ?? "" },
    validate: {
      name: (value) => (value.trim() === "" ? "The account's holder, as the bank knows it." : null),
      iban: (value) => (value.trim() === "" ? "The IBAN of the account." : null),
    },
  });
  const { submit, busy, problem } = useSubmit({ form }, async ({ name, iban, bic }) => {
    const body = { name: name.trim(), iban: iban.trim(), ...(bic.trim() === "" ? {} : { bic: bic.trim() }) };
    await change(
      savePayer(accountId, body),
      () => "Saved. SEPA files that are written from now on pay from this account.",
    );
  });
  const forget = (): void =>
    confirm({
      title: "Forget the payer?",
      body: "SEPA files cannot be written until it is filled in again. Files that were written stay as they are.",
      action: "Forget payer",
      dangerous: true,
      run: () => change(removePayer(accountId), () => "Forgotten. SEPA files cannot be written."),
    });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <TextInput
          label="Account holder"
          description="As the bank knows it, up to 70 characters."
          maxLength={PAYER_NAME_MAX}
          {...form.getInputProps("name")}
        />
        <TextInput
          label="IBAN"
          placeholder="DE89 3704 0044 0532 0130 00"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("iban")}
        />
        <TextInput
          label="BIC"
          description="Needed for accounts outside the European Economic Area."
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
            <Button variant="default" onClick={forget}>
              Forget payer
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** As on paper: four by four. */
const inFours = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");
