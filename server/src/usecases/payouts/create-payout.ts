import { newPayoutFacts } from "../../domain/audit-facts.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { AppError } from "../../domain/errors.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import type { Batch, Payout } from "../../domain/payout.ts";
import { findAffiliatePerson } from "../../store/campaigns/affiliation-list.ts";
import { insertBatch, listCandidates } from "../../store/payouts/payout-batches.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { newBatch } from "./create-batch.ts";
import { findPayoutDetails } from "./payout-details.ts";
import { payCandidates } from "./advance-batch.ts";

export interface CreatePayout {
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
}

/** Pays one affiliate everything withdrawable, in a separate batch. */
export async function createPayout(context: MerchantContext, { affiliateId, currency }: CreatePayout): Promise<Payout> {
  requireRole(context, "owner");
  const { db, accountId, clock } = context;
  if (!(await findAffiliatePerson(db, accountId, affiliateId)))
    throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
  return db.transaction(async (tx) => {
    const terms = { currency, minimumMinor: 0n, asOf: clock.now() };
    const begun = newBatch(context, terms, { origin: "single", month: null });
    const batch: Batch = { ...begun, status: "made", madeAt: begun.createdAt };
    const candidates = await listCandidates(tx, batch, { affiliateId, limit: 1 });
    const [candidate] = candidates;
    if (!candidate) throw new AppError("nothing_to_pay");
    await insertBatch(tx, batch);
    const [payout] = await payCandidates(tx, context, { batch, candidates });
    if (payout) {
      await audit(tx, context, { action: "payout.created", subject: payout.id, after: newPayoutFacts(payout) });
      return payout;
    }
    const details = await findPayoutDetails(context, tx, [candidate.userId]);
    throw new AppError(details.size === 0 ? "no_payout_details" : "nothing_to_pay");
  });
}
