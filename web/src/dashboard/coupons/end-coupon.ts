import type { CouponRow } from "tributary-sdk/pages";
import { endCoupon } from "../../api/coupons.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** Asks, then ends a coupon. */
export function useEndCoupon(): (coupon: CouponRow) => void {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  return ({ id, code, holder }) =>
    confirm({
      title: `End ${code}?`,
      body: `Orders paid from now on no longer count for ${holder.name} by this code. Recorded orders stay. Ending it here does not end the discount in your shop.`,
      action: "End coupon",
      dangerous: true,
      run: () => change(endCoupon(accountId, id), () => `Ended ${code}.`),
    });
}
