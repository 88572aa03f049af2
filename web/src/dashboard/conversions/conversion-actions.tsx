import { REASON_MAX } from "tributary-sdk/limits";
import type { ConversionAction, ConversionRow } from "tributary-sdk/pages";
import { changeConversion } from "../../api/conversions.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { dayOf } from "../../format/dates.ts";
import { moneyText } from "../../format/numbers.ts";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { rejectReasons } from "../../words/reject-reasons.ts";
import { useHeldDecisions } from "./decisions.tsx";

/** The actions that the conversion's status and the member's role allow. In a list, a decision can be undone for a while. */
export function useConversionActions(): (row: ConversionRow) => readonly (RowAction & { kind: ConversionAction })[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const held = useHeldDecisions();
  const runs: Record<ConversionAction, (row: ConversionRow) => Promise<unknown> | void> = {
    approve: (row) =>
      held
        ? held.decide(row, "approve")
        : change(changeConversion(accountId, row.id, { action: "approve" }), () => approvedText(row)),
    reject: (row) =>
      confirm({
        title: `Reject ${row.external_id}?`,
        body: `${commissionOf(row)} goes back to the budget of ${row.campaign_name}, and ${row.affiliate_name} earns nothing for this conversion.`,
        action: "Reject conversion",
        dangerous: true,
        note: reasonQuestion,
        run: async (reason) =>
          held
            ? held.decide(row, "reject", reason)
            : change(changeConversion(accountId, row.id, { action: "reject", reason }), () => rejectedText(row)),
      }),
    unreject: (row) => change(changeConversion(accountId, row.id, { action: "unreject" }), () => restoredText(row)),
  };
  const labels: Record<ConversionAction, string> = {
    approve: "Approve conversion",
    reject: "Reject conversion",
    unreject: "Restore conversion",
  };
  return (row) =>
    canManage
      ? row.actions.map((kind) => ({
          kind,
          label: labels[kind],
          dangerous: kind === "reject",
          run: () => runs[kind](row),
        }))
      : [];
}

export const reasonQuestion = {
  label: "Reason",
  help: "Visible to the affiliate. Optional.",
  lengthMax: REASON_MAX,
  suggestions: rejectReasons,
};

const commissionOf = (row: ConversionRow): string => moneyText(row.commission, row.commission_currency);

const approvedText = (row: ConversionRow): string =>
  row.commission === 0
    ? "Approved. It pays no commission."
    : `Approved. ${commissionOf(row)} for ${row.affiliate_name} is ready to pay from ${dayOf(row.matures_at)}.`;

const rejectedText = (row: ConversionRow): string =>
  row.commission === 0
    ? "Rejected. It paid no commission."
    : `Rejected. ${commissionOf(row)} went back to the budget of ${row.campaign_name}.`;

const restoredText = (row: ConversionRow): string =>
  `Restored to pending review. ${commissionOf(row)} counts toward the budget of ${row.campaign_name} again.`;
