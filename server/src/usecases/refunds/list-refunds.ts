import { orRefuse } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import { refundableMinor, type Refund } from "../../domain/refund.ts";
import { findOrderConversions } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { listRefunds } from "../../store/conversions/refunds.ts";
import type { MerchantContext } from "../context.ts";

export interface RefundsOfConversion {
  /** Oldest first. */
  readonly refunds: readonly Refund[];
  /** How much more can be refunded. */
  readonly refundable: Money;
}

export async function listRefundsOf(
  { db, accountId }: MerchantContext,
  id: ConversionId,
): Promise<RefundsOfConversion> {
  const conversions = await findOrderConversions(db, accountId, id);
  const [first] = conversions;
  const { amount, ...order } = orRefuse(first, "conversion_not_found");
  const refundable = { ...amount, minor: refundableMinor(conversions) };
  return { refunds: await listRefunds(db, accountId, (await findOrderOf(db, order)).id), refundable };
}
