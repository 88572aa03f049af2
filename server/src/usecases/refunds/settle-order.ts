import type { Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { shareOut, type Refund } from "../../domain/refund.ts";
import type { MerchantContext } from "../context.ts";
import { settleConversion, type Cause, type Settled } from "./settle-conversion.ts";

export interface OrderToSettle {
  /** All conversions of the order, locked, the first one first. */
  readonly conversions: readonly Conversion[];
  /** All refunds of the order, oldest first. */
  readonly refunds: readonly Refund[];
  readonly cause: Cause;
  /** Settled even if its refunds stay the same. */
  readonly about: ConversionId;
}

/** Brings the conversions of an order in line with its refunds. Returns what became of the one that it is about. */
export async function settleOrder(tx: Tx, context: MerchantContext, order: OrderToSettle): Promise<Settled> {
  const { conversions, refunds, cause, about } = order;
  const shares = shareOut(
    conversions,
    refunds.filter(({ counted }) => counted),
  );
  let asked: Settled | undefined;
  for (const before of conversions) {
    const refundedMinor = shares.get(before.id) ?? 0n;
    if (before.id !== about && refundedMinor === before.refundedMinor) continue;
    const settled = await settleConversion(tx, context, { before, refundedMinor, cause });
    if (before.id === about) asked = settled;
  }
  if (!asked) throw new Error(`Conversion ${about} is not one of its order's.`);
  return asked;
}
