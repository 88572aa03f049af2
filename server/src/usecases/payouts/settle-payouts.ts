import type { Queryable, Tx } from "../../db/database.ts";
import type { AuditAction } from "../../domain/audit.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountId, PayoutId } from "../../domain/ids.ts";
import { payoutSteps } from "../../domain/ledger.ts";
import {
  applyPayoutAction,
  isReclaim,
  isRelease,
  needsSecondQuestion,
  type Payout,
  type PayoutAction,
  type PayoutChange,
  type Settlement,
} from "../../domain/payout.ts";
import { postPayoutSteps } from "../../store/ledger/ledger.ts";
import {
  findLineHolders,
  findSharedLines,
  lockLines,
  reclaimLines,
  releaseLines,
} from "../../store/payouts/payout-lines.ts";
import { lockPayouts, savePayouts } from "../../store/payouts/payouts.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export interface SettlePayout extends Omit<Settlement, "now"> {
  readonly id: PayoutId;
  readonly action: PayoutAction;
  /** The person has confirmed that a file includes the payout. */
  readonly althoughInFile?: boolean | undefined;
}

export async function settlePayout(
  context: MerchantContext,
  { id, action, althoughInFile = false, ...more }: SettlePayout,
): Promise<Payout> {
  requireRole(context, "owner");
  return context.db.transaction(async (tx) => {
    const [payout] = await lockPayouts(tx, context.accountId, [id]);
    if (!payout) throw new AppError("payout_not_found");
    const after = applyPayoutAction(payout, action, { ...more, now: context.clock.now() });
    if (needsSecondQuestion(payout, action) && !althoughInFile) throw new AppError("payout_in_file");
    const refused = await saveSettlements(tx, context, [{ from: payout.status, after, action }]);
    for (const error of refused.values()) throw error;
    return after;
  });
}

/** Saves the changes to locked payouts. Returns the payouts it did not change, with the reasons. */
export async function saveSettlements(
  tx: Tx,
  context: MerchantContext,
  decided: readonly PayoutChange[],
): Promise<Refusals> {
  const { accountId, actor, clock } = context;
  const at = clock.now();
  // Locked before anything is saved: conversions are always locked before totals.
  const lineChanges = decided.filter((change) => isRelease(change) || isReclaim(change));
  if (lineChanges.length > 0) await lockLines(tx, accountId, lineChanges.map(idOfChange));
  const refused = await refusedReclaims(tx, accountId, decided);
  const changes = decided.filter((change) => !refused.has(change.after.id));
  if (changes.length === 0) return refused;
  const released = changes.filter(isRelease).map(idOfChange);
  if (released.length > 0) await releaseLines(tx, accountId, released);
  const reclaimed = changes.filter(isReclaim).map(idOfChange);
  if (reclaimed.length > 0) await reclaimLines(tx, accountId, reclaimed);
  await savePayouts(tx, changes, { accountId, actor, at });
  const movements = changes.map(({ after, action, from }) => ({
    payoutId: after.id,
    steps: payoutSteps(action, from),
  }));
  await postPayoutSteps(tx, accountId, { movements, at });
  await audit(
    tx,
    context,
    changes.map(({ from, after, action }) => ({
      action: auditActionOf[action],
      subject: after.id,
      before: { status: from },
      after: { status: after.status, paid_on: action === "mark_paid" ? after.paidOn : null },
    })),
  );
  return refused;
}

export type Refusals = ReadonlyMap<PayoutId, AppError>;

const idOfChange = ({ after }: PayoutChange): PayoutId => after.id;

/** Ended payouts that should be paid after all, but whose lines are not all free, with the payout that holds them. */
export async function refusedReclaims(
  db: Queryable,
  accountId: AccountId,
  decided: readonly PayoutChange[],
): Promise<Refusals> {
  const refused = new Map<PayoutId, AppError>();
  const ids = decided.filter(isReclaim).map(idOfChange);
  if (ids.length === 0) return refused;
  // A payout that is decided to release the lines does not hold them any more.
  const releasing = decided.filter(isRelease).map(idOfChange);
  for (const { payoutId, holder } of await findLineHolders(db, accountId, { ids, releasing }))
    refused.set(payoutId, holder ? linesTaken(holder) : new AppError("payout_lines_rejected"));
  // If two payouts need the same line, the older one gets it.
  const shared = ids.length > 1 ? await findSharedLines(db, accountId, ids) : [];
  for (const { first, second } of shared)
    if (!refused.has(first) && !refused.has(second)) refused.set(second, linesTaken({ id: first, status: "paid" }));
  return refused;
}

function linesTaken({ id, status }: Pick<Payout, "id" | "status">): AppError {
  const todo =
    status === "paid"
      ? "If your bank returned that one, mark it as failed first. If it paid both, ask the affiliate to send one back."
      : "Cancel that payout first, then mark this one as paid.";
  const text = `The conversions of this payout are now part of ${id}, which is ${status === "paid" ? "paid" : "not paid yet"}. ${todo}`;
  return new AppError("payout_lines_taken", { text, facts: { payout_id: id } });
}

const auditActionOf = {
  mark_paid: "payout.paid",
  mark_failed: "payout.failed",
  cancel: "payout.cancelled",
} as const satisfies Record<PayoutAction, AuditAction>;
