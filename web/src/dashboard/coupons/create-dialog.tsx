import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { COUPON_MAX } from "tributary-sdk/limits";
import type { AffiliationRow, CreateCouponBody } from "tributary-sdk/pages";
import { createCoupon } from "../../api/coupons.ts";
import { timeZone } from "../../format/dates.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { HolderSelect } from "./holder-select.tsx";

interface CreateDialogProps {
  readonly campaignId: string;
  readonly onClose: () => void;
}

interface Values {
  readonly code: string;
  readonly affiliate: Pick<AffiliationRow, "id" | "name" | "email"> | undefined;
  /** Empty: now. */
  readonly starts_at: string;
}

export function CreateDialog(props: CreateDialogProps): ReactNode {
  return (
    <Dialog opened onClose={props.onClose} title="Create coupon">
      <CreateForm {...props} />
    </Dialog>
  );
}

function CreateForm({ campaignId, onClose }: CreateDialogProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const form = useForm<Values>({
    initialValues: { code: "", affiliate: undefined, starts_at: "" },
    validate: {
      code: (code) => (code.trim() === "" ? "Enter the code." : null),
      affiliate: (affiliate) => (affiliate ? null : "Choose who gets the orders."),
      starts_at: (at) => (at !== "" && Number.isNaN(Date.parse(at)) ? "Enter a date and time." : null),
    },
  });
  const fields = {
    coupon_taken: ["code"],
    affiliate_not_found: ["affiliate"],
  } as const;
  const { submit, busy, problem } = useSubmit({ form, fields, leaves: true }, async (values) => {
    const name = values.affiliate?.name ?? "the affiliate";
    await change(
      createCoupon(accountId, campaignId, bodyOf(values)),
      ({ coupon }) => `Created ${coupon.code}. Orders with it count for ${name}.`,
    );
    onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Code"
          description="As customers enter it. Upper and lower case are the same."
          placeholder="ADA10"
          maxLength={COUPON_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps("code")}
        />
        <HolderSelect
          campaignId={campaignId}
          label="Affiliate"
          value={form.values.affiliate}
          onChange={(person) => form.setFieldValue("affiliate", person)}
          error={form.errors["affiliate"]}
        />
        <TextInput
          label="Valid from (optional)"
          type="datetime-local"
          description={`Only if the code was in use before, up to 90 days ago. In your time zone (${timeZone}).`}
          {...form.getInputProps("starts_at")}
        />
        <Text size="sm" c="dimmed">
          Tributary only tracks the code. Create the discount with the same code in your shop.
        </Text>
        <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
          Create coupon
        </FormActions>
      </Stack>
    </form>
  );
}

const bodyOf = ({ code, affiliate, starts_at: at }: Values): CreateCouponBody => ({
  code: code.trim(),
  affiliate_id: affiliate?.id ?? "",
  ...(at === "" ? {} : { starts_at: new Date(at).toISOString() }),
});
