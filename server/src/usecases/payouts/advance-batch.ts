import type { Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { orRefuse } from "../../domain/errors.ts";
import { payoutCreatedData } from "../../domain/events.ts";
import { carriersOf } from "../../formats/file-offer.ts";
import { idOf, type AccountId, type AffiliateId, type BatchId } from "../../domain/ids.ts";
import { payoutSteps } from "../../domain/ledger.ts";
import { payoutHint } from "../../domain/payout-details.ts";
import type { Batch, Payout } from "../../domain/payout.ts";
import { postPayoutSteps } from "../../store/ledger/ledger.ts";
import {
  listCandidates,
  lockBatch,
  saveBatchProgress,
  type BatchCandidate,
} from "../../store/payouts/payout-batches.ts";
import { announcePayouts } from "../../store/payouts/payout-events.ts";
import { makePayouts, type PayoutCandidate } from "../../store/payouts/payouts.ts";
import type { Services } from "../context.ts";
import { sendingOf } from "../twins/sending.ts";
import { findPayoutDetails } from "./payout-details.ts";

/** Affiliates per transaction: keeps locks short, memory low, and the work to repeat after a crash small. */
const AFFILIATES_AT_ONCE = 100;

/**
 * Creates the payouts of the next affiliates and saves the batch's progress, in one transaction. An interrupted batch
 * resumes after the last of them, so nobody is paid twice or skipped.
 */
export async function advanceBatch(
  services: Services,
  { accountId, id }: { accountId: AccountId; id: BatchId },
): Promise<Batch["status"]> {
  return services.db.transaction(async (tx) => {
    const batch = orRefuse(await lockBatch(tx, accountId, id), "batch_not_found");
    if (batch.status === "made") return batch.status;
    const candidates = await listCandidates(tx, batch, { limit: AFFILIATES_AT_ONCE });
    await payCandidates(tx, services, { batch, candidates });
    const isLast = candidates.length < AFFILIATES_AT_ONCE;
    const reached = candidates.at(-1)?.affiliateId ?? batch.reachedAffiliateId;
    await saveBatchProgress(tx, batch, { reached, madeAt: isLast ? services.clock.now() : null });
    return isLast ? "made" : "making";
  });
}

/**
 * Creates payouts for candidates with payout details who reach the minimum: lock · decide · save · post · announce, for
 * all of them at once.
 */
export async function payCandidates(
  tx: Tx,
  services: Services,
  { batch, candidates }: { batch: Batch; candidates: readonly BatchCandidate[] },
): Promise<Payout[]> {
  const { accountId, currency, minimumMinor, asOf, actor } = batch;
  const at = services.clock.now();
  const payable = await candidatesWithPayee(tx, services, { currency, candidates });
  if (payable.length === 0) return [];
  const payouts = await makePayouts(
    tx,
    { accountId, batchId: batch.id, currency, minimumMinor, asOf, actor, at },
    payable,
  );
  if (payouts.length === 0) return [];
  const steps = payoutSteps("create", "created");
  await postPayoutSteps(tx, accountId, { movements: payouts.map(({ id: payoutId }) => ({ payoutId, steps })), at });
  await announceAll(tx, services, { payouts, people: new Map(candidates.map((each) => [each.affiliateId, each])), at });
  return payouts;
}

/** Copies the current payout details into the payout; later changes do not redirect it. */
async function candidatesWithPayee(
  tx: Tx,
  services: Services,
  { currency, candidates }: { currency: Currency; candidates: readonly BatchCandidate[] },
): Promise<PayoutCandidate[]> {
  const details = await findPayoutDetails(
    services,
    tx,
    candidates.map(({ userId }) => userId),
  );
  return candidates.flatMap(({ affiliateId, userId }) => {
    const payee = details.get(userId);
    if (!payee) return [];
    const id = idOf("payout", services.random.uuid(services.clock.now()));
    const payeeEncrypted = services.payoutDetailsBox.seal(JSON.stringify(payee), id);
    const carriers = carriersOf(payee, currency);
    return { id, affiliateId, method: payee.kind, accountHint: payoutHint(payee), payeeEncrypted, carriers };
  });
}

async function announceAll(
  tx: Tx,
  services: Services,
  { payouts, people, at }: { payouts: readonly Payout[]; people: ReadonlyMap<AffiliateId, BatchCandidate>; at: Date },
): Promise<void> {
  const events = payouts.map((payout) => {
    const person = people.get(payout.affiliateId);
    if (!person) throw new Error(`Payout ${payout.id} has no payee.`);
    const data = payoutCreatedData({ ...payout, conversionCount: payout.conversions }, person);
    return { id: idOf("event", services.random.uuid(at)), payoutId: payout.id, data };
  });
  const [first] = payouts;
  if (first) await announcePayouts(tx, first.accountId, { events, createdAt: at, ...sendingOf(services, at) });
}
