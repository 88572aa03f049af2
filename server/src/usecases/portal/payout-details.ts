import type { Tx } from "../../db/database.ts";
import type { UserId } from "../../domain/ids.ts";
import { payoutHint, type PayoutDetails } from "../../domain/payout-details.ts";
import { shareSealedPayoutDetails, type SealedPayoutDetails } from "../../store/payout-details.ts";
import type { Services } from "../context.ts";

/** A statement carries so many ids at once. */
const OPENED_AT_ONCE = 5_000;

/** Of those who have given any: for whoever pays them, in the transaction that does. */
export async function findPayoutDetails(
  { payoutDetailsBox }: Pick<Services, "payoutDetailsBox">,
  tx: Tx,
  userIds: readonly UserId[],
): Promise<Map<UserId, PayoutDetails>> {
  const found = new Map<UserId, PayoutDetails>();
  for (let start = 0; start < userIds.length; start += OPENED_AT_ONCE) {
    const sealed = await shareSealedPayoutDetails(tx, userIds.slice(start, start + OPENED_AT_ONCE));
    for (const details of sealed) found.set(details.userId, openPayoutDetails({ payoutDetailsBox }, details));
  }
  return found;
}

export function openPayoutDetails(
  { payoutDetailsBox }: Pick<Services, "payoutDetailsBox">,
  { userId, sealed }: Pick<SealedPayoutDetails, "userId" | "sealed">,
): PayoutDetails {
  return JSON.parse(payoutDetailsBox.open(sealed, userId)) as PayoutDetails;
}

export function sealPayoutDetails(
  { payoutDetailsBox }: Pick<Services, "payoutDetailsBox">,
  details: PayoutDetails,
  { userId, changedAt }: { userId: UserId; changedAt: Date },
): SealedPayoutDetails {
  const sealed = payoutDetailsBox.seal(JSON.stringify(details), userId);
  return { userId, kind: details.kind, hint: payoutHint(details), sealed, changedAt };
}
