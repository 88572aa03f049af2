import type { Tx } from "../../db/database.ts";
import type { UserId } from "../../domain/ids.ts";
import { payoutHint, type PayoutDetails } from "../../domain/payout-details.ts";
import { shareSealedPayoutDetails, type SealedPayoutDetails } from "../../store/payouts/payout-details.ts";
import type { Services } from "../context.ts";

/** IDs per SQL statement. */
const OPENED_AT_ONCE = 5_000;

/** Payout details of these people, read in the transaction that pays them. Missing or unreadable ones are left out. */
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

/** undefined if the installation's secret was lost: the person has to enter them again. */
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
