import type { PayoutMethod } from "tributary-sdk/words";
import { Button, Group, PasswordInput, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { OTHER_DETAILS_MAX } from "tributary-sdk/limits";
import type { PortalProfileBody } from "tributary-sdk/pages";
import { changeProfile, portalKey } from "../../api/portal.ts";
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

/** Asks for the password: a session that was left open must not send somebody's money elsewhere. */
export function PayoutForm({ name, onDone }: { name: string; onDone: () => void }): ReactNode {
  const change = useChangeOf(portalKey());
  const form = useForm<Values>({
    initialValues: { kind: "iban", holder: name, iban: "", bic: "", email: "", text: "", password: "" },
    validate: {
      iban: (value, { kind }) => (kind === "iban" && value.trim() === "" ? "The IBAN of your account." : null),
      email: (value, { kind }) => (kind === "paypal" && !value.includes("@") ? "Your PayPal e-mail address." : null),
      text: (value, { kind }) => (kind === "other" && value.trim() === "" ? "How you want to be paid." : null),
      password: (value) => (value === "" ? "Your password, so that nobody else can change this." : null),
    },
  });
  const fields = { wrong_password: ["password", "The password is wrong."] } as const;
  const { submit, busy, problem } = useSubmit({ form, leaves: true, fields }, async (values) => {
    await change(
      changeProfile({ payout_details: detailsOf(values), password: values.password }),
      () => "Saved. Payouts made from now on go there.",
    );
    onDone();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={440}>
        <SegmentedControl
          aria-label="How to be paid"
          data={kinds}
          transitionDuration={80}
          {...form.getInputProps("kind")}
        />
        <TextInput label="Holder" autoComplete="name" {...form.getInputProps("holder")} />
        {form.values.kind === "iban" && (
          <>
            <TextInput
              label="IBAN"
              description="With its check digits; spaces do not matter."
              autoComplete="off"
              {...form.getInputProps("iban")}
            />
            <TextInput
              label="BIC"
              description="Needed for accounts outside the European Economic Area."
              autoComplete="off"
              {...form.getInputProps("bic")}
            />
          </>
        )}
        {form.values.kind === "paypal" && (
          <TextInput label="PayPal e-mail" type="email" autoComplete="email" {...form.getInputProps("email")} />
        )}
        {form.values.kind === "other" && (
          <Textarea
            label="How to pay you"
            description="Agree on it with the merchant first: not everybody can pay every way."
            maxLength={OTHER_DETAILS_MAX}
            autosize
            minRows={3}
            {...form.getInputProps("text")}
          />
        )}
        <PasswordInput label="Your password" autoComplete="current-password" {...form.getInputProps("password")} />
        <FormProblem text={problem} />
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            Save payout details
          </Button>
          <Button variant="default" onClick={onDone} disabled={busy}>
            Cancel
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
