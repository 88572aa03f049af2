import type { Tx } from "../../db/database.ts";
import type { Binding } from "../../domain/customer.ts";
import { bindCustomer, rebindCustomer, saveFirstPayment } from "../../store/plans/customers.ts";
import type { Decision } from "./decide-order.ts";

/** What was read before the transaction has changed since. */
export class Outdated extends Error {}

export const isSame = (a: Binding | null, b: Binding | null): boolean =>
  a?.affiliationId === b?.affiliationId && a?.boundAt.getTime() === b?.boundAt.getTime() && a?.unpaid === b?.unpaid;

/** Binds a customer by their first order, or to the affiliate whose click took them over. `unpaid`: the order is free. */
export async function bind(
  tx: Tx,
  { campaign, attribution, order, bound, current }: Decision,
  { unpaid } = { unpaid: false },
): Promise<void> {
  const { affiliation, rebinds } = attribution;
  const { customerKey: key, paidAt: boundAt } = order;
  if (!key) return;
  const customer = { accountId: campaign.accountId, campaignId: campaign.id, key };
  if (bound !== null && !rebinds) {
    if (bound.unpaid && !(await saveFirstPayment(tx, customer))) throw new Outdated();
    return;
  }
  const { id: affiliationId, affiliateId } = affiliation;
  const to: Binding = { affiliationId, affiliateId, planId: current?.id ?? null, boundAt, unpaid };
  const done = bound ? await rebindCustomer(tx, customer, { from: bound, to }) : await bindCustomer(tx, customer, to);
  if (!done) throw new Outdated();
}
