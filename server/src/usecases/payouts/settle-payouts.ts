import type { Tx } from "../../db/database.ts";
import type { AuditAction } from "../../domain/audit.ts";
import { AppError } from "../../domain/errors.ts";
import type { PayoutId } from "../../domain/ids.ts";
import { payoutSteps } from "../../domain/ledger.ts";
import { applyPayoutAction, isLiving, type Payout, type PayoutAction, type Settlement } from "../../domain/payout.ts";
import { postPayoutSteps } from "../../store/ledger.ts";
import { lockPayouts, releaseLines, savePayouts, type PayoutChange } from "../../store/payouts.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../people/require-role.ts";

export interface SettlePayout extends Omit<Settlement, "now"> {
  readonly id: PayoutId;
  readonly action: PayoutAction;
}

export async function settlePayout(context: MerchantContext, { id, action, ...more }: SettlePayout): Promise<Payout> {
  requireRole(context, "owner");
  return context.db.transaction(async (tx) => {
    const [payout] = await lockPayouts(tx, context.accountId, [id]);
    if (!payout) throw new AppError("payout_not_found");
    const after = applyPayoutAction(payout, action, { ...more, now: context.clock.now() });
    await saveSettlements(tx, context, [{ from: payout.status, after, action }]);
    return after;
  });
}

/** Decided and locked already. */
export async function saveSettlements(
  tx: Tx,
  context: MerchantContext,
  changes: readonly PayoutChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const { accountId, actor, clock } = context;
  const at = clock.now();
  // Before they are saved and tallied: locks of conversions come before those of totals.
  const ended = changes.filter(({ after }) => !isLiving(after.status));
  if (ended.length > 0)
    await releaseLines(
      tx,
      accountId,
      ended.map(({ after }) => after.id),
    );
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
}

const auditActionOf = {
  mark_paid: "payout.paid",
  mark_failed: "payout.failed",
  cancel: "payout.cancelled",
} as const satisfies Record<PayoutAction, AuditAction>;
