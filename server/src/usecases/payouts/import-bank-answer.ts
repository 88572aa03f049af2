import { readBankAnswer, type BankLine } from "../../domain/bank-answer.ts";
import { AppError } from "../../domain/errors.ts";
import { applyPayoutAction, type Payout, type PayoutAction } from "../../domain/payout.ts";
import { findPayouts } from "../../store/payout-lists.ts";
import { lockPayouts, type PayoutChange } from "../../store/payouts.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../people/require-role.ts";
import { saveSettlements } from "./settle-payouts.ts";

export type ImportedLine =
  | { readonly outcome: "change"; readonly line: BankLine; readonly change: PayoutChange }
  | { readonly outcome: "unchanged"; readonly line: BankLine; readonly payout: Payout }
  | { readonly outcome: "refused"; readonly line: BankLine; readonly error: AppError };

/** What importing this file now would do, line by line. */
export async function previewBankAnswer(context: MerchantContext, csv: string): Promise<ImportedLine[]> {
  requireRole(context, "owner");
  const lines = linesOf(csv);
  return decide(context, lines, await findPayouts(context.db, context.accountId, idsOf(lines)));
}

/** All of it in one transaction: a line that is refused stands in nobody's way, and a crash leaves nothing half done. */
export async function importBankAnswer(context: MerchantContext, csv: string): Promise<ImportedLine[]> {
  requireRole(context, "owner");
  const lines = linesOf(csv);
  return context.db.transaction(async (tx) => {
    const decided = decide(context, lines, await lockPayouts(tx, context.accountId, idsOf(lines)));
    await saveSettlements(
      tx,
      context,
      decided.flatMap((each) => (each.outcome === "change" ? [each.change] : [])),
    );
    return decided;
  });
}

function linesOf(csv: string): BankLine[] {
  const lines = readBankAnswer(csv);
  if (typeof lines === "string") throw new AppError("invalid_request", { text: lines });
  return lines;
}

const idsOf = (lines: readonly BankLine[]) => lines.flatMap(({ payoutId }) => payoutId ?? []);

const actions = { paid: "mark_paid", failed: "mark_failed" } as const satisfies Record<string, PayoutAction>;

function decide(context: MerchantContext, lines: readonly BankLine[], payouts: readonly Payout[]): ImportedLine[] {
  const byId = new Map<string, Payout>(payouts.map((payout) => [payout.id, payout]));
  const seen = new Set<string>();
  return lines.map((line) => {
    const { payoutId } = line;
    const payout = payoutId === null ? undefined : byId.get(payoutId);
    const decided = decideLine(context, { line, payout, repeated: payoutId !== null && seen.has(payoutId) });
    if (payoutId !== null) seen.add(payoutId);
    return decided;
  });
}

function decideLine(
  { clock }: MerchantContext,
  { line, payout, repeated }: { line: BankLine; payout: Payout | undefined; repeated: boolean },
): ImportedLine {
  const refused = (error: AppError): ImportedLine => ({ outcome: "refused", line, error });
  if (line.status === null || line.problem !== null)
    return refused(new AppError("invalid_request", { text: line.problem ?? "status must be paid or failed." }));
  if (!payout) return refused(new AppError("payout_not_found"));
  if (repeated) return refused(new AppError("invalid_request", { text: "An earlier line is about the same payout." }));
  if (payout.status === line.status) return { outcome: "unchanged", line, payout };
  try {
    const action = actions[line.status];
    const { reference, reason, paidOn } = line;
    const after = applyPayoutAction(payout, action, { now: clock.now(), reference, reason, paidOn });
    return { outcome: "change", line, change: { from: payout.status, after, action } };
  } catch (error) {
    if (error instanceof AppError) return refused(error);
    throw error;
  }
}
