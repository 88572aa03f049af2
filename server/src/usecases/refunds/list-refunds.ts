import { orRefuse } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import type { Money } from "../../domain/money.ts";
import { refundableMinor, type Refund } from "../../domain/refund.ts";
import { findConversion } from "../../store/conversions/conversions.ts";
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
  const conversion = orRefuse(await findConversion(db, accountId, id), "conversion_not_found");
  const refundable = { ...conversion.amount, minor: refundableMinor(conversion) };
  return { refunds: await listRefunds(db, accountId, id), refundable };
}
