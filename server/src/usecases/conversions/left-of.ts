import type { Tx } from "../../db/database.ts";
import type { Conversion, Worth } from "../../domain/conversion.ts";
import { remainderIn, remainderOf, remaindersOf } from "../../domain/order-remainder.ts";
import { findOrderConversions } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { listRefunds } from "../../store/conversions/refunds.ts";

/** What refunds leave of a locked conversion. A plan decides that for its order as a whole. */
export async function leftOf(tx: Tx, conversion: Conversion): Promise<Worth> {
  const { accountId, id, planned, refundedMinor, hasRefunds, partOf } = conversion;
  if (!planned || (!hasRefunds && partOf === null)) return remainderOf(conversion, refundedMinor);
  const conversions = await findOrderConversions(tx, accountId, id);
  const refunds = await listRefunds(tx, accountId, (await findOrderOf(tx, conversion)).id);
  const counted = refunds.filter((refund) => refund.counted);
  return remainderIn(remaindersOf(conversions, counted), id).left;
}
