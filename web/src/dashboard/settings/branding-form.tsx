import { ColorInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { COVER_LINE_MAX, SENDER_NAME_MAX } from "tributary-sdk/limits";
import type { BrandingBody, BrandingResponse } from "tributary-sdk/pages";
import { brandingQuery, changeBranding } from "../../api/branding.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { changedFields } from "../../ui/form/changed-fields.ts";
import { useFollowSaved } from "../../ui/form/follow-saved.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { Accented, Letterhead } from "../../ui/merchant-brand.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadedForm } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { LogoField } from "./logo-field.tsx";

type Branding = BrandingResponse["branding"];

/** How affiliates see the merchant. */
export function BrandingSection(): ReactNode {
  const { id, name, canManage, test } = useAccount();
  const query = useQuery(brandingQuery(id));
  return (
    <Section
      title="Branding"
      note={
        test
          ? "Shown to test affiliates. Your live branding does not change."
          : "Shown to affiliates on invitations and in the portal."
      }
    >
      <LoadedForm query={query}>
        {({ branding }) =>
          canManage ? (
            <Stack gap="lg" maw={480}>
              <LogoField branding={branding} />
              <BrandingForm branding={branding} />
            </Stack>
          ) : (
            <Letterhead name={name} brand={branding} />
          )
        }
      </LoadedForm>
    </Section>
  );
}

interface Values {
  accent: string;
  sender_name: string;
  cover_line: string;
}

function BrandingForm({ branding }: { branding: Branding }): ReactNode {
  const { id } = useAccount();
  const change = useChange();
  const saved: Values = {
    accent: branding.accent ?? "",
    sender_name: branding.sender_name ?? "",
    cover_line: branding.cover_line ?? "",
  };
  const form = useForm<Values>({ initialValues: saved });
  useFollowSaved(form, saved, []);
  const fields = { accent_unreadable: ["accent"] } as const;
  const { submit, busy, problem } = useSubmit({ form, fields }, async (values) => {
    const changed = changedFields(form, values);
    const body: BrandingBody = Object.fromEntries(
      Object.entries(changed).map(([field, text]) => [field, textOrNull(text)]),
    );
    await change(changeBranding(id, body), () => "Branding saved.");
    form.resetDirty({ ...form.getInitialValues(), ...changed });
  });
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="md">
        <ColorInput
          label="Accent colour"
          description="The colour of buttons. White text on it must be readable."
          placeholder="#0b625e"
          format="hex"
          withEyeDropper={false}
          {...form.getInputProps("accent")}
        />
        <TextInput
          label="Cover line"
          description="One line about your shop, below its name."
          maxLength={COVER_LINE_MAX}
          {...form.getInputProps("cover_line")}
        />
        <TextInput
          label="Sender name"
          description="Shown as the sender of emails to affiliates."
          maxLength={SENDER_NAME_MAX}
          {...form.getInputProps("sender_name")}
        />
        <Accented accent={branding.accent}>
          <FormActions problem={problem} busy={busy} disabled={!form.isDirty()}>
            Save branding
          </FormActions>
        </Accented>
      </Stack>
    </form>
  );
}

const textOrNull = (value: string): string | null => (value.trim() === "" ? null : value.trim());
