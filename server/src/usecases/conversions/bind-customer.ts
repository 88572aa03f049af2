import type { MerchantContext } from "../context.ts";
import { decideOrder } from "./decide-order.ts";
import { bind, Outdated } from "./binding.ts";
import { orderOf, readFacts, type TrackConversion } from "./track-conversion.ts";

/** Binds the customer of a trial or a free order, which is no conversion. A customer who is bound stays as they are. */
export async function bindFreeOrder(context: MerchantContext, input: TrackConversion): Promise<void> {
  const { db } = context;
  const { facts, customerKey } = await readFacts(context, input);
  const decision = await decideOrder(db, facts, orderOf(context, input, customerKey));
  if (decision.bound) return;
  try {
    await db.transaction((tx) => bind(tx, decision, { isFree: true }));
  } catch (error) {
    // Bound by another order in the meantime.
    if (!(error instanceof Outdated)) throw error;
  }
}
