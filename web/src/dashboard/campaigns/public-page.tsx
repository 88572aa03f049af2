import { Alert, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Suspense, type ReactNode } from "react";
import type { Campaign } from "tributary-sdk";
import { PAGE_SLUG_MAX } from "tributary-sdk/limits";
import type { ApplicationPageResponse } from "tributary-sdk/pages";
import { campaignPageQuery, savePage } from "../../api/applications.ts";
import { personQuery } from "../../api/session.ts";
import { changedFields } from "../../ui/form/changed-fields.ts";
import { useFollowSaved } from "../../ui/form/follow-saved.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { lazily } from "../../ui/lazy.ts";
import { Section } from "../../ui/section.tsx";
import { LoadedForm } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { SharedLink } from "../shared/shared-link.tsx";

const QrCode = lazily(() => import("../../ui/qr-code.tsx"), "QrCode");

/** The page where anybody can apply to the campaign. */
export function PublicPage({ campaign }: { campaign: Campaign }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const query = useQuery(campaignPageQuery(accountId, campaign.id));
  return (
    <Section title="Public page" note="One link for everybody: people read your terms and apply.">
      <LoadedForm query={query}>
        {({ page }) => (
          <Stack gap="lg" maw={560}>
            {page.open && <OpenPage page={page} campaign={campaign} />}
            {canManage && <PageForm page={page} campaign={campaign} />}
            {!canManage && !page.open && <Text size="sm">The page is not open.</Text>}
          </Stack>
        )}
      </LoadedForm>
    </Section>
  );
}

type Page = ApplicationPageResponse["page"];

function OpenPage({ page, campaign }: { page: Page; campaign: Campaign }): ReactNode {
  return (
    <Stack gap="md">
      {campaign.status !== "active" && (
        <Alert color="orange" variant="light">
          The campaign is {campaign.status}, so the page accepts no applications.
        </Alert>
      )}
      <SharedLink url={page.url} title={campaign.name} />
      <Suspense>
        <QrCode text={page.url} name={page.slug} label={`QR code of the public page of ${campaign.name}`} />
      </Suspense>
    </Stack>
  );
}

function PageForm({ page, campaign }: { page: Page; campaign: Campaign }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const saved = { slug: page.slug, open: page.open };
  const form = useForm({ initialValues: saved });
  useFollowSaved(form, saved, []);
  const fields = { page_slug_taken: ["slug"] } as const;
  const { submit, busy, problem } = useSubmit({ form, fields }, async (values) => {
    const changed = changedFields(form, values);
    // A suggested address is saved only if the reader has seen it.
    const body = page.saved ? changed : values;
    await change(savePage(accountId, campaign.id, body), ({ page: { open } }) =>
      open ? "The page is open for applications." : "The page is closed.",
    );
    form.resetDirty({ ...form.getInitialValues(), ...changed });
  });
  const prefix = page.url.slice(0, -page.slug.length);
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="md">
        <Switch
          label="Accept applications"
          description={<WhoGetsIn isPrivate={campaign.visibility === "private"} />}
          {...form.getInputProps("open", { type: "checkbox" })}
        />
        <TextInput
          label="Address"
          description={`${prefix}${form.values.slug}`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={PAGE_SLUG_MAX}
          {...form.getInputProps("slug")}
        />
        <FormActions problem={problem} busy={busy} disabled={!form.isDirty()}>
          Save page
        </FormActions>
      </Stack>
    </form>
  );
}

function WhoGetsIn({ isPrivate }: { isPrivate: boolean }): ReactNode {
  const mailed = useQuery(personQuery).data?.mail_is_sent !== false;
  if (!mailed)
    return "This server sends no email. Applicants appear under Affiliates → Invitations, and you send them their link.";
  return isPrivate
    ? "You approve each person, because the campaign is private."
    : "People are active right away, because the campaign is public.";
}
