import type { Tx } from "../../db/database.ts";
import type { UserId } from "../../domain/ids.ts";
import { payoutHint, type PayoutDetails } from "../../domain/payout-details.ts";
import { shareSealedPayoutDetails, type SealedPayoutDetails } from "../../store/payouts/payout-details.ts";
import type { Services } from "../context.ts";

/** A statement carries so many ids at once. */
const OPENED_AT_ONCE = 5_000;

/** Of those who have given any that can be read: for whoever pays them, in the transaction that does. */
export async function findPayoutDetails(
  { payoutDetailsBox }: Pick<Services, "payoutDetailsBox">,
  tx: Tx,
  userIds: readonly UserId[],
): Promise<Map<UserId, PayoutDetails>> {
  const found = new Map<UserId, PayoutDetails>();
  for (let start = 0; start < userIds.length; start += OPENED_AT_ONCE) {
    const sealed = await shareSealedPayoutDetails(tx, userIds.slice(start, start + OPENED_AT_ONCE));
    for (const each of sealed) {
      const details = openPayoutDetails({ payoutDetailsBox }, each);
      if (details) found.set(each.userId, details);
    }
  }
  return found;
}

/** Undefined after the installation's secret was lost: then they are asked for again, and nobody else waits for them. */
export function openPayoutDetails(
  { payoutDetailsBox }: Pick<Services, "payoutDetailsBox">,
  { userId, sealed }: Pick<SealedPayoutDetails, "userId" | "sealed">,
): PayoutDetails | undefined {
  const opened = payoutDetailsBox.openIfPossible(sealed, userId);
  return opened === undefined ? undefined : (JSON.parse(opened) as PayoutDetails);
}

export function sealPayoutDetails(
  { payoutDetailsBox }: Pick<Services, "payoutDetailsBox">,
  details: PayoutDetails,
  { userId, changedAt }: { userId: UserId; changedAt: Date },
): SealedPayoutDetails {
  const sealed = payoutDetailsBox.seal(JSON.stringify(details), userId);
  return { userId, kind: details.kind, hint: payoutHint(details), sealed, changedAt };
}
