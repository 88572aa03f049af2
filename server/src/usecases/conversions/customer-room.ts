import type { Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { customerMax } from "../../domain/planned.ts";
import { countCustomer, lockCustomer } from "../../store/plans/customers.ts";

/**
 * How much more the customer of a locked conversion may pay under its plan; null: it has no limit per customer. From
 * here on, the customer's other orders wait, so that two cannot use the same room.
 */
export async function customerRoom(tx: Tx, conversion: Conversion): Promise<bigint | null> {
  const { accountId, campaignId, affiliationId, customerKey: key, commission } = conversion;
  const max = customerMax(conversion);
  if (!key || max === null) return null;
  const customer = { accountId, campaignId, key };
  lockCustomer(tx, customer);
  const { spentMinor } = await countCustomer(tx, customer, { affiliationId, currency: commission.currency });
  return max > spentMinor ? max - spentMinor : 0n;
}
