import type { AffiliateId } from "../../domain/ids.ts";
import type { Payout } from "../../domain/payout.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { findPayouts } from "../../store/payouts/payout-list.ts";
import { listStatusesInBatch } from "../../store/payouts/payout-batches.ts";
import type { MerchantContext } from "../context.ts";
import { createBatch } from "../payouts/create-batch.ts";
import { createPayout } from "../payouts/create-payout.ts";

/** Pays one affiliate, or everybody, what is ready to pay now. */
export async function createTestPayouts(
  context: MerchantContext,
  { affiliateId, currency }: { affiliateId: AffiliateId | undefined; currency: Currency },
): Promise<Payout[]> {
  if (affiliateId) return [await createPayout(context, { affiliateId, currency })];
  const { db, accountId, clock } = context;
  const batch = await createBatch(context, { currency, minimumMinor: 0n, asOf: clock.now() });
  const ids = (await listStatusesInBatch(db, accountId, batch.id)).map(({ id }) => id);
  return findPayouts(db, accountId, ids);
}
