import { Stack, Text } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import type { AffiliationRow, CouponRow } from "tributary-sdk/pages";
import { moveCoupon } from "../../api/coupons.ts";
import { messageOf } from "../../api/failure.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { HolderSelect } from "./holder-select.tsx";

interface MoveDialogProps {
  readonly campaignId: string;
  readonly coupon: CouponRow;
  readonly onClose: () => void;
}

export function MoveDialog(props: MoveDialogProps): ReactNode {
  return (
    <Dialog opened onClose={props.onClose} title={`Move ${props.coupon.code} to another affiliate`}>
      <MoveForm {...props} />
    </Dialog>
  );
}

function MoveForm({ campaignId, coupon, onClose }: MoveDialogProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const [to, setTo] = useState<Pick<AffiliationRow, "id" | "name" | "email">>();
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { code, holder } = coupon;
  const move = async (): Promise<void> => {
    if (!to) return setMissing(true);
    setBusy(true);
    setProblem(undefined);
    try {
      const work = moveCoupon(accountId, coupon.id, { affiliate_id: to.id });
      await change(work, () => `Moved ${code}. Orders paid from now on count for ${to.name}.`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void move();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <HolderSelect
          campaignId={campaignId}
          label="New holder"
          except={holder.affiliate_id}
          value={to}
          onChange={(person) => {
            setTo(person);
            setMissing(false);
          }}
          error={missing && "Choose who gets the orders."}
        />
        <Text size="sm" component="output">
          Orders paid from now on count for {to?.name ?? "the new holder"}. Orders paid before stay with {holder.name},
          even if the shop reports them later.
        </Text>
        <FormActions problem={problem} busy={busy} inDialog onCancel={onClose}>
          Move coupon
        </FormActions>
      </Stack>
    </form>
  );
}
