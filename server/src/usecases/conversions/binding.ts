import type { Tx } from "../../db/database.ts";
import type { Binding } from "../../domain/customer.ts";
import { bindCustomer, rebindCustomer, saveFirstPayment } from "../../store/plans/customers.ts";
import type { Decision } from "./decide-order.ts";

/** What was read before the transaction has changed since. */
export class Outdated extends Error {}

export const isSame = (a: Binding | null, b: Binding | null): boolean =>
  a?.affiliationId === b?.affiliationId &&
  a?.boundAt.getTime() === b?.boundAt.getTime() &&
  a?.firstOrderAt?.getTime() === b?.firstOrderAt?.getTime();

/** Binds a customer by their first order, or to the affiliate whose click took them over. `isFree`: nothing was paid. */
export async function bind(
  tx: Tx,
  { campaign, attribution, order, bound, current }: Decision,
  { isFree } = { isFree: false },
): Promise<void> {
  const { affiliation, rebinds } = attribution;
  const { customerKey: key, paidAt } = order;
  if (!key) return;
  const customer = { accountId: campaign.accountId, campaignId: campaign.id, key };
  if (bound !== null && !rebinds) {
    if (!isFirstPayment(bound, paidAt)) return;
    if (!(await saveFirstPayment(tx, customer, { before: bound.firstOrderAt, paidAt }))) throw new Outdated();
    return;
  }
  const { id: affiliationId, affiliateId } = affiliation;
  const firstOrderAt = isFree ? null : paidAt;
  const to: Binding = { affiliationId, affiliateId, planId: current?.id ?? null, boundAt: paidAt, firstOrderAt };
  const done = bound ? await rebindCustomer(tx, customer, { from: bound, to }) : await bindCustomer(tx, customer, to);
  if (!done) throw new Outdated();
}

/** Whether the order is the first payment after a free one. A later payment may have arrived before it. */
const isFirstPayment = ({ boundAt, firstOrderAt }: Binding, paidAt: Date): boolean =>
  firstOrderAt === null || (paidAt >= boundAt && paidAt < firstOrderAt);
