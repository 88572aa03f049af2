import type { Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { NOTHING_REFUNDED, shareOut, type Share } from "../../domain/refund.ts";
import { findOrderConversions } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { listRefunds } from "../../store/conversions/refunds.ts";

/** What refunds took from a locked conversion. Only a plan asks which items came back. */
export async function refundedShare(tx: Tx, conversion: Conversion): Promise<Share> {
  const { accountId, id, planned, refundedMinor } = conversion;
  if (refundedMinor === 0n) return NOTHING_REFUNDED;
  if (!planned) return { minor: refundedMinor, itemized: [] };
  const conversions = await findOrderConversions(tx, accountId, id);
  const refunds = await listRefunds(tx, accountId, (await findOrderOf(tx, conversion)).id);
  const shares = shareOut(
    conversions,
    refunds.filter(({ counted }) => counted),
  );
  return shares.get(id) ?? NOTHING_REFUNDED;
}
