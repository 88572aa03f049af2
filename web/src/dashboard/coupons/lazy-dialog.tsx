import { Suspense, type ReactNode } from "react";
import type { CouponRow } from "tributary-sdk/pages";
import { lazily } from "../../ui/lazy.ts";

const CreateDialog = lazily(() => import("./dialogs.ts"), "CreateDialog");
const MoveDialog = lazily(() => import("./dialogs.ts"), "MoveDialog");
const HistoryDialog = lazily(() => import("./dialogs.ts"), "HistoryDialog");

export type Opened =
  | { readonly dialog: "create" }
  | { readonly dialog: "move" | "history"; readonly coupon: CouponRow };

interface LazyDialogProps {
  readonly campaignId: string;
  readonly opened: Opened;
  readonly onClose: () => void;
}

/** Loads a dialog when it opens. */
export function LazyDialog({ campaignId, opened, onClose }: LazyDialogProps): ReactNode {
  return (
    <Suspense>
      {opened.dialog === "create" && <CreateDialog campaignId={campaignId} onClose={onClose} />}
      {opened.dialog === "move" && <MoveDialog campaignId={campaignId} coupon={opened.coupon} onClose={onClose} />}
      {opened.dialog === "history" && <HistoryDialog coupon={opened.coupon} onClose={onClose} />}
    </Suspense>
  );
}
