import type { PayoutMethod } from "tributary-sdk/words";
import { Button, Group, PasswordInput, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import { OTHER_DETAILS_MAX } from "tributary-sdk/limits";
import type { PortalProfileBody } from "tributary-sdk/pages";
import { changeProfile, portalKey } from "../../api/portal.ts";
import { worldPath } from "../../api/world.ts";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useChangeOf } from "../../ui/notice/change.ts";

interface Values {
  kind: PayoutMethod;
  holder: string;
  iban: string;
  bic: string;
  email: string;
  text: string;
  password: string;
}

const kinds: { value: Values["kind"]; label: string }[] = [
  { value: "iban", label: "Bank account" },
  { value: "paypal", label: "PayPal" },
  { value: "other", label: "Other" },
];

/** Test people have none. */
const needsPassword = worldPath === "";

interface PayoutFormProps {
  readonly name: string;
  readonly onDone: () => void;
  readonly cancelLabel?: string;
  /** The password that the person has just typed on the same page. */
  readonly knownPassword?: string | undefined;
}

/** Asks for the password, so that an unattended session cannot redirect payouts. */
export function PayoutForm({ name, onDone, cancelLabel = "Cancel", knownPassword }: PayoutFormProps): ReactNode {
  const change = useChangeOf(portalKey());
  const form = useForm<Values>({
    initialValues: {
      kind: "iban",
      holder: name,
      iban: "",
      bic: "",
      email: "",
      text: "",
      password: knownPassword ?? "",
    },
    validate: {
      iban: (value, { kind }) => (kind === "iban" && value.trim() === "" ? "Enter your IBAN." : null),
      email: (value, { kind }) =>
        kind === "paypal" && !value.includes("@") ? "Enter your PayPal email address." : null,
      text: (value, { kind }) => (kind === "other" && value.trim() === "" ? "Describe how you want to be paid." : null),
      password: (value) => (value === "" && needsPassword ? "Enter your password to confirm the change." : null),
    },
  });
  const fields = { wrong_password: ["password", "Wrong password."] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    await change(
      changeProfile({
        payout_details: detailsOf(values),
        ...(values.password === "" ? {} : { password: values.password }),
      }),
      () => "Payout details saved. They apply to new payouts.",
    );
    onDone();
  });
  // The known password may be refused: it was changed in another tab.
  const [asksPassword, setAsksPassword] = useState(needsPassword && knownPassword === undefined);
  if (!asksPassword && form.errors["password"] !== undefined) setAsksPassword(true);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={440}>
        <SegmentedControl
          aria-label="Payout method"
          data={kinds}
          transitionDuration={80}
          {...form.getInputProps("kind")}
        />
        <TextInput label="Account holder" autoComplete="name" {...form.getInputProps("holder")} />
        {form.values.kind === "iban" && (
          <>
            <TextInput
              label="IBAN"
              description="With or without spaces."
              autoComplete="off"
              {...form.getInputProps("iban")}
            />
            <TextInput
              label="BIC"
              description="Required for accounts outside the European Economic Area."
              autoComplete="off"
              {...form.getInputProps("bic")}
            />
          </>
        )}
        {form.values.kind === "paypal" && (
          <TextInput label="PayPal email" type="email" autoComplete="email" {...form.getInputProps("email")} />
        )}
        {form.values.kind === "other" && (
          <Textarea
            label="How to pay you"
            description="Check with the merchant first that they can pay this way."
            maxLength={OTHER_DETAILS_MAX}
            autosize
            minRows={3}
            {...form.getInputProps("text")}
          />
        )}
        {asksPassword && (
          <PasswordInput label="Your password" autoComplete="current-password" {...form.getInputProps("password")} />
        )}
        <FormProblem text={problem} />
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            Save payout details
          </Button>
          <Button variant="default" onClick={onDone} disabled={busy}>
            {cancelLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function detailsOf(values: Values): NonNullable<PortalProfileBody["payout_details"]> {
  const holder = values.holder.trim() === "" ? {} : { holder: values.holder.trim() };
  if (values.kind === "paypal") return { kind: "paypal", email: values.email.trim(), ...holder };
  if (values.kind === "other") return { kind: "other", text: values.text.trim(), ...holder };
  const bic = values.bic.trim() === "" ? {} : { bic: values.bic.trim() };
  return { kind: "iban", iban: values.iban.trim(), ...bic, ...holder };
}
