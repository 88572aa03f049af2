import { useState, type ReactNode } from "react";
import { REASON_MAX } from "tributary-sdk/limits";
import type { PayoutAction, PayoutRow } from "tributary-sdk/pages";
import { cancelPayout, markFailed } from "../../api/payouts.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/question.ts";
import { countText, moneyText } from "../../format/numbers.ts";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { PaidDialog } from "./paid-dialog.tsx";

export type PayoutRowAction = RowAction & { readonly kind: PayoutAction };

/** The actions that the payout's status allows an owner, and the dialog of one of them. */
export function usePayoutActions(): { dialog: ReactNode; actionsOf: (row: PayoutRow) => readonly PayoutRowAction[] } {
  const { id: accountId, isOwner } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const [paying, setPaying] = useState<PayoutRow>();
  const end = (row: PayoutRow, ending: Ending, reason: string | undefined): Promise<unknown> => {
    const body = {
      ...(reason === undefined ? {} : { reason }),
      ...(mayStillBePaid(row) ? { although_in_file: true } : {}),
    };
    return change(ending.send(accountId, row.id, body), () => releasedText(row, ending.word));
  };
  const ask = (row: PayoutRow, ending: Ending, question: { title: string; body: string; help: string }): void =>
    confirm({
      title: question.title,
      body: question.body,
      action: mayStillBePaid(row) ? "Continue" : ending.action,
      dangerous: true,
      note: { label: "Reason", help: question.help, lengthMax: REASON_MAX },
      ...(mayStillBePaid(row)
        ? { askAgain: (reason) => inFileQuestion(row, ending, () => end(row, ending, reason)) }
        : { run: (reason) => end(row, ending, reason) }),
    });
  const fail = (row: PayoutRow): void =>
    ask(row, failing, {
      title: row.status === "paid" ? "Did the bank return this payout?" : "Did this payout fail?",
      body: `${releaseText(row)} ${row.status === "paid" ? "It no longer counts as paid." : "Make sure that the money has not left your account."}`,
      help: "The reason your bank gives. Optional.",
    });
  const cancel = (row: PayoutRow): void =>
    ask(row, cancelling, {
      title: `Cancel the payout to ${row.affiliate_name}?`,
      body: releaseText(row),
      help: "Optional.",
    });
  const runs: Record<PayoutAction, (row: PayoutRow) => void> = {
    mark_paid: setPaying,
    mark_failed: fail,
    cancel,
  };
  const actionsOf = (row: PayoutRow): readonly PayoutRowAction[] =>
    isOwner
      ? row.actions.map((kind) => ({
          kind,
          label: labels[kind],
          dangerous: kind !== "mark_paid",
          run: () => runs[kind](row),
        }))
      : [];
  return { dialog: <PaidDialog payout={paying} onClose={() => setPaying(undefined)} />, actionsOf };
}

interface Ending {
  readonly word: string;
  readonly action: string;
  readonly actionInFile: string;
  readonly send: typeof cancelPayout;
}
const failing: Ending = {
  word: "failed",
  action: "Mark as failed",
  actionInFile: "Mark as failed anyway",
  send: markFailed,
};
const cancelling: Ending = {
  word: "cancelled",
  action: "Cancel payout",
  actionInFile: "Cancel payout anyway",
  send: cancelPayout,
};

/** A payout in a payment file may already be with the bank, so a second dialog asks again. */
const mayStillBePaid = ({ in_file: inFile, status }: PayoutRow): boolean => inFile && status === "created";

const inFileQuestion = (row: PayoutRow, { actionInFile }: Ending, run: () => Promise<unknown>): Question => ({
  title: "This payout is in a payment file",
  body: `If you sent the file to your bank, ${moneyText(row.amount, row.currency)} may still be paid to ${row.affiliate_name}, and again with the next payout. Continue only if the bank will not pay it. The history records your decision.`,
  action: actionInFile,
  dangerous: true,
  run,
});

const labels: Readonly<Record<PayoutAction, string>> = {
  mark_paid: "Mark as paid",
  mark_failed: "Mark as failed",
  cancel: "Cancel payout",
};

function releaseText(row: PayoutRow): string {
  const deductions = row.claw_backs === 0 ? "" : ` and ${countText(row.claw_backs, "deduction")}`;
  const lines = `${countText(row.conversions, "conversion")}${deductions}`;
  return `Its ${lines} (${moneyText(row.amount, row.currency)}) can go into another payout. This payout stays in the list.`;
}

const releasedText = (row: PayoutRow, word: string): string =>
  `Marked as ${word}. ${moneyText(row.amount, row.currency)} to ${row.affiliate_name} can be paid again.`;
